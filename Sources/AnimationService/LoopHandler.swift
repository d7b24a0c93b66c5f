import Dispatch
import FrameScheduling
import HTTPTypes
import MicroHTTP
import WebAssets

/// Everything that lives on one event loop: the routes, the frame scheduler and the streams under way.
final class LoopHandler: RequestHandler {
  let router: Router
  private let streams: LoopStreams

  init(_ context: ServiceContext, queue: DispatchQueue) {
    streams = LoopStreams(
      context, scheduler: FrameScheduler(queue: queue, slack: .seconds(context.settings.frameSlack)))
    let cache = AnswerCache(context.settings, counters: context.cacheCounters)
    var endpoints: [String: any Endpoint] = [
      "/v1/frames": CachedEndpoint(endpoint: SequenceEndpoint(context: context), cache: cache),
      "/v1/frame": CachedEndpoint(endpoint: FrameEndpoint(context: context), cache: cache),
      "/v1/stream": StreamEndpoint(streams: streams),
      "/v1/curves": CurvesEndpoint(context: context),
      "/v1/curve": CurveEndpoint(context: context),
      "/healthz": LivenessEndpoint(),
      "/readyz": ReadinessEndpoint(readiness: context.readiness),
    ]
    for asset in Asset.all { endpoints[asset.path] = AssetEndpoint(asset) }
    router = Router(endpoints)
  }

  func respond(to request: Request) -> Response {
    let response: Response
    do throws(Problem) {
      response = try answer(request)
    } catch {
      response = error.response
    }
    return response.allowingEveryOrigin()
  }

  func respond(to rejection: RequestRejection) -> Response {
    Problem(rejection).response.allowingEveryOrigin()
  }

  func drain() {
    streams.drain()
  }

  private func answer(_ request: Request) throws(Problem) -> Response {
    switch router.decide(request.method, request.path) {
    case .endpoint(let endpoint):
      return try endpoint.respond(to: request)
    case .options(let methods):
      return .preflight(methods, for: request)
    case .methodNotAllowed(let methods):
      let list = methods.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        status: .methodNotAllowed, detail: "\(request.method.rawValue) is not possible here; \(list) are.",
        headerFields: [.allow: list])
    case .notFound(let suggestion):
      let hint = suggestion.map { " Did you mean `\($0)`?" } ?? ""
      throw Problem(status: .notFound, detail: "There is nothing at `\(request.path.prefix(200))`.\(hint)")
    }
  }
}
