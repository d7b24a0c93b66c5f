import MicroHTTP

/// Answers at the address for probes and metrics; it has no streams, and no page of a browser may read it.
final class AdminHandler: RequestHandler {
  private let router: Router

  init(_ context: ServiceContext) {
    router = Router(Routes.admin(context))
  }

  func respond(to request: Request) -> Response {
    do throws(Problem) {
      return try router.respond(to: request)
    } catch {
      return error.response(requestID: request.id)
    }
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    Problem(rejection).response(requestID: requestID)
  }

  func drain() {}
}
