import HTTPTypes
import MicroHTTP
import TextBytes

@testable import AnimationService
@testable import Requests
@testable import LabelStore

/// A file with rows that this service has not written, and requests for them.
enum FuzzedRecord {
  static func run(_ choices: inout Choices) throws(Finding) {
    let (file, clock) = (FuzzedFile(), InventedClock())
    guard (try? write(to: file, &choices)) != nil, let store = try? file.open(clock) else { return }
    defer { store.close() }
    let service = LabelTestService(over: store, clock)
    for (method, target, body) in requests {
      var fields: HeaderFields = [:]
      if method == .post { fields[named: "Idempotency-Key"] = "key" }
      let answer = service.send(method, target, body, fields)
      try answer.checked("\(method) \(target)")
      try service.writeEvents(of: "a")
    }
  }

  private static let requests: [(HTTPRequest.Method, String, String?)] = [
    (.get, "/v1/labels/a", nil), (.get, "/v1/labels/a/frames", nil), (.get, "/v1/labels?limit=5", nil),
    (.get, "/v1/labels/a?as=svg", nil), (.post, "/v1/labels/a/add", #"{"by":"1"}"#),
    (.put, "/v1/labels/a", #"{"to":"7"}"#), (.get, "/v1/labels/a?as=text", nil),
    (.post, "/v1/labels/b/add", #"{"by":"0.5"}"#), (.delete, "/v1/labels/a", nil),
    (.put, "/v1/labels/a", #"{"to":"8"}"#),
    (.get, "/v1/labels/a", nil),
  ]

  private static func write(to file: FuzzedFile, _ choices: inout Choices) throws {
    let connection = try LabelFile(path: file.path).open()
    for name in ["a", "b"] {
      try connection.run(
        "INSERT INTO labels (name, version, start, expiry, state) VALUES (?, ?, ?, ?, ?)", .text(name),
        number(&choices), number(&choices), number(&choices), .bytes(state(&choices)))
    }
    try connection.run("UPDATE removed SET version = ?", number(&choices))
    try connection.run(
      "INSERT INTO receipts (key, digest, version, expiry) VALUES (?, ?, ?, ?)", .text("add b key"),
      .bytes(choices.bytes()), number(&choices), .integer(.max))
  }

  private static func number(_ choices: inout Choices) -> SQLiteValue {
    let number = choices.byte()
    switch number {
    case 255: return .text(choices.text())
    case 254: return .bytes([1])
    case 253: return .integer(nil)
    default: return .integer(extremes[Int(number) % extremes.count])
    }
  }

  /// Versions and times that a node may meet, and their ends.
  static let extremes: [Int64] = [
    1, 0, -1, 7, 1_764_000_000_000_000, 1_764_000_000_000_000 - 400_000, 1_764_000_001_000_000, 1 << 53, .max, .max - 1,
    .max - 86_400_000_000, .min, .min + 1,
  ]

  /// What was stored of a label, with anything in any of its places.
  static func state(_ choices: inout Choices) -> [UInt8] {
    let bits = choices.byte()
    guard bits & 1 == 0 else { return Array(choices.text().utf8) }
    var members: [JSONValue.Member] = [
      .init("form", .number("1")), .init("parameters", .object(choices.members(of: ParameterTable.label.parameters))),
      .init("to", .string(choices.text())), .init("start", .number("\(choices.pick(extremes))")),
    ]
    if bits & 2 == 2 { members.append(.init("from", .string(choices.text()))) }
    if bits & 4 == 4 {
      members.append(.init("residuals", .array((0..<(choices.byte() & 7)).map { _ in residual(&choices) })))
    }
    if bits & 8 == 8 {
      members.append(.init("glyphs", .array((0..<(choices.byte() & 7)).map { _ in glyph(&choices) })))
    }
    if bits & 16 == 16 { members.append(.init("private", .bool(true))) }
    return Array(JSONValue.object(members).written.utf8)
  }

  private static func residual(_ choices: inout Choices) -> JSONValue {
    let bits = choices.byte()
    var parts: [JSONValue] = [
      .number("\(choices.pick(extremes))"), .string(choices.text(Choices.curvePieces)), number(&choices),
      .array((0..<(bits & 3)).map { _ in .string(choices.text()) }),
    ]
    if bits & 4 == 4 { parts.append(.array((0..<(bits >> 3 & 3)).map { _ in number(&choices) })) }
    return .array(parts)
  }

  private static func glyph(_ choices: inout Choices) -> JSONValue {
    .array([.string(choices.text())] + (0..<5).map { _ in number(&choices) })
  }

  /// A number of JSON.
  private static func number(_ choices: inout Choices) -> JSONValue {
    .number(
      choices.pick(["0", "1", "0.5", "-1", "1e308", "-1e308", "5e-324", "1e999", "86400", "3", "9223372036854775808"]))
  }
}
