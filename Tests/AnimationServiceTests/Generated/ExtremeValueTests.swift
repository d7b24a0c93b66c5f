import Foundation
import HTTPTypes
import ProcessorTime
import TextBytes
import SeededNumbers
import Testing

@testable import Deployment
@testable import AnimationService
@testable import Documents
@testable import Requests

/// What lies at the ends of numbers, times and texts, for each parameter and in pairs, is answered like anything else.
///
/// `KINETYPE_INPUTS=100000` makes it so many pairs; `KINETYPE_TRACE=1` prints each before it is sent.
struct ExtremeValueTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["KINETYPE_INPUTS"].flatMap { Int($0) } ?? 2000
  private static let traces = environment["KINETYPE_TRACE"] != nil
  private static let shares = 4

  private static func digits(_ digit: String, _ count: Int) -> String { String(repeating: digit, count: count) }

  private static let numbers = [
    "0", "-0", "1", "0.1", "1e-320", "5e-324", "1e308", "-1e308", "1e400", "nan", "inf", "-inf", "9007199254740993",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", digits("9", 38), "-\(digits("9", 38))",
    digits("9", 39), "0.\(digits("0", 37))1", "0.\(digits("0", 399))1", "\(digits("9", 19)).\(digits("9", 19))", "21",
    "100", "400", "240", "86400", "3600", "1000000", "2001", "1000", "infinite", "0.001", "1e-9",
  ]

  private static let texts =
    numbers + [
      "9:59:59.999999", "999999:59:59.999999", "-0:00.000001", "9999-12-31T23:59:59.999999", "0000-01-01 00:00",
      "31.12.9999", "12:59:59 PM", "12am", "999999999d 23h 59m", "999999999d 0.000001ns", "999999999 63/64", "0 1/64",
      "9e37", "-1e-37", "9e37 of 1e-400", "1e999", "9.99e99", "1 B", "\(digits("9", 23)) PB", "1 KiB", "-1 ns", "999K",
      "1.2T", "\(digits("9", 37))1st", "1 day", "0 days", "\(digits("9", 38)) days", "#fff", "transparent",
      "rgb(0 0 0 / 0)",
      "rgb(1e308 0 0 / 1e-320)", "#00000001", "(\(digits("9", 38)))", "-$\(digits("9", 38)).",
      "1,\(digits("000,", 9))000",
      digits("1 ", 16), digits("9 ", 16), "1d 1h " + digits("7 ", 8), "٩٩٩٩٩", "½", "", "e\u{301}", "\u{202e}-1",
      "a\nb\n1",
      String(repeating: "👨‍👩‍👧‍👦", count: 20),
    ]

  private static let curves = [
    "linear", "linear(0, -1e300 30%, 1)", "linear(0, 1e300 30%, -1e300 60%, 1)", "linear(0, 1e38, 1)",
    "cubic-bezier(0, 1e300, 1, -1e300)",
    "steps(2147483648)", "steps(1, jump-both)", "spring(0.01, 1000000, 0)", "spring(1000, 0.01, 100000, 1000)",
    "spring(duration: 60, bounce: 1, velocity: -1000)", "spring(dampingRatio: 0.01, velocity: 1000)",
    "spring(duration: 0.01, bounce: -0.99)", "pop(20, 20, 1000)", "decay(1e12)", "decay(-1e12, 0.9999)", "decay(0)",
    "easeOutElastic(10, 0.01)", "easeInBack(20)", "easeIn(0.1)", "easeInBounceAsShipped", "bouncy", "ease",
  ]

  private static let formats = [
    "%e", "%.400e", "%g", "%.0g", "%#.38g", "%.400f", "%400d", "%-400.400d", "%x", "%#o", "%'.100f", "% +020.3f%%",
    "%.0f",
  ]

  private static let positions = [
    "index=0", "index=9223372036854775807", "time=0", "time=1e308", "time=5e-324", "position=1", "position=1e-320",
    "position=0.9999999999999999", "index=1", "time=0.5",
  ]

  private var random = SeededGenerator(state: 0)

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// A value at the end of what a parameter takes, or beyond.
  private mutating func value(_ parameter: Parameter) -> String {
    switch parameter.name {
    case "curve": return pick(Self.curves)
    case "format": return pick(Self.formats)
    case "from", "to", "prefix", "suffix": return pick(Self.texts)
    case "locale":
      return pick(["de", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "en-IN", "fr-CH", "th-TH-u-nu-thai", "sl", "ar"])
    case "currency": return pick(["EUR", "JPY", "XXX", "KWD"])
    case "unit": return pick(["kilobyte", "degree", "liter-per-kilometer", "year"])
    case "template": return pick(["{a}", "{a} of {a}", "{a}{a}{a}{a}{a}{a}{a}{a}"])
    case "earlier": return earlier()
    case "times": return pick(["0,1", "0,0", "1e-320,1", "0,5e-324", "1,1"])
    default: break
    }
    switch parameter.kind {
    case .integer(let range): return pick(["\(range.lowerBound)", "\(range.upperBound)"] + Self.numbers)
    case .repetitions(let range):
      return pick(["\(range.lowerBound)", "\(range.upperBound)", "infinite"] + Self.numbers)
    case .number(let range, _), .seconds(let range), .numbers(let range, _):
      let ends = [range.lowerBound, range.upperBound, range.lowerBound.nextUp, range.upperBound.nextDown]
      return pick(ends.map { "\($0)" } + Self.numbers)
    case .boolean: return pick(["true", "false"])
    case .choice, .interpolation: return pick(parameter.kind.choices() ?? [])
    case .names(let names): return names.joined(separator: ",")
    case .text, .textOrParts, .textsOrParts, .transition, .plurals, .changes, .animations:
      return parameter.examples.isEmpty ? pick(Self.texts) : pick(parameter.examples)
    }
  }

  private mutating func earlier() -> String {
    let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let curve = Bool.random(using: &random) ? ",\"curve\":\"\(pick(Self.curves))\"" : ""
      return "{\"to\":\(quoted(pick(Self.texts))),\"ago\":1\(curve)}"
    }
    return "[\(changes.joined(separator: ","))]"
  }

  private func quoted(_ text: String) -> String {
    var json = UTF8Buffer()
    json.appendJSON(text)
    return json.text()
  }

  private func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static let own = Parameter.all.filter { parameter in
    !parameter.places.isDisjoint(with: [.sequence, .curve, .pictures])
      && ![
        "animations", "id", "transition", "as", "late", "csv", "lastEventId", "index", "time", "position", "progress",
      ]
      .contains(parameter.name)
  }

  /// The path and query of a request with some extreme values.
  private mutating func request() -> String {
    var pairs = [("to", pick(Self.texts))]
    if Int.random(in: 0..<8, using: &random) > 0 { pairs.append(("from", pick(Self.texts))) }
    let (first, second) = (pick(Self.own), pick(Self.own))
    for parameter in [first, second] where !pairs.contains(where: { $0.0 == parameter.name }) {
      pairs.append((parameter.name, value(parameter)))
    }
    for name in ["curve", "format", "interpolation", "include"] where Int.random(in: 0..<3, using: &random) == 0 {
      guard !pairs.contains(where: { $0.0 == name }), let parameter = Self.own.first(where: { $0.name == name }) else {
        continue
      }
      pairs.append((name, value(parameter)))
    }
    let query = pairs.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "/v1/curve?samples=2&" + query.replacing("from=", with: "x=")
    case 1: return "/v1/stream?fps=1&" + query
    case 2, 3: return "/v1/frame?\(query)&\(pick(Self.positions))"
    default:
      let forms = SequenceRepresentation.allCases.map(\.name)
      return "/v1/frames?\(pick(["fps=2&", "frames=distinct&", ""]))\(query)&as=\(pick(forms))"
    }
  }

  @Test(arguments: 0..<shares) func `pairs of extreme values have an answer`(share: Int) async {
    let service = TestService {
      $0.maximumFrames = 200
      $0.maximumTextCharacters = 500
      $0.maximumPicturePixels = 20_000
    }
    for number in 0..<Self.count where number % Self.shares == share {
      if number / Self.shares % 32 == 0 { await Task.yield() }
      var generator = ExtremeValueTests()
      generator.random = SeededGenerator(state: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
      let request = generator.request()
      if Self.traces { print(number, request) }
      let start = processorSeconds()
      let answer = service.get(request)
      #expect([200, 400, 404].contains(answer.status), "\(number): \(request)")
      #expect(processorSeconds() - start < 2, "\(number): \(request)")
    }
  }

  @Test func `labels between extreme values have an answer, and can be read again`() throws {
    let service = LabelTestService()
    for series in 0..<Self.count / 40 {
      var generator = ExtremeValueTests()
      generator.random = SeededGenerator(state: UInt64(series) &* 0x9e37_79b9)
      let name = "label\(series)"
      for step in 0..<6 {
        var members = [
          "\"to\":\(quoted(generator.pick(Self.texts)))", "\"curve\":\(quoted(generator.pick(Self.curves)))",
        ]
        if step == 0 {
          let parameter = generator.pick(Self.own.filter { Parameter.refusedByLabels[$0.name] == nil })
          if !["to", "curve", "from"].contains(parameter.name) {
            members.append("\"\(parameter.name)\":\(quoted(generator.value(parameter)))")
          }
          if Bool.random(using: &generator.random) {
            members.append("\"format\":\(quoted(generator.pick(Self.formats)))")
          }
        }
        if Bool.random(using: &generator.random) {
          members.append("\"duration\":\(generator.pick(["0", "1", "86400"]))")
        }
        let body = "{\(Set(members).joined(separator: ","))}"
        if Self.traces { print(series, step, body) }
        let status = service.put(name, body).status
        #expect([200, 201, 400].contains(status), "\(series): \(body)")
        _ = service.add(name, generator.pick(Self.numbers))
        service.wait(generator.pick([0, 0.3, 1]))
        #expect([200, 404].contains(service.get("/v1/labels/\(name)?as=svg").status), "\(series): \(body)")
        #expect([200, 404].contains(service.get("/v1/labels/\(name)").status), "\(series): \(body)")
      }
    }
  }
}
