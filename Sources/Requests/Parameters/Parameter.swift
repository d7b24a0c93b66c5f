import Documents
public import TextAnimation
import WrittenNumbers
import TextBytes

/// One parameter of the interface, declared once in ``all``.
///
/// Requests are read by it; the command's options, `/openapi.json`, `/docs/parameters`, the module with its types, and
/// the generators of the tests are made from it.
public struct Parameter: Sendable {
  /// How it is written in a query, a form, a JSON object and an option of the command.
  public let name: String
  /// Which values it takes.
  public let kind: Kind
  /// The value that stands for leaving it out; `nil` where that depends on other parameters.
  public let defaultValue: String?
  /// What it does, in one or two sentences with code in backticks.
  public let summary: String
  /// Values to try.
  public let examples: [String]
  /// What shows it in the documentation; `nil` where nobody can write that beforehand.
  package let shown: ShownRequest?
  /// Where it may be used.
  public let places: Places
  /// Whether an empty text is a value; elsewhere it counts as left out, as forms send fields that are not filled in.
  package let takesEmptyText: Bool
  /// Takes a value that is not null into the parameters of a request.
  let read: @Sendable (JSONValue, Reading, inout RequestParameters) throws(ParameterRefusal) -> Void

  init<Value>(
    _ name: String, _ type: ValueType<Value>, default: String? = nil, _ summary: String, examples: [String] = [],
    shown: ShownRequest? = nil, in places: Places = .animation, takesEmptyText: Bool = false,
    set: @escaping @Sendable (inout RequestParameters, Value) -> Void
  ) {
    self.name = name
    kind = type.kind
    defaultValue = `default`
    self.summary = summary
    self.examples = examples
    self.shown = shown
    self.places = places
    self.takesEmptyText = takesEmptyText
    read = { (value, reading, parameters) throws(ParameterRefusal) in
      set(&parameters, try type.read(value, reading))
    }
  }

  /// One that is asked for by whoever needs its value.
  init<Value>(
    _ key: ParameterKey<Value>, default: String? = nil, _ summary: String, examples: [String] = [],
    shown: ShownRequest? = nil, in places: Places = .animation, takesEmptyText: Bool = false
  ) {
    self.init(
      key.name, key.type, default: `default`, summary, examples: examples, shown: shown, in: places,
      takesEmptyText: takesEmptyText
    ) { _, _ in }
  }

  /// Where parameters may be used.
  public struct Places: OptionSet, Hashable, Sendable {
    /// A bit for each place.
    public let rawValue: UInt16

    /// Creates a set of places.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// `/v1/frames`.
    public static let frames = Places(rawValue: 1)
    /// `/v1/frame`.
    public static let frame = Places(rawValue: 2)
    /// `/v1/stream`.
    public static let stream = Places(rawValue: 4)
    /// An element of `animations`.
    public static let element = Places(rawValue: 8)
    /// `/v1/curve`.
    public static let curve = Places(rawValue: 16)
    /// `/v1/curves`.
    public static let catalog = Places(rawValue: 32)
    /// A change of a label: PUT to `/v1/labels/{id}`.
    public static let label = Places(rawValue: 64)
    /// A label as it is: GET of `/v1/labels/{id}`.
    public static let labelReading = Places(rawValue: 128)
    /// `/v1/labels/{id}/add`.
    public static let labelAddition = Places(rawValue: 256)
    /// `/v1/labels/{id}/frames`.
    public static let labelFrames = Places(rawValue: 512)
    /// `/v1/labels`.
    public static let labelList = Places(rawValue: 1024)
    /// `/v1/labels/{id}/stream`.
    public static let labelStream = Places(rawValue: 2048)
    /// `/v1/labels/stream`.
    public static let labelsStream = Places(rawValue: 4096)
    /// `/v1/labels/{id}/next`.
    public static let labelNext = Places(rawValue: 8192)

    /// Wherever an animation by itself is described, which a label's change is not.
    public static let sequence: Places = [.frames, .frame, .stream, .element]
    /// Wherever an animation is described.
    public static let animation: Places = [.frames, .frame, .stream, .element, .label]
  }

  /// Which values a parameter takes.
  public enum Kind: Sendable {
    /// Any text; a JSON number counts as its digits.
    case text
    /// A text, or a JSON object with the texts of a template's parts.
    case textOrParts
    /// The same, or a list of up to so many texts.
    case textsOrParts(limit: Int)
    /// A number within a range; `excludesMinimum` where the lower bound itself is not possible.
    case number(ClosedRange<Double>, excludesMinimum: Bool = false)
    /// A time in seconds, or a CSS time.
    case seconds(ClosedRange<Double>)
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A whole number, or `infinite`.
    case repetitions(ClosedRange<Int>)
    /// `true` or `false`.
    case boolean
    /// One of a few names.
    case choice([String])
    /// The name of an interpolation, `auto` or `none`.
    case interpolation
    /// Names with commas between them.
    case names([String])
    /// Numbers with commas between them, or in an array.
    case numbers(ClosedRange<Double>, limit: Int)
    /// A JSON object with the keyframes of two labels.
    case transition
    /// A JSON object with the forms of a word.
    case plurals
    /// A JSON array of changes that came before.
    case changes
    /// A JSON array of animations.
    case animations

    /// The names that are possible, for a parameter that takes one of a few; `nil` for all others.
    public func choices(of interpolators: InterpolatorCatalog = .standard) -> [String]? {
      switch self {
      case .choice(let names): names
      case .interpolation: Self.interpolations(of: interpolators)
      default: nil
      }
    }

    /// `auto`, `none`, and the interpolations of a catalogue.
    static func interpolations(of catalog: InterpolatorCatalog) -> [String] {
      ["auto", "none"] + catalog.entries.map(\.name)
    }

    /// The possible values in words, with code in backticks; `nil` where any text is one.
    public func description(_ interpolators: InterpolatorCatalog = .standard) -> String? {
      switch self {
      case .text, .textOrParts, .textsOrParts, .transition, .plurals, .changes, .animations: nil
      case .number(let range, _), .seconds(let range): Self.words(range.lowerBound.plain, range.upperBound.plain)
      case .integer(let range): range.lowerBound == .min ? "Any integer" : Self.words(range)
      case .repetitions(let range): Self.words(range).map { "\($0), or `infinite`" }
      case .boolean: "`true` or `false`"
      case .choice, .interpolation: choices(of: interpolators).map { "One of \(Self.list($0))" }
      case .names(let names): "One or more of \(Self.list(names))"
      case .numbers(let range, let limit):
        "Up to \(limit) numbers from \(range.lowerBound.plain) to \(range.upperBound.plain)"
      }
    }

    private static func words(_ range: ClosedRange<Int>) -> String? {
      words(String(range.lowerBound), range.upperBound == .max ? "inf" : String(range.upperBound))
    }

    private static func words(_ low: String, _ high: String) -> String? {
      high == "inf" ? (low == "0" ? nil : "\(low) or more") : "From \(low) to \(high)"
    }

    private static func list(_ names: [String]) -> String {
      names.map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}

extension Parameter {
  /// Every parameter, those of an animation first; a name stands twice where it means something else elsewhere.
  public static let all = texts + numbers + motion + looks + answers + pictures + positions + curves + labels

  package static let form = ParameterKey("as", .text)

  /// The form of an answer, which the endpoint chooses by it or by `Accept`.
  static func form<Form: Representation>(
    _ type: Form.Type, _ summary: String, among forms: [Form] = Form.allCases, shown: ShownRequest? = nil,
    in places: Places
  ) -> Parameter {
    let names = forms.map(\.name)
    // A name that there is not is refused where it is chosen among them.
    let text = ValueType<String>(.choice(names)) { (value, _) throws(ParameterRefusal) in try value.text() }
    return Parameter(ParameterKey(form.name, text), default: names.first, summary, shown: shown, in: places)
  }
}

/// The name of a parameter with what its value is.
package struct ParameterKey<Value: Sendable>: Sendable {
  package let name: String
  let type: ValueType<Value>

  init(_ name: String, _ type: ValueType<Value>) {
    (self.name, self.type) = (name, type)
  }
}
