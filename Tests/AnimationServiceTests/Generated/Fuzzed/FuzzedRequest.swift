import TextBytes
import HTTPTypes
import MicroHTTP
import Timing

@testable import AnimationService
@testable import Requests

/// A request to what makes and shows animations, and its answer.
enum FuzzedRequest {
  // One test at a time uses it.
  nonisolated(unsafe) private static var services = [FuzzedService(), FuzzedService(budget: 10)]

  static func run(_ choices: inout Choices) throws(Finding) {
    let kind = choices.byte()
    let (request, members) = request(kind, &choices)
    let answer = try unsafe services[Int(kind >> 7)].send(request)
    guard answer.status == 200, request.path == "/v1/frames", answer.fields[.contentType] == "application/json"
    else { return }
    try EndsCheck(answer.json, given: members).check("\(request)")
  }

  private static func request(_ kind: UInt8, _ choices: inout Choices) -> (Request, [JSONValue.Member]?) {
    let fields = fields(&choices)
    switch kind & 7 {
    case 0, 1, 2: return query("/v1/frames", .frames, fields, &choices)
    case 3: return json("/v1/frames", fields, &choices)
    case 4: return query("/v1/frame", .frame, fields, &choices)
    case 5: return query("/v1/curve", .curve, fields, &choices)
    case 6: return json(kind & 8 == 0 ? "/v1/stream" : "/v1/frame", fields, &choices)
    default: return (bare(kind, fields, &choices), nil)
    }
  }

  /// Bytes as they are, for the readers.
  private static func bare(_ kind: UInt8, _ fields: HeaderFields, _ choices: inout Choices) -> Request {
    let path = choices.pick(["/v1/frames", "/v1/frame", "/v1/stream", "/v1/curve", "/v1/curves", "/v1/frames/", "/"])
    let bytes = choices.bytes()
    guard kind & 8 == 0 else {
      return Request(path: path, query: String(decoding: bytes, as: UTF8.self), headerFields: fields)
    }
    var fields = fields
    fields[.contentType] = kind & 16 == 0 ? "application/json" : "application/x-www-form-urlencoded"
    return Request(method: .post, path: path, headerFields: fields, body: bytes)
  }

  private static func fields(_ choices: inout Choices) -> HeaderFields {
    let bits = choices.byte()
    var fields: HeaderFields = [:]
    if bits & 1 == 1 { fields[.acceptEncoding] = "gzip" }
    if bits & 2 == 2 { fields[.accept] = choices.text() }
    if bits & 4 == 4 { fields[.ifNoneMatch] = choices.text() }
    if bits & 8 == 8 { fields[.origin] = choices.text() }
    return fields
  }

  private static func query(
    _ path: String, _ table: ParameterTable, _ fields: HeaderFields, _ choices: inout Choices
  ) -> (Request, [JSONValue.Member]) {
    let members = members(of: table, &choices)
    let pairs = members.map { "\($0.name)=\(InputGenerator.escaped($0.value.written))" }
    return (Request(path: path, query: pairs.joined(separator: "&"), headerFields: fields), members)
  }

  private static func json(
    _ path: String, _ fields: HeaderFields, _ choices: inout Choices
  ) -> (Request, [JSONValue.Member]) {
    var fields = fields
    fields[.contentType] = "application/json"
    let members = members(of: path == "/v1/stream" ? .stream : path == "/v1/frame" ? .frame : .frames, &choices)
    let body = Array(JSONValue.object(members).written.utf8)
    return (Request(method: .post, path: path, headerFields: fields, body: body), members)
  }

  /// Two texts, most of the time, and other parameters; few frames unless it says how many.
  private static func members(of table: ParameterTable, _ choices: inout Choices) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    let bits = choices.byte()
    let names = Set(table.parameters.map(\.name))
    for (bit, name) in ["from", "to", "fps"].enumerated() where names.contains(name) && bits & 1 << bit == 0 {
      members.append(.init(name, .string(name == "fps" ? "5" : choices.text())))
    }
    let others = choices.members(of: table.parameters).filter { other in
      !members.contains { $0.name == other.name }
    }
    return members + others
  }
}

extension JSONValue {
  /// A string without its quotation marks, else JSON, as queries have it.
  var written: String {
    if case .string(let text) = self { return text }
    var json = UTF8Buffer()
    writeJSON(to: &json)
    return json.text()
  }
}

/// That an animation's frames begin with its source and end with its target, byte for byte.
private struct EndsCheck {
  private let animation: JSONValue
  private let frames: [JSONValue]
  private let given: [JSONValue.Member]

  init(_ document: JSONValue, given: [JSONValue.Member]?) {
    animation = document["animation"] ?? .null
    self.given = given ?? []
    if case .array(let frames)? = document["frames"] { self.frames = frames } else { frames = [] }
  }

  /// The text of a member that was given as one.
  private func given(_ name: String) -> String? {
    if case .string(let text)? = given.first(where: { $0.name == name })?.value { text } else { nil }
  }

  func check(_ request: @autoclosure () -> String) throws(Finding) {
    let names = Set(given.map(\.name))
    // Where it is a list, several animations share the frames.
    guard names.isDisjoint(with: ["animations", "template", "autoreverse", "earlier"]), animation != .null,
      let from = animation.string("from"), let to = animation.string("to"),
      let first = frames.first?.string("text"), let last = frames.last?.string("text")
    else { return }
    guard animation["frameCount"] == .number("\(frames.count)") else {
      throw Finding("\(frames.count) frames are not frameCount: \(request())")
    }
    func surrounded(_ text: String) -> String {
      (animation.string("prefix") ?? "") + text + (animation.string("suffix") ?? "")
    }
    let end = animation.string("shownTo") ?? surrounded(to)
    guard isSame(last, end) else { throw Finding("ends with \(last), not \(end): \(request())") }
    if let text = given("to"), animation["texts"] == nil, !isDecay, !isSame(text, to) {
      throw Finding("`to` is \(to), not \(text): \(request())")
    }
    // A number that is written in another style is not the text that was sent, and a duration of 0 shows the target.
    guard animation["shownTo"] == nil, animation["duration"] != .number("0"), frames.count > 1,
      names.isDisjoint(with: Self.styles)
    else { return }
    guard isSame(first, surrounded(from)) else { throw Finding("begins with \(first), not \(from): \(request())") }
  }

  /// A decay finds its own target.
  private var isDecay: Bool {
    animation.string("curve").map { (try? CurveCatalog.standard.curve($0)) is Decay } ?? false
  }

  private static let styles: Set<String> = Set(Parameter.numbers.map(\.name)).union(["format"])
}

extension JSONValue {
  /// A member that is a string.
  func string(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }
}
