import HTTPTypes
import Testing
import Timing
import WireFormat

@testable import AnimationService

struct ParameterReaderTests {
  private func reader(_ members: (String, JSONValue)...) -> ParameterReader {
    ParameterReader(Parameters(members: members.map { JSONValue.Member($0.0, $0.1) }))
  }

  @Test(arguments: [
    ("2", 2), ("0.4", 0.4), ("400ms", 0.4), ("2s", 2), ("2S", 2), (".5", 0.5), ("1e1", 10), ("0", 0), ("-0", 0),
  ])
  func `a time is seconds or a CSS time`(text: String, seconds: Double) {
    var reader = reader(("duration", .string(text)))
    #expect(reader.seconds("duration", in: 0...60) == seconds)
    #expect(reader.problems.isEmpty)
  }

  @Test(arguments: ["", " ", "two", "2m", "nan", "inf", "0x10", "1e999", "2 s", "1,5", "--1", "٣"])
  func `what is no time is named`(text: String) {
    var reader = reader(("duration", .string(text)))
    #expect(reader.seconds("duration", in: 0...60) == nil)
    #expect(reader.problems.map(\.parameter) == ["duration"])
  }

  @Test(arguments: [
    (JSONValue.bool(true), true), (.bool(false), false), (.string("true"), true), (.string("false"), false),
    (.string("1"), true), (.string("0"), false), (.string(""), true), (.number("1"), true),
  ])
  func `a boolean may be written in several ways`(value: JSONValue, expected: Bool) {
    var reader = reader(("autoreverse", value))
    #expect(reader.boolean("autoreverse") == expected)
  }

  @Test func `a number of JSON keeps every digit as a text`() {
    var reader = reader(("from", .number("12345678901234567890.123456789")))
    #expect(reader.text("from") == "12345678901234567890.123456789")
  }

  @Test(arguments: [
    ("1e+16", "10000000000000000"), ("-1.25E2", "-125"), ("1.5e1", "15"), ("2.50e0", "2.50"), ("12e-1", "1.2"),
    ("5e-3", "0.005"), ("-0e5", "-0"), ("1e400", "1e400"), ("2.0", "2.0"),
    ("1e-9223372036854775808", "1e-9223372036854775808"), ("1e9223372036854775807", "1e9223372036854775807"),
  ])
  func `a number of JSON has no exponent as a text`(literal: String, text: String) {
    var reader = reader(("to", .number(literal)))
    #expect(reader.text("to") == text)
  }

  @Test(arguments: [("2.0", 2), ("1e1", 10), ("-3.00", -3), ("2.5", nil), ("1e30", nil)] as [(String, Int?)])
  func `a whole number of JSON may be written otherwise`(literal: String, value: Int?) {
    var reader = reader(("seed", .number(literal)))
    #expect(reader.integer("seed", in: -9...99) == value)
    #expect(reader.problems.isEmpty == (value != nil))
  }

  @Test func `null counts as absent`() throws {
    var reader = reader(("fps", .null))
    #expect(!reader.has("fps"))
    #expect(reader.number("fps", in: 1...240) == nil)
    try reader.finish()
  }

  @Test func `everything that is wrong is told at once`() {
    var reader = reader(
      ("duration", .string("-1")), ("fps", .number("999")), ("cuve", .string("linear")), ("to", .array([])),
      ("clamp", .string("noen")))
    _ = reader.text("curve")
    _ = reader.text("to")
    _ = reader.seconds("duration", in: 0...86_400)
    _ = reader.number("fps", in: 1...240)
    _ = reader.choice("clamp", of: Clamp.self)
    let problem = #expect(throws: Problem.self) { try reader.finish() }
    #expect(problem?.status == .badRequest)
    #expect(
      problem?.errors == [
        ParameterProblem(parameter: "to", detail: "must be a text, not an array"),
        ParameterProblem(parameter: "duration", detail: "must be from 0 to 86400 seconds, not -1"),
        ParameterProblem(parameter: "fps", detail: "must be from 1 to 240, not 999"),
        ParameterProblem(parameter: "clamp", detail: "must be one of `none`, `both`, not `noen`; did you mean `none`?"),
        ParameterProblem(parameter: "cuve", detail: "is unknown; did you mean `curve`?"),
      ])
  }

  private enum Clamp: String, CaseIterable {
    case none, both
  }

  @Test func `an object has 64 members at most, as a query has`() throws {
    func members(_ count: Int) -> [UInt8] {
      Array(("{" + (0..<count).map { "\"p\($0)\":1" }.joined(separator: ",") + "}").utf8)
    }
    #expect(try Parameters(json: members(64)).members.count == 64)
    #expect(throws: Problem.self) { try Parameters(json: members(65)) }
  }

  @Test func `a name is known once, however often it was asked for`() {
    var reader = reader(("to", .string("a")))
    for name in ["from", "to", "from"] { _ = reader.text(name) }
    #expect(reader.known == ["from", "to"])
  }

  @Test func `a group is passed by once all that was given has been taken`() throws {
    let group = ParameterGroup { reader in for name in ["speed", "delay", "speed"] { _ = reader.text(name) } }
    #expect(group.names == ["speed", "delay"])
    var reader = reader(("to", .string("a")), ("from", .null), ("to", .string("b")))
    let isDoneAtOnce = reader.isDone(before: group)
    #expect(!isDoneAtOnce)
    _ = reader.text("to")
    _ = reader.text("from")
    let isDone = reader.isDone(before: group)
    #expect(isDone)
    _ = reader.text("as")
    #expect(reader.known == ["to", "from", "speed", "delay", "as"])
  }

  @Test func `names of the same length are told apart`() throws {
    var reader = reader(("from", .string("a")), ("seed", .string("7")))
    #expect(reader.integer("seed", in: 0...9) == 7)
    #expect(reader.text("from") == "a")
    try reader.finish()
  }

  @Test func `names that were passed by are known to who misspells one`() {
    let group = ParameterGroup { reader in _ = reader.text("speed") }
    var reader = reader(("to", .string("a")))
    _ = reader.text("to")
    _ = reader.isDone(before: group)
    #expect(Spelling.nearest(to: "sped", among: reader.known) == "speed")
  }

  @Test func `an animation asks for the same names in the same order, whatever is given`() throws {
    let context = ServiceContext(settings: Settings())
    let names = AnimationRequest.parameterNames(in: context)
    #expect(names.count >= 30)
    for name in names {
      var reader = reader((name, .string("1")))
      _ = try? AnimationRequest(reading: &reader, in: context)
      #expect(reader.known == names, "\(name)")
    }
  }

  @Test(arguments: [
    "0", "7", "007", "1.5", "0.1", "1.99", "123456789012345", "12345678901234.5", "0.00000000000001",
    "99999999999999.9",
    "1234567890123456", "123456789.1234567", "5.", ".5", ".", "", "1.2.3", "1..2", "-1", "+1", "-0", "1e3", "1,5",
    "0x1",
    "nan", "٣", "1 ", "0.30000000000000004",
  ])
  func `a number is read as Swift reads it, or not at all`(text: String) {
    let isDecimal = !text.isEmpty && text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    #expect(ParameterReader.number(text)?.bitPattern == (isDecimal ? Double(text)?.bitPattern : nil))
  }

  @Test func `short decimals are rounded as Swift rounds them`() {
    var random = SplitMix(seed: 20)
    for _ in 0..<20_000 {
      var text = String(
        Int.random(in: 0..<1_000_000_000_000_000, using: &random) >> Int.random(in: 0..<48, using: &random))
      let place = Int.random(in: 0...text.count, using: &random)
      if place > 0 { text.insert(".", at: text.index(text.startIndex, offsetBy: place)) }
      #expect(ParameterReader.number(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `a parameter given twice is a problem`() {
    var reader = reader(("to", .string("a")), ("to", .string("b")))
    #expect(reader.text("to") == "a")
    #expect(throws: Problem.self) { try reader.finish() }
    #expect(reader.problems == [ParameterProblem(parameter: "to", detail: "is given twice")])
  }
}
