import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import Deployment
@testable import AnimationService
@testable import Documents
@testable import Requests

/// What `/openapi.json` says against what the service does.
struct OpenAPITests {
  private let service = TestService()
  private let document: JSONValue

  init() throws {
    document = try JSONValue(parsing: Array(service.get("/openapi.json").text.utf8))
  }

  @Test func `it names the paths and methods of the interface, and no files`() {
    let router = service.router
    let isInterface = { (path: String) in path.hasPrefix("/v1/") || ["/healthz", "/readyz", "/metrics"].contains(path) }
    #expect(document[at: "paths"].names == router.paths.filter(isInterface))
    for (path, item) in document[at: "paths"].members {
      // Every GET can be a HEAD, which the document says once.
      let operations = item.names.filter { $0 != "parameters" }
      let documented = operations.flatMap { $0 == "get" ? ["GET", "HEAD"] : [$0.uppercased()] }
      guard case .options(let methods) = router.decide(.options, path) else {
        Issue.record("\(path) is not routed")
        continue
      }
      #expect(Set(documented + ["OPTIONS"]) == Set(methods.map(\.rawValue)), "\(path)")
    }
  }

  @Test func `it names every parameter of an animation`() throws {
    let names = Parameter.all.filter { $0.places.isSuperset(of: .sequence) }.map(\.name)
    #expect(
      document[at: "components"][at: "schemas"][at: "AnimationParameters"][at: "properties"].names == names.sorted())
  }

  @Test(arguments: ["/v1/frames", "/v1/stream", "/v1/frame"])
  func `a query may have each of them`(path: String) {
    let names = document[at: "paths"][at: path][at: "get"][at: "parameters"].elements
      .compactMap { resolved($0)[at: "name"].text }
    let properties = document[at: "components"][at: "schemas"][at: "AnimationParameters"][at: "properties"].names
    #expect(Set(properties).subtracting(names).isEmpty)
  }

  @Test(arguments: ["/v1/frames", "/v1/stream", "/v1/frame", "/v1/curve", "/v1/curves"])
  func `each parameter of a query is known, and its choices are the service's own`(path: String) throws {
    let parameters = document[at: "paths"][at: path][at: "get"][at: "parameters"].elements.map { resolved($0) }
    #expect(!parameters.isEmpty)
    for parameter in parameters where parameter[at: "in"] == .string("query") {
      let name = try #require(parameter[at: "name"].text)
      let answer = service.get("\(path)?to=1&\(name)=~")
      #expect(!answer.text.contains("`\(name)` is unknown"), "\(name)")
      let schema = resolved(parameter[at: "schema"])
      let isSwitch = schema[at: "type"] == .string("boolean")
      let choices = schema[at: "enum"].elements.compactMap(\.text)
      guard isSwitch || !choices.isEmpty else { continue }
      let listed = choices.map { "`\($0)`" }.joined(separator: ", ")
      // A switch says neither what it takes beside `true` and `false` nor what it was given.
      let rule = isSwitch ? "`true` or `false`" : "one of \(listed), not"
      #expect(answer.text.contains("`\(name)` must be \(rule)"), "\(name)")
    }
  }

  @Test func `it tells the service's own limit`() throws {
    let other = TestService { $0.maximumAnimations = 7 }
    let document = try JSONValue(parsing: Array(other.get("/openapi.json").text.utf8))
    #expect(document[at: "components"][at: "schemas"][at: "AnimationList"][at: "maxItems"] == .number("7"))
  }

  @Test(arguments: [
    ("/v1/frames", SequenceRepresentation.allCases.map(\.mediaType)),
    ("/v1/stream", StreamRepresentation.allCases.map(\.mediaType)),
    ("/v1/curve", CurveRepresentation.allCases.map(\.mediaType)),
  ])
  func `it has every form of an answer`(path: String, mediaTypes: [String]) {
    let content = document[at: "paths"][at: path][at: "get"][at: "responses"][at: "200"][at: "content"]
    #expect(content.names == mediaTypes.map { String($0.prefix { $0 != ";" }) }.sorted())
  }

  @Test func `it has the version of the service`() {
    #expect(document[at: "info"][at: "version"] == .string(KinetypeVersion.text))
  }

  /// What a reference within the document stands for.
  private func resolved(_ value: JSONValue) -> JSONValue {
    guard let reference = value[at: "$ref"].text else { return value }
    return reference.split(separator: "/").dropFirst().reduce(document) { $0[at: String($1)] }
  }
}

extension JSONValue {
  /// The member with this name, or null.
  fileprivate subscript(at name: String) -> JSONValue { self[name] ?? .null }

  fileprivate var members: [(name: String, value: JSONValue)] {
    guard case .object(let members) = self else { return [] }
    return members.map { ($0.name, $0.value) }
  }

  fileprivate var names: [String] { members.map(\.name).sorted() }

  fileprivate var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// A string, or the digits of a number, or a boolean's name.
  fileprivate var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}
