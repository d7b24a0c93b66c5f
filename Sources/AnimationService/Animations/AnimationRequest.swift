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
  mutating func setSource(_ wording: Wording) {
    switch wording {
    case .parts(let values):
      parts = parts ?? TemplateParts()
      parts?.source = values
    case .text(let text):
      source = text.isEmpty ? nil : text
      parts?.source = nil
    case .list: break
    }
  }

  mutating func setTarget(_ wording: Wording) {
    texts = []
    switch wording {
    case .parts(let values):
      parts = parts ?? TemplateParts()
      parts?.target = values
    case .text(let text):
      target = text
      parts?.target = nil
    case .list(let list):
      (texts, target) = (list, list.last ?? "")
      parts?.target = nil
    }
  }

  mutating func setTemplate(_ template: TextTemplate) {
    parts = parts ?? TemplateParts()
    parts?.template = template
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
