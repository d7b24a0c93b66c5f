import Dispatch
import Documents
import MicroHTTP

/// Answers at the address for probes and metrics; it has no streams, and no page of a browser may read it.
final class AdminHandler: RequestHandler {
  private let router = Router(Endpoint.admin)
  private let loop: LoopServices

  init(_ context: ServiceContext) {
    loop = LoopServices(context, queue: DispatchQueue(label: "kinetype.admin"))
  }

  func respond(to request: Request) -> Response {
    do throws(Problem) {
      guard case .answer(let response) = try router.respond(to: request, on: loop) else { throw .tooMuchWork }
      return response
    } catch {
      return error.response(requestID: request.id)
    }
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    Problem(rejection).response(requestID: requestID)
  }

  func drain() {}
}
