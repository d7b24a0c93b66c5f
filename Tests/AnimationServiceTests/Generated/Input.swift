import HTTPTypes
import MicroHTTP
import SeededNumbers

@testable import AnimationService
@testable import Requests

/// One thing that a stranger may send, and the parser that it is meant for.
enum Input {
  case query([UInt8])
  case json([UInt8])
  case curve(String)
  case format(String)
  case request(Request)
}

/// Draws inputs that are nearly right, each from its number alone, so that one can be had again without the others.
struct InputGenerator {
  private var random: SeededGenerator

  init(number: Int) {
    random = SeededGenerator(state: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
  }

  mutating func input() -> Input {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: .query(mutated(Array(query().utf8)))
    case 2, 3: .json(mutated(Array(json().utf8)))
    case 4, 5: .curve(curve())
    case 6, 7: .format(format())
    default: .request(request())
    }
  }
}

// MARK: - Requests

extension InputGenerator {
  private mutating func request() -> Request {
    let path = pick(["/v1/frame", "/v1/frame", "/v1/stream", "/v1/curve", "/v1/frames"])
    guard path != "/v1/frame", path != "/v1/curve", chance(0.5) else {
      return Request(path: path, query: text(mutated(Array(query(path).utf8), rarely: true)))
    }
    let isForm = chance(0.2)
    let body = isForm ? query(path) : json()
    return Request(
      method: .post, path: path,
      headerFields: [.contentType: isForm ? "application/x-www-form-urlencoded" : "application/json"],
      body: mutated(Array(body.utf8), rarely: true))
  }

  private mutating func query(_ path: String = "/v1/frame") -> String {
    var pairs = parameters()
    let place = Parameter.Places.all.first { $0.path == path }?.place ?? []
    // A curve has no texts, and few of the parameters.
    if path == "/v1/curve" {
      pairs =
        [("curve", value("curve"))]
        + pairs.filter { (name, _) in
          name != "curve" && Parameter.all.contains { $0.name == name && $0.places.contains(place) }
        }
    }
    if path == "/v1/frame" { pairs.append((pick(["index", "time", "progress"]), value("time"))) }
    if path == "/v1/frames" { pairs.append(("fps", "3")) }
    let form = Parameter.all.first { $0.name == "as" && $0.places.contains(place) }
    if let form, path == "/v1/frames" || chance(0.3) { pairs.append(("as", pick(form.kind.choices() ?? []))) }
    return pairs.map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }.joined(separator: "&")
  }

  private mutating func json() -> String {
    guard chance(0.8) else { return tree(depth: 0) }
    var members = members()
    if chance(0.2) { members.append("\"transition\":\(transition())") }
    if chance(0.2) {
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "{\((["\"id\":\(literal())"] + self.members()).joined(separator: ","))}"
      }
      members.append("\"animations\":[\(elements.joined(separator: ","))]")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func members() -> [String] {
    parameters().map { name, value in
      let value = chance(0.7) ? quoted(value) : chance(0.7) ? literal() : tree(depth: 0)
      return "\(quoted(name)):\(value)"
    }
  }

  /// A number of JSON.
  private mutating func literal() -> String {
    pick(["0", "1", "-7", "100", "12345678901234567890.5"])
      + pick([
        "", "", ".5", "e0", "e1", "E+16", "e-3", "e-324", "e325", "e9223372036854775807", "e-9223372036854775808",
      ])
  }

  private mutating func transition() -> String {
    let lists = ["enter", "exit"].map { name in
      let count = Int.random(in: 0...4, using: &random)
      return "\"\(name)\":[\((0..<count).map { _ in keyframe() }.joined(separator: ","))]"
    }
    return "{\(lists.joined(separator: ","))}"
  }

  private mutating func keyframe() -> String {
    var members: [String] = []
    for name in ["at", "opacity", "scale", "rotation", "offsetX", "offsetY"] where chance(0.4) {
      members.append("\"\(name)\":\(number())")
    }
    if chance(0.3) { members.append("\"curve\":\(quoted(curve()))") }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func parameters() -> [(String, String)] {
    var pairs = [("to", chance(0.9) ? label() : "[\(quoted(label())),\(quoted(label())),\(quoted(label()))]")]
    if chance(0.8) { pairs.append(("from", label())) }
    // About three others, however many there are: each may be wrong, and one that is hides the rest.
    for name in Self.names where chance(3 / Double(Self.names.count)) { pairs.append((name, value(name))) }
    return pairs
  }

  private mutating func value(_ name: String) -> String {
    let isRight = chance(0.95)
    if !isRight { return wrongValue(name) }
    guard let parameter = Parameter.all.first(where: { $0.name == name }) else { return label() }
    if Self.words[name] == nil, case .names(let names) = parameter.kind, chance(0.5) {
      return "\(pick(names)),\(pick(names))"
    }
    let values = Self.values(of: parameter)
    return values.isEmpty ? label() : pick(values)
  }

  /// Values that a parameter takes.
  static func values(of parameter: Parameter) -> [String] {
    if let words = words[parameter.name] { return words }
    return switch parameter.kind {
    case .number, .seconds, .integer: ["0", "1", "2", "0.5", "7"]
    case .repetitions: ["1", "2", "7", "infinite"]
    case .boolean: ["true", "false", "1", ""]
    case .choice, .interpolation: parameter.kind.choices() ?? []
    case .names(let names): names
    case .numbers: ["0.5", "0,1", "0.25,0.5,0.75", "-1,2"]
    case .text, .textOrParts, .textsOrParts, .transition, .plurals, .changes, .animations: parameter.examples
    }
  }

  private mutating func wrongValue(_ name: String) -> String {
    switch name {
    case "curve": curve()
    case "format": format()
    case "locale", "currency", "effect", "include", "interpolation": label()
    default: chance(0.8) ? number() : label()
    }
  }

  /// Parameters of an animation, of a request, and a name that no parameter has.
  private static let names =
    Set(own.map(\.name)).subtracting(["from", "to", "animations", "id", "as"]).sorted() + ["cuve"]

  /// The parameters of everything but labels.
  static let own = Parameter.all.filter { !$0.places.isDisjoint(with: [.sequence, .curve, .catalog]) }

  /// Texts with a grammar of their own, among them what is nearly right.
  private static let words: [String: [String]] = [
    "curve": ["linear", "ease-in", "smooth", "easeOutBounce", "spring(1, 100, 5)"],
    "format": ["%d", "%.2f", "%'d €", "%08x"],
    "locale": ["de", "de-CH", "hi-IN-u-nu-deva", "ar-EG", "x", "en-u-nu-thai", "fr-FR"],
    "currency": ["EUR", "JPY", "XXX", "eu"],
    "effect": ["fadeIn", "crossFade,zoomIn", "scrollUp|fadeOut", ","],
    "include": ["value", "velocity,labels", "glyphs", "columns", "value,"],
    "rate": ["1", "-1", "12.5", "-0.001", "0", "null", "1e30", "100000000000"],
    "until": ["60", "18000", "0.5", "2000-01-05T00:00:00Z", "2026-12-31T23:59:59+01:00", "-1"],
  ]
}

// MARK: - Texts

extension InputGenerator {
  /// Texts, most of which something is found in.
  static let labels = [
    "", "0", "7", "-7", "100 apples", "400 apples", "$1,234.50", "$9,876.25", "1e309", "NaN", "-0", "inf", "007",
    "9007199254740993", String(repeating: "1", count: 90), "0.\(String(repeating: "0", count: 60))1", "e\u{301}",
    "👨‍👩‍👧‍👦 3", "\u{202e}12", "١٢٣", "a\0b", "\u{d7ff}", "\u{10ffff}", "\u{2028}", "12:34:56", "1:59:58", "2020-05-06",
    "(-5)", "−3", "1.234,5", "\r\n1", "🇦🇹🇦🇹", "3 of 10 (30%)", "९९", "½", "١٬٢٣٤٫٥", "1 2 3 4 5 6 7 8", "--1", "+-2",
  ]

  private mutating func label() -> String {
    let text = pick(Self.labels)
    return chance(0.3) ? self.text(mutated(Array(text.utf8))) : text
  }

  /// Numbers at the ends of ranges, and what is none.
  static let numbers = [
    "0", "1", "-1", "0.5", "2", "3", "60", "240", "241", "29.97", "1e3", "1e308", "1e-320", "-0", "0x10", "inf",
    "nan",
    "400ms", "2s", "-1s", "1e400s", "", " 1", "1_000", "36000", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999", "infinite", "1e-9",
  ]

  private mutating func number() -> String {
    chance(0.3) ? String(Double.random(in: -2...300, using: &random)) : pick(Self.numbers)
  }

  private mutating func curve() -> String {
    if chance(0.3) {
      return pick([
        "linear", "ease", "easeInOut", "steps(4, jump-none)", "smooth", "bouncy", "easeOutBounce", "default",
      ])
    }
    let names = [
      "cubic-bezier", "linear", "steps", "spring", "pop", "decay", "easeIn", "easeOut", "easeInOut", "easeOutElastic",
      "easeInBack", "spring(", "smooth", "",
    ]
    let arguments = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      pick(["", "", "duration: ", "bounce: ", "response:", "dampingFraction: ", "dampingRatio:", "velocity: ", "mass:"])
        + number() + pick(["", "", "", "%", " 20%", " 10% 40%", "deg"])
    }
    let text = "\(pick(names))(\(arguments.joined(separator: pick([",", ", ", " "]))))"
    return chance(0.2) ? self.text(mutated(Array(text.utf8))) : text
  }

  private mutating func format() -> String {
    let flags = (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(["-", "+", " ", "#", "0", "'"]) }.joined()
    let conversion =
      "%" + flags + pick(["", "", "8", "20", "999999999999", "*"]) + pick(["", ".0", ".1", ".10", ".99999999999", "."])
      + pick(["", "", "l", "ll", "h", "z"])
      + pick(["d", "i", "u", "f", "F", "x", "X", "o", "e", "g", "a", "s", "n", "%", ""])
    let text = pick(["", "Points: ", "%%", "é", "%d"]) + conversion + pick(["", " €", "%%", "%"])
    return chance(0.2) ? self.text(mutated(Array(text.utf8))) : text
  }

  private mutating func tree(depth: Int) -> String {
    switch Int.random(in: 0...(depth < 5 ? 8 : 5), using: &random) {
    case 0: pick(["null", "true", "false", "nul", "TRUE"])
    case 1, 2: pick(["0", "-1", "1e5", "0.1", "01", "1.", "-", "9223372036854775808", "1e999", "-0.0"])
    case 3, 4: quoted(label())
    case 5: pick([#""\ud800""#, #""\u0000""#, #""\ud83d\ude00""#, #""\x""#, "\"", "[", "{", "\u{feff}1"])
    case 6, 7: "[\((0..<3).map { _ in tree(depth: depth + 1) }.joined(separator: ","))]"
    default:
      "{\((0..<3).map { "\"\(pick(["at", "to", "curve", "x\($0)"]))\":\(tree(depth: depth + 1))" }.joined(separator: ","))}"
    }
  }
}

// MARK: - Chance

extension InputGenerator {
  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }

  /// Bytes dropped, doubled, replaced or put in.
  private mutating func mutated(_ bytes: [UInt8], rarely: Bool = false) -> [UInt8] {
    guard chance(rarely ? 0.15 : 0.6) else { return bytes }
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = min(start + Int.random(in: 0...3, using: &random), bytes.count)
      let junk: [[UInt8]] = [
        [], [UInt8.random(in: 0...255, using: &random)], Array(pick(Self.junk).utf8),
        Array(bytes[start..<end]) + bytes[start..<end],
      ]
      bytes.replaceSubrange(start..<end, with: junk[Int.random(in: junk.indices, using: &random)])
    }
    return bytes
  }

  private static let junk = [
    "%", "%f", "%00", "&", "=", "&&", "+", "(", ")", ",", "\"", "\\", "{", "[", "é", "\u{301}", "👍", "٣", "\0", "1e99",
  ]

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ": "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: String(UnicodeScalar(byte))
      default: "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
      }
    }.joined()
  }
}
