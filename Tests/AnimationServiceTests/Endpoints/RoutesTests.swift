import Dispatch
import HTTPTypes
import MicroHTTP
import Testing

@testable import Deployment
@testable import Viewers
@testable import AnimationService

struct RoutesTests {
  private func paths(_ context: ServiceContext) -> Set<String> {
    let handler = LoopHandler(context, queue: DispatchQueue(label: "test"))
    return Set(Self.all.filter { handler.respond(to: Request(path: $0)).status != .notFound })
  }

  private static let all = ["/healthz", "/readyz", "/v1/frames", "/v1/stream", "/v1/curves", "/"]

  private let context: ServiceContext = {
    var settings = Settings()
    settings.adminHost = "127.0.0.1"
    return ServiceContext(settings: settings)
  }()

  @Test func `probes stand at the public address with and without an admin address`() {
    #expect(paths(context) == Set(Self.all))
    #expect(paths(ServiceContext(settings: Settings())) == Set(Self.all))
  }

  @Test func `only what the admin address does not have stands at the public one alone`() {
    let admin = AdminHandler(context)
    for path in Self.all {
      let isProbe = ["/healthz", "/readyz"].contains(path)
      #expect(admin.respond(to: Request(path: path)).status == (isProbe ? .ok : .notFound))
    }
  }

  @Test func `the admin address answers as correctly as the public one, but to no page`() {
    let admin = AdminHandler(context)
    let refused = admin.respond(to: Request(method: .post, path: "/healthz"))
    #expect(refused.status == .methodNotAllowed)
    #expect(refused.headerFields[.allow] == "GET, HEAD, OPTIONS")
    #expect(refused.headerFields[.accessControlAllowOrigin] == nil)
    #expect(admin.respond(to: .headTooLarge(limit: 1), requestID: "r-1").status == .requestHeaderFieldsTooLarge)
    context.readiness.end()
    #expect(admin.respond(to: Request(path: "/readyz")).status == .serviceUnavailable)
    #expect(admin.respond(to: Request(path: "/healthz")).status == .ok)
  }
}
