import WrittenNumbers
import TextAnimation
import Timing
import TextBytes

@testable import AnimationService
@testable import Requests

/// A fuzzer's bytes, read as choices, so that each of its small steps leads to something nearly as right as before.
///
/// Where there are no more bytes, each is 0.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

  /// All that is left, as it is.
  mutating func bytes() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// A text: ASCII stands for itself, a byte beyond it for a piece, 0 is the end, and 255 repeats what came so far.
  mutating func text(_ pieces: [String] = Self.pieces) -> String {
    var text = ""
    while let byte = rest.popFirst(), byte > 0, text.utf8.count < 6000 {
      switch byte {
      case 0x7F: text.unicodeScalars.append(Unicode.Scalar(self.byte()))
      case 0xFF: text = String(repeating: text, count: min(Int(self.byte()), 6000 / max(text.utf8.count, 1)) + 1)
      case 0x80...: text += pieces[Int(byte - 0x80) % pieces.count]
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }

  /// What takes a text apart: numbers and their ends, units, dates, signs, letters that are several or wide.
  static let pieces =
    InputGenerator.labels + InputGenerator.numbers + [
      "1h 59m", "900 ms", "1.2 s", "12 kg 500 g", "30 seconds", "2 minutes", "1:02:03", "23:59", "31.12.2024",
      "2024-02-29", "1 1/2", "3⅞", "$5", "CHF 7", "€", "¥", "£", "%", "‰", "°C", "K", "M", " KiB", "1.5k", "1e", "E+",
      "×10^",
      "#ff0000", "rgb(1 2 3)", "first", "22nd", "one", "items", " of ", "Hello", "wörld", "שלום", "مرحبا", "ไทย", "漢字",
      "\n",
      "\u{200d}", "\u{fe0f}", "\u{a0}", "\u{202f}", "’", "٫", "−", "18446744073709551616",
      "9223372036854775808", "99999999999999999999999999999999999999",
      "1 d 03:12:09", "12/30/24", "Dec 31, 2024", "11:58 PM", "2024年12月30日", "30 Aralık 2024 Pazartesi",
    ]
}

// MARK: - Parameters

extension Choices {
  /// Some of the parameters of a place with values, each once.
  mutating func members(of parameters: [Parameter], depth: Int = 0) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for _ in 0..<(byte() & 15) where !isEmpty {
      let parameter = parameter(of: parameters)
      let value = value(of: parameter, parameters, depth: depth)
      if !members.contains(where: { $0.name == parameter.name }) { members.append(.init(parameter.name, value)) }
    }
    return members
  }

  /// The parameter whose name has the next hash (FNV-1a), so that an input means the same when there are others beside it.
  private mutating func parameter(of parameters: [Parameter]) -> Parameter {
    let wanted = UInt16(byte()) << 8 | UInt16(byte())
    func distance(_ parameter: Parameter) -> UInt16 {
      let hash = parameter.name.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
      return UInt16(truncatingIfNeeded: hash >> 16 ^ hash) &- wanted
    }
    return parameters.min { distance($0) < distance($1) } ?? parameters[0]
  }

  /// A value that is right, maybe.
  private mutating func value(of parameter: Parameter, _ others: [Parameter], depth: Int) -> JSONValue {
    switch rest.first {
    case 1:
      _ = byte()
      return .string(pick(InputGenerator.values(of: parameter) + [""]))
    case 2:
      _ = byte()
      let values = InputGenerator.values(of: parameter) + [""]
      return .string("\(pick(values)),\(pick(values))")
    case 3:
      _ = byte()
      return .number(pick(InputGenerator.numbers))
    case 4 where depth < 2:
      _ = byte()
      return structure(of: parameter.kind, others, depth: depth + 1)
    default: return .string(text())
    }
  }

  /// What a parameter takes beside a text.
  private mutating func structure(of kind: Parameter.Kind, _ others: [Parameter], depth: Int) -> JSONValue {
    let count = Int(byte() & 7) + 1
    switch kind {
    case .changes:
      return .array((0..<count).map { _ in change() })
    case .animations:
      let elements = others.filter { !["animations", "as", "index", "time", "position", "stagger"].contains($0.name) }
      return .array(
        (0..<count).map { number in
          .object([.init("id", .string("\(number)"))] + members(of: elements, depth: depth))
        })
    case .plurals:
      let forms = PluralCategory.allCases.filter { _ in byte() & 1 == 0 }
      return .object(forms.map { .init($0.rawValue, .string(text())) })
    case .transition:
      return .object(
        ["exit", "enter"].map { name in .init(name, .array((0..<Int(byte() & 3)).map { _ in keyframe() })) })
    case .textOrParts:
      return .object((0..<count).map { .init("\($0)", .string(text())) })
    case .textsOrParts:
      let isObject = byte() & 1 == 1
      let texts = (0..<count).map { _ in text() }
      return isObject
        ? .object(texts.enumerated().map { .init("\($0.offset)", .string($0.element)) })
        : .array(texts.map { .string($0) })
    default: return .array((0..<count).map { _ in .number(pick(InputGenerator.numbers)) })
    }
  }

  private mutating func change() -> JSONValue {
    var members: [JSONValue.Member] = [.init("to", .string(text())), .init("ago", .string(text()))]
    let more = byte()
    if more & 1 == 1 { members.append(.init("curve", .string(text(Self.curvePieces)))) }
    if more & 2 == 2 { members.append(.init("duration", .string(text()))) }
    return .object(members)
  }

  private mutating func keyframe() -> JSONValue {
    var members: [JSONValue.Member] = [.init("at", .string(text()))]
    for name in ["opacity", "scale", "rotation", "offsetX", "offsetY"] where byte() & 1 == 1 {
      members.append(.init(name, .string(text())))
    }
    return .object(members)
  }

  /// What curves are written with.
  static let curvePieces =
    CurveCatalog.standard.entries.map(\.name) + InputGenerator.numbers + [
      "linear(0, 0.5 20%, 1)", "cubic-bezier(.1,-2,.3,4)", "steps(3, jump-both)", "spring(duration: 0.5, bounce: 0.3)",
      "calc(", "min(", "max(", "clamp(", "pow(", "sqrt(", "mod(", "pi", "e", "infinity", "duration: ", "bounce: ",
      "mass: ",
      "stiffness: ", "damping: ", "velocity: ", "dampingRatio: ", "response: ", "deg", "ms", "%",
    ]
}
