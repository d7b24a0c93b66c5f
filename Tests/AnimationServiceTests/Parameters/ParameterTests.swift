import HTTPTypes
import MicroHTTP
import SeededNumbers
import Testing
import TextAnimation
import WrittenNumbers
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents
@testable import Requests

/// The table of parameters, and what becomes of values that requests give them.
struct ParameterTests {
  private let service = TestService()

  private func parameters(_ members: (String, JSONValue)...) -> RequestParameters {
    RequestParameters(members.map { JSONValue.Member($0.0, $0.1) }, by: .frames, in: service.context.requests)
  }

  // MARK: The table

  @Test func `a name stands once in each place, and has a summary`() {
    for place in [
      Parameter.Places.frames, .frame, .stream, .element, .curve, .catalog, .label, .labelReading, .labelAddition,
      .labelFrames, .labelList,
    ] {
      let names = Parameter.all.filter { $0.places.contains(place) }.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(!names.isEmpty)
    }
    #expect(Parameter.all.allSatisfy { $0.summary.hasSuffix(".") })
    #expect(Parameter.all.count <= 128, "there is a bit for each of 128")
  }

  @Test func `every name is found where it may be used, and nothing else`() {
    for (table, place) in [(ParameterTable.frames, Parameter.Places.frames), (.stream, .stream), (.curve, .curve)] {
      for parameter in Parameter.all {
        let found = table.index(of: parameter.name).map { table.parameters[$0].name }
        let isPossible = Parameter.all.contains { $0.name == parameter.name && $0.places.contains(place) }
        #expect(found == (isPossible ? parameter.name : nil), "\(parameter.name)")
        #expect(table.index(of: parameter.name + "_") == nil)
      }
    }
  }

  @Test(arguments: Parameter.all.filter { $0.defaultValue != nil && $0.places.isSuperset(of: .sequence) }.map(\.name))
  func `a default is what a request means that leaves the parameter out`(name: String) throws {
    let value = try #require(Parameter.all.first { $0.name == name }?.defaultValue)
    // These need another parameter beside them, or make numbers of the texts.
    let context = ["columnMode": "&interpolation=odometer", "direction": "&interpolation=odometer"][name]
    let isStyle = NumberStyle.writingNames.contains(name)
    let query = "/v1/frames?from=1&to=9&duration=0.5&as=csv" + (context ?? "") + (isStyle ? "&fractionDigits=1" : "")
    let plain = service.get(query)
    #expect(plain.status == 200)
    #expect(service.get("\(query)&\(name)=\(value)").text == plain.text)
  }

  @Test func `an example is a value that can be read`() {
    for parameter in Parameter.all where parameter.places.contains(.frames) {
      for example in parameter.examples {
        let read = parameters((parameter.name, .string(example)))
        #expect(read.problems.isEmpty, "\(parameter.name)=\(example)")
      }
    }
  }

  // MARK: Values

  @Test(arguments: [
    ("2", 2), ("0.4", 0.4), ("400ms", 0.4), ("2s", 2), ("2S", 2), (".5", 0.5), ("1e1", 10), ("0", 0), ("-0", 0),
  ])
  func `a time is seconds or a CSS time`(text: String, seconds: Double) {
    let read = parameters(("duration", .string(text)))
    #expect(read.manner.duration == seconds)
    #expect(read.problems.isEmpty)
  }

  @Test(arguments: [" ", "two", "2m", "nan", "inf", "0x10", "1e999", "2 s", "1,5", "--1", "٣"])
  func `what is no time is named`(text: String) {
    let read = parameters(("duration", .string(text)))
    #expect(read.manner.duration == nil)
    #expect(read.problems.map(\.parameter) == ["duration"])
  }

  @Test(arguments: [
    (JSONValue.bool(true), true), (.bool(false), false), (.string("true"), true), (.string("false"), false),
    (.string("1"), true), (.string("0"), false), (.string(""), true), (.number("1"), true),
  ])
  func `a boolean may be written in several ways`(value: JSONValue, expected: Bool) {
    #expect(parameters(("autoreverse", value)).playback.autoreverse == expected)
  }

  @Test func `a number of JSON keeps every digit as a text`() {
    #expect(
      parameters(("from", .number("12345678901234567890.123456789"))).from
        == .text("12345678901234567890.123456789"))
  }

  @Test(arguments: [
    ("1e+16", "10000000000000000"), ("-1.25E2", "-125"), ("1.5e1", "15"), ("2.50e0", "2.50"), ("12e-1", "1.2"),
    ("5e-3", "0.005"), ("-0e5", "-0"), ("1e400", "1e400"), ("2.0", "2.0"),
    ("1e-9223372036854775808", "1e-9223372036854775808"), ("1e9223372036854775807", "1e9223372036854775807"),
  ])
  func `a number of JSON has no exponent as a text`(literal: String, text: String) {
    #expect(parameters(("to", .number(literal))).to == .text(text))
  }

  @Test(arguments: [("2.0", 2), ("1e1", 10), ("-3.00", -3), ("2.5", nil), ("1e30", nil)] as [(String, Int?)])
  func `a whole number of JSON may be written otherwise`(literal: String, value: Int?) {
    let read = parameters(("seed", .number(literal)))
    #expect(read.manner.options.seed == UInt64(bitPattern: Int64(value ?? 0)))
    #expect(read.problems.isEmpty == (value != nil))
  }

  @Test(arguments: [
    "0", "7", "007", "1.5", "0.1", "1.99", "123456789012345", "12345678901234.5", "0.00000000000001",
    "99999999999999.9", "1234567890123456", "123456789.1234567", "5.", ".5", ".", "", "1.2.3", "1..2", "-1", "+1", "-0",
    "1e3", "1,5", "0x1", "nan", "٣", "1 ", "0.30000000000000004",
  ])
  func `a number is read as Swift reads it, or not at all`(text: String) {
    let isDecimal = !text.isEmpty && text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    #expect(Double(decimal: text)?.bitPattern == (isDecimal ? Double(text)?.bitPattern : nil))
  }

  @Test func `short decimals are rounded as Swift rounds them`() {
    var random = SeededGenerator(state: 20)
    for _ in 0..<20_000 {
      var text = String(
        Int.random(in: 0..<1_000_000_000_000_000, using: &random) >> Int.random(in: 0..<48, using: &random))
      let place = Int.random(in: 0...text.count, using: &random)
      if place > 0 { text.insert(".", at: text.index(text.startIndex, offsetBy: place)) }
      #expect(Double(decimal: text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  // MARK: Problems

  @Test func `null counts as absent`() throws {
    var read = parameters(("fps", .null), ("to", .string("1")))
    #expect(read.manner.fps == 60)
    _ = try read.finishedAnimation(in: service.context.requests)
  }

  @Test func `everything that is wrong is told at once, in the order of the request`() {
    var read = parameters(
      ("duration", .string("-1")), ("fps", .number("999")), ("cuve", .string("linear")), ("to", .array([])),
      ("clamp", .string("noen")), ("repeat", .string("0")))
    let problem = #expect(throws: Problem.self) { try read.finishedAnimation(in: service.context.requests) }
    #expect(problem?.status == .badRequest)
    #expect(
      problem?.errors == [
        ParameterProblem(parameter: "duration", detail: "must be from 0 to 86400 seconds, not -1"),
        ParameterProblem(parameter: "fps", detail: "must be from 1 to 240, not 999"),
        ParameterProblem(parameter: "to", detail: "must be from 1 to 64 texts, not 0"),
        ParameterProblem(
          parameter: "clamp",
          detail: "must be one of `none`, `start`, `end`, `both`, not `noen`; did you mean `none`?"),
        ParameterProblem(parameter: "repeat", detail: "must be from 1 to 1000000, or `infinite`, not 0"),
        ParameterProblem(parameter: "cuve", detail: "is unknown; did you mean `curve`?"),
      ])
  }

  @Test func `a parameter given twice is a problem`() {
    var read = parameters(("to", .string("a")), ("to", .string("b")))
    #expect(read.to == .text("a"))
    #expect(throws: Problem.self) { try read.finish() }
    #expect(read.problems == [ParameterProblem(parameter: "to", detail: "is given twice")])
  }

  @Test func `an object has 64 members at most, as a query has`() {
    func status(_ count: Int) -> (text: String, status: Int) {
      let members = (0..<count).map { "\"p\($0)\":1" }.joined(separator: ",")
      let answer = service.post("/v1/frames", json: "{\(members)}")
      return (answer.text, answer.status)
    }
    #expect(status(64).text.contains("`p0` is unknown"))
    #expect(status(65).text.contains("more than 64 parameters"))
  }

  @Test(arguments: ["application/json", " Application/JSON ; charset=utf-8", "application/json;"])
  func `a media type is read in letters of either size and without its parameters`(mediaType: String) {
    #expect(service.post("/v1/frames", json: #"{"from":"1","to":"2"}"#, mediaType: mediaType).status == 200)
  }

  @Test(arguments: ["application/jsonp", "text/json", "", "application"])
  func `another media type is refused`(mediaType: String) {
    #expect(service.post("/v1/frames", json: #"{"from":"1","to":"2"}"#, mediaType: mediaType).status == 415)
  }
}
