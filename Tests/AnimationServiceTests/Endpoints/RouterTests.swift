import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct RouterTests {
  private static func endpoint(_ path: String, _ methods: HTTPRequest.Method...) -> Endpoint {
    Endpoint(path, methods.map { Operation($0, "", "") }) { _, _ in .answer(Response()) }
  }

  private let router = Router([
    endpoint("/v1/frames", .get, .post), endpoint("/healthz", .get),
    endpoint("/v1/labels/{id}", .get, .put, .delete), endpoint("/v1/labels/{id}/add", .post),
    endpoint("/v1/labels/stream", .get),
  ])

  @Test(arguments: [HTTPRequest.Method.get, .head, .post])
  func `a method that is allowed reaches its endpoint`(method: HTTPRequest.Method) {
    guard case .endpoint = router.decide(method, "/v1/frames") else {
      Issue.record("\(method) was not routed")
      return
    }
  }

  @Test func `a method that is not allowed hears which are`() {
    guard case .methodNotAllowed(let methods) = router.decide(.post, "/healthz") else {
      Issue.record("POST was let through")
      return
    }
    #expect(methods == [.get, .head, .options])
  }

  @Test(arguments: [
    ("/v1/frames", "/v1/frames"), ("/v1/frames/", nil), ("*", nil), ("", nil), ("/healthz", "/healthz"),
    ("/v1/labels/a", "/v1/labels/{id}"), ("/v1/labels/a/add", "/v1/labels/{id}/add"),
    ("/v1/labels/stream", "/v1/labels/stream"), ("/v1/labels/%73tream", "/v1/labels/{id}"), ("/v1/labels/", nil),
    ("/v1/labels/a/b", nil), ("/v1/labels/a/add/", nil), ("/v1/labels//add", nil),
    ("/v1/labels/add", "/v1/labels/{id}"),
    ("/v1/labels/{id}", "/v1/labels/{id}"),
  ])
  func `only its own paths are routes`(path: String, route: String?) {
    #expect(router.route(of: path) == route)
  }

  @Test func `OPTIONS names the methods`() {
    guard case .options(let methods) = router.decide(.options, "/v1/frames") else {
      Issue.record("OPTIONS was not answered")
      return
    }
    #expect(methods == [.get, .head, .post, .options])
  }

  @Test func `a name in the path leads to the methods of its pattern`() {
    guard case .options(let methods) = router.decide(.options, "/v1/labels/donations") else {
      Issue.record("OPTIONS was not answered")
      return
    }
    #expect(methods == [.get, .head, .put, .delete, .options])
  }

  @Test func `OPTIONS for the asterisk names the methods of the whole server`() {
    guard case .options(let methods) = router.decide(.options, "*") else {
      Issue.record("OPTIONS * was not answered")
      return
    }
    #expect(methods == [.delete, .get, .head, .options, .post, .put])
  }

  @Test(arguments: [("/v1/frame", "/v1/frames"), ("/v1/frames/", "/v1/frames"), ("/health", "/healthz")])
  func `a path close to another one suggests it`(path: String, meant: String) {
    guard case .notFound(let suggestion) = router.decide(.get, path) else {
      Issue.record("\(path) was found")
      return
    }
    #expect(suggestion == meant)
  }
}
