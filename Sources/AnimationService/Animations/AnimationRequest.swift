import TextAnimation
import Timing
import TextBytes

/// What a client asked to be animated, decoded and checked.
struct AnimationRequest: Sendable {
  /// The text before, or `nil` for an empty text (0 where it must be a number).
  var source: String?
  /// The text after.
  var target = ""
  /// What the text was set to before and may still be on the way to, the oldest first; the source is the text before all.
  var earlier: [EarlierChange] = []
  /// The texts that it goes through, the last of which is the target; empty where there is one way.
  var texts: [String] = []
  /// When each of the texts, the source included, is reached, as a share of the duration.
  var times: [Double] = []
  /// The parameter that the source is from.
  var sourceParameter = "from"
  /// Text before every text that is shown.
  var prefix = ""
  /// Text behind every text that is shown.
  var suffix = ""
  /// The template that both texts are made by, and its parts.
  var parts: TemplateParts?
  /// Seconds; `nil` for the duration of the curve, or the default.
  var duration: Double?
  /// The curve as it was written.
  var curveText = defaultCurve
  /// The curve.
  var curve: any TimingCurve
  /// Frames per second.
  var fps = 60.0
  /// `auto`, `none`, or a name of the catalogue.
  var interpolation = "auto"
  /// How numbers are written, as a printf format.
  var format: PrintfFormat?
  /// How numbers are read and written: `locale` alone says how those in the texts are read; with `style`, `currency`,
  /// `unit`, digits, `minimumIntegerDigits`, `grouping`, `sign` or `notation`, `from` and `to` are numbers, and every
  /// frame is written in the locale's way, English by default.
  var numberStyle = NumberStyle()
  /// How numbers are rounded; `nil` for the interpolation's default.
  var rounding: Rounding?
  /// All numbers between the first and the last are multiples of this.
  var roundingFactor: Decimal?
  /// Values of the eased progress whose times are reported.
  var markers: [Double] = []
  /// Where overshoot is cut.
  var clamp = Animation.Clamp.none
  /// Seconds for which the source is shown first.
  var delay = 0.0
  /// How often it runs.
  var repeatCount = Playback.RepeatCount.times(1)
  /// Seconds for which the last text stands before it runs again.
  var repeatDelay = 0.0
  /// Whether each iteration also runs back.
  var autoreverse = false
  /// How many times as fast it runs.
  var speed = 1.0
  /// Decides the characters of a scramble.
  var seed: UInt64 = 0
  /// How the columns of an odometer turn together.
  var columnMode = ColumnMode.carry
  /// Which way the columns of an odometer and the characters of `numericText` roll.
  var direction = ColumnDirection.auto
  /// Where the lines of a text with glyphs are aligned.
  var alignment = TextAlignment.left
  /// How one label leaves while the other enters, as effects.
  var effect: TransitionEffect?
  /// The same as keyframes.
  var keyframes: Transition?
  /// The members of a frame beside its text and those that the interpolation and the transition need.
  var members: FrameMembers = []
  /// Whether frames equal to the one before are left out.
  var isDistinct = false
  /// Parameters that have no effect beside the others.
  var warnings: [ParameterProblem] = []
}

extension AnimationRequest {
  /// The curve of a request that names none.
  static let defaultCurve = "easeInOut"

  /// Which frames are wanted.
  enum Frames: String, CaseIterable {
    case all, distinct
  }

  /// Whether it repeats forever, if its texts can be animated.
  var isEndless: Bool { repeatCount == .infinite }

  /// How one label leaves while the other enters.
  var transition: Transition? { effect.map { Transition($0) } ?? keyframes }

  /// The curve, where it is one that finds its own target.
  ///
  /// The types are compared first, since a cast costs as much as reading three parameters.
  var decay: Decay? { type(of: curve) == Decay.self ? curve as? Decay : nil }

  /// How often, how fast, after which delay.
  var playback: Playback {
    let playback = try? Playback(
      delay: delay, repeatCount: repeatCount, repeatDelay: repeatDelay, autoreverse: autoreverse, speed: speed)
    return playback ?? .once
  }
}

// MARK: - Values that are more than a number or a name

extension AnimationRequest {
  mutating func setCurve(_ text: String, in catalog: CurveCatalog) throws(ParameterRefusal) {
    curve = try catalog.readCurve(text)
    curveText = text
  }

  mutating func setFormat(_ text: String) throws(ParameterRefusal) {
    do throws(MalformedFormat) {
      format = try PrintfFormat(text)
    } catch {
      throw ParameterRefusal("is malformed: \(error.reason) (character \(error.position))")
    }
  }

  mutating func setRoundingFactor(_ text: String) throws(ParameterRefusal) {
    guard !text.isEmpty, let factor = try? Decimal(parsing: text), factor.isFactor else {
      let digits = Decimal.factorDigits
      throw ParameterRefusal(
        "must be a number above 0 of at most \(digits) digits, such as `0.5` or `10`, not `\(text.excerpt)`")
    }
    roundingFactor = factor
  }
}

extension CurveCatalog {
  /// The curve that a text names.
  func readCurve(_ text: String) throws(ParameterRefusal) -> any TimingCurve {
    do throws(CurveSyntaxError) {
      return try curve(text)
    } catch {
      throw ParameterRefusal("cannot be used: \(error.message)")
    }
  }
}

extension FrameMembers {
  /// Reads names with commas between them.
  init(named text: String) throws(ParameterRefusal) {
    self = []
    for name in text.elements(separatedBy: ",") where !name.isEmpty {
      guard let named = Self.named.first(where: { $0.name == name }) else {
        throw .noChoice(String(name), among: Self.named.map(\.name))
      }
      insert(named.member)
    }
  }
}

/// How long a text may be that comes with a request.
struct TextLimits {
  let bytes: Int
  /// Grapheme clusters.
  let characters: Int

  init(bytes: Int, characters: Int) {
    (self.bytes, self.characters) = (bytes, characters)
  }

  init(_ settings: Settings) {
    self.init(bytes: settings.maximumTextBytes, characters: settings.maximumTextCharacters)
  }

  /// For what is kept: it was short enough when it came, and the settings may have changed since.
  static let none = TextLimits(bytes: .max, characters: .max)

  /// Refuses a text that is longer.
  func check(_ text: String) throws(ParameterRefusal) {
    if text.utf8.count > bytes {
      throw ParameterRefusal("has \(text.utf8.count) bytes; \(bytes) are possible")
    }
    if text.utf8.count > characters, text.count > characters {
      throw ParameterRefusal("has \(text.count) characters; \(characters) are possible")
    }
  }
}

extension JSONValue {
  /// A text within the limits for texts.
  func shortText(_ limits: TextLimits) throws(ParameterRefusal) -> String {
    let text = try text()
    try limits.check(text)
    return text
  }

  /// A whole number of iterations, or `infinite`.
  func repetitions(in range: ClosedRange<Int>) throws(ParameterRefusal) -> Playback.RepeatCount {
    let text = try text()
    if text == "infinite" { return .infinite }
    guard let count = Int(decimal: text) else {
      throw ParameterRefusal("must be a whole number or `infinite`, not `\(text.excerpt)`")
    }
    guard range.contains(count) else {
      throw ParameterRefusal(
        "must be from \(range.lowerBound) to \(range.upperBound), or `infinite`, not \(text.excerpt)")
    }
    return .times(count)
  }

  /// The id of one of several animations.
  func elementID() throws(ParameterRefusal) -> String {
    let id = try text()
    if !(1...64 ~= id.utf8.count) {
      throw ParameterRefusal("must have from 1 to 64 bytes, not \(id.utf8.count)")
    }
    // Control characters are U+0000 to U+001F and U+007F to U+009F.
    if id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
      throw ParameterRefusal("must not have control characters")
    }
    return id
  }
}
