import TextAnimation
import Timing

/// What a client asked to be animated, decoded and checked.
struct AnimationRequest: Sendable {
  /// Text before, or `nil` for empty text (0 where numbers are asked for).
  var source: String?
  /// Text after.
  var target = ""
  /// Seconds, or `nil` for the curve's own or the default.
  var duration: Double?
  /// The curve as it was written.
  var curveText: String
  /// The curve.
  var curve: any TimingCurve
  /// Frames per second.
  var fps = 60.0
  /// `auto`, `none`, or a name of the catalogue.
  var interpolation = "auto"
  /// Writes the number instead of the two texts.
  var format: PrintfFormat?
  /// How numbers are read and written: `locale` alone says how those in the texts are read; with `style`, `currency`,
  /// `fractionDigits`, `minimumIntegerDigits`, `grouping`, `sign` or `notation`, `from` and `to` are numbers, and every
  /// frame is written in the locale's way, English by default.
  var numberStyle = NumberStyle()
  /// What becomes of digits that are not shown; `nil` is the interpolation's own way.
  var rounding: Rounding?
  /// What the numbers between the two ends are multiples of.
  var roundingFactor: ExactDecimal?
  /// The eased progress whose times are asked for.
  var markers: [Double] = []
  /// Where overshoot is cut.
  var clamp = Animation.Clamp.none
  /// How often, how fast, after which delay.
  var playback = Playback.once
  /// Decides the characters of a scramble.
  var seed: UInt64 = 0
  /// How the columns of an odometer turn together.
  var columnMode = ColumnMode.carry
  /// Which way the columns of an odometer roll.
  var direction = ColumnDirection.auto
  /// How one label leaves while the other enters.
  var transition: Transition?
  /// What each frame says beside its text; `nil` is what the interpolation and the transition need.
  var members: FrameMembers?
  /// Whether frames equal to the one before are left out.
  var isDistinct = false
}

extension AnimationRequest {
  /// Whether it repeats for ever, if its texts can be animated.
  var isEndless: Bool { playback.repeatCount == .infinite }

  /// The longest duration and delay that can be asked for: a day.
  private static let maximumSeconds = 86_400.0

  /// Reads the parameters of an animation; what is wrong is noted with the reader.
  init(reading reader: inout ParameterReader, in context: ServiceContext) throws(Problem) {
    (curveText, curve) = reader.curve("curve", default: "easeInOut", in: context.curves) ?? ("", Linear())
    source = Self.animatedText("from", &reader, context)
    target = Self.animatedText("to", &reader, context) ?? ""
    if decay != nil {
      if reader.has("to") { reader.refuse("to", "must not be given together with a decay, which finds it") }
    } else if !reader.has("to") {
      reader.refuse("to", "is required")
    }
    duration = reader.seconds("duration", in: 0...Self.maximumSeconds)
    fps = reader.number("fps", in: 1...240) ?? 60
    clamp = reader.choice("clamp") ?? .none
    rounding = reader.choice("rounding")
    roundingFactor = Self.roundingFactor(&reader)
    markers = reader.numbers("markers", in: -1000...1000, limit: 64)
    seed = UInt64(bitPattern: Int64(reader.integer("seed", in: .min ... .max) ?? 0))
    if !reader.isDone(before: Self.seldomGiven) { readSeldomGiven(&reader, context) }
  }

  /// What most requests leave out.
  private static let seldomGiven = ParameterGroup { reader in
    var request = AnimationRequest(curveText: "", curve: Linear())
    request.readSeldomGiven(&reader, ServiceContext(settings: Settings()))
  }

  private mutating func readSeldomGiven(_ reader: inout ParameterReader, _ context: ServiceContext) {
    playback = Self.playback(&reader)
    transition = TransitionReader.transition(&reader, context.curves)
    members = Self.members(&reader)
    isDistinct = reader.choice("frames", of: Frames.self) == .distinct
    if isDistinct, playback.repeatCount == .infinite {
      reader.refuse("frames", "cannot be `distinct` together with `repeat=infinite`")
    }
    readInterpolation(&reader, context)
    readColumns(&reader)
  }

  /// The curve, where it is one that finds its own target.
  ///
  /// The types are compared first: to ask whether a value can be cast takes as long as reading three parameters.
  var decay: Decay? { type(of: curve) == Decay.self ? curve as? Decay : nil }

  /// Every name that it asks for.
  static func parameterNames(in context: ServiceContext) -> [String] {
    var probe = ParameterReader(Parameters())
    _ = try? AnimationRequest(reading: &probe, in: context)
    return probe.known
  }

  private enum Frames: String, CaseIterable {
    case all, distinct
  }

  private mutating func readInterpolation(_ reader: inout ParameterReader, _ context: ServiceContext) {
    if let name = reader.text("interpolation") {
      let names = ["auto", "none"] + context.interpolators.entries.map(\.name)
      if names.contains(name) { interpolation = name } else { reader.refuseChoice("interpolation", name, among: names) }
    }
    numberStyle = NumberStyle(reading: &reader, rounding: rounding, in: context)
    if let text = reader.text("format") { readFormat(text, &reader) }
    let writing = NumberStyle.formattingNames.first { reader.has($0) }
    if roundingFactor != nil, !["auto", "number", "numbers"].contains(interpolation) {
      reader.refuse(
        "interpolation", "cannot be `\(interpolation)` together with `roundingFactor`, which rounds numbers")
    }
    if let writing, !["auto", "number"].contains(interpolation) {
      reader.refuse("interpolation", "cannot be `\(interpolation)` together with `\(writing)`, which writes a number")
    }
  }

  private mutating func readFormat(_ text: String, _ reader: inout ParameterReader) {
    do throws(MalformedFormat) {
      format = try PrintfFormat(text)
    } catch {
      reader.refuse("format", "is malformed: \(error.reason) (character \(error.position))")
    }
    for name in NumberStyle.names where reader.has(name) {
      reader.refuse(name, "cannot be asked together with `format`, which says itself how the number is written")
    }
  }

  private mutating func readColumns(_ reader: inout ParameterReader) {
    columnMode = reader.choice("columnMode") ?? .carry
    direction = reader.choice("direction") ?? .auto
    guard interpolation != "odometer" else { return }
    for name in ["columnMode", "direction"] where reader.has(name) {
      reader.refuse(name, "needs `interpolation=odometer`")
    }
  }

  private static func animatedText(
    _ name: String, _ reader: inout ParameterReader, _ context: ServiceContext
  ) -> String? {
    guard let text = reader.text(name) else { return nil }
    let (bytes, characters) = (context.settings.maximumTextBytes, context.settings.maximumTextCharacters)
    if text.utf8.count > bytes {
      reader.refuse(name, "has \(text.utf8.count) bytes; \(bytes) are possible")
    } else if text.utf8.count > characters, text.count > characters {
      reader.refuse(name, "has \(text.count) characters; \(characters) are possible")
    } else {
      return text
    }
    return nil
  }

  private static func roundingFactor(_ reader: inout ParameterReader) -> ExactDecimal? {
    guard let text = reader.text("roundingFactor") else { return nil }
    if !text.isEmpty, let factor = try? ExactDecimal(parsing: text), factor.isFactor { return factor }
    let digits = ExactDecimal.factorDigits
    reader.refuse(
      "roundingFactor",
      "must be a number above 0 of at most \(digits) digits, such as `0.5` or `10`, not `\(ParameterReader.excerpt(text))`"
    )
    return nil
  }

  private static func members(_ reader: inout ParameterReader) -> FrameMembers? {
    guard let text = reader.text("include") else { return nil }
    var members: FrameMembers = []
    for name in text.elements(separatedBy: ",") where !name.isEmpty {
      guard let named = FrameMembers.named.first(where: { $0.name == name }) else {
        reader.refuseChoice("include", String(name), among: FrameMembers.named.map(\.name))
        break
      }
      members.insert(named.member)
    }
    return members
  }

  private static func playback(_ reader: inout ParameterReader) -> Playback {
    let repeats = reader.text("repeat")
    let count = repeats.flatMap { Int($0) ?? ParameterReader.number($0).flatMap(Int.init(exactly:)) }
    if let repeats, count == nil, repeats != "infinite" {
      reader.refuse("repeat", "must be a whole number or `infinite`, not `\(ParameterReader.excerpt(repeats))`")
    }
    let delay = reader.seconds("delay", in: 0...Double.infinity) ?? 0
    let autoreverse = reader.boolean("autoreverse") ?? false
    let speed = reader.number("speed", in: 0...Double.infinity) ?? 1
    do throws(InvalidMembers) {
      return try Playback(
        delay: delay, repeatCount: repeats == "infinite" ? .infinite : .times(count ?? 1), autoreverse: autoreverse,
        speed: speed)
    } catch {
      for problem in error.problems { reader.refuse(problem.member, problem.reason) }
      return .once
    }
  }
}
