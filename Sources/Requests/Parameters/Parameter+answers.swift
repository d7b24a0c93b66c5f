package import Documents
import FrameScheduling
import TextBytes

extension Parameter {
  static let animations = ParameterKey("animations", .animations())
  static let stagger = ParameterKey("stagger", .seconds(0...3600))
  static let id = ParameterKey("id", .elementID)
  package static let csv = ParameterKey("csv", .choice(of: CSVTexts.self))
  static let late = ParameterKey("late", .choice(of: FramePacer.LatePolicy.self))
  package static let lastEventID = ParameterKey("lastEventId", .text)

  /// Several animations, and the form of the answer.
  static let answers: [Parameter] = [
    Parameter(
      animations,
      """
      Several animations on one clock, each with an `id` and its own parameters; the other parameters are defaults for \
      all. In a query it is the JSON text of the array.
      """,
      examples: [#"[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]"#],
      shown: .answer("/v1/frames?\(ShownRequest.several)"),
      in: [.frames, .frame, .stream]),
    Parameter(
      stagger, default: "0",
      "Seconds by which each of `animations` starts later than the one before, on top of its `delay`.",
      examples: ["50ms"], shown: .answer("/v1/frames?\(ShownRequest.several)&stagger=50ms"),
      in: [.frames, .frame, .stream]),
    Parameter(
      id, "Names the animation in the answer; up to 64 bytes without control characters.", in: .element),
    form(
      SequenceRepresentation.self,
      "The form of the answer; wins over `Accept`. \(SequenceRepresentation.notes).",
      shown: .answer("/v1/frames?\(ShownRequest.apples)&as=text"), in: .frames),
    form(
      StreamRepresentation.self, "The form of the stream; wins over `Accept`.",
      shown: .answer("/v1/stream?\(ShownRequest.apples)&as=text"), in: .stream),
    form(
      CurveRepresentation.self, "The form of the answer; wins over `Accept`.",
      shown: .answer("/v1/curve?curve=bouncy&as=svg"), in: .curve),
    form(
      JSONRepresentation.self, "The form of the answer.",
      shown: .answer("/v1/frame?\(ShownRequest.apples)&time=1&as=json"), in: [.frame, .catalog]),
    Parameter(
      csv, default: "safe",
      """
      CSV puts an apostrophe before a text that a spreadsheet would run as a formula: one that begins with `=`, `+`, `-` \
      or `@` and is no number. `raw` writes every text as it is.
      """, shown: .answer("/v1/frames?from==1%2B1&to==2%2B2&fps=5&as=csv&csv=raw"), in: .frames),
    Parameter(
      late, default: "skip",
      "Whether frames that a client is too slow for are skipped, or sent late.",
      shown: .answer("/v1/stream?\(ShownRequest.apples)&late=send"), in: .stream),
    Parameter(
      lastEventID,
      """
      The last frame the client has seen; the stream goes on after it. Where it is malformed, the stream starts from the \
      beginning.
      """, examples: ["60"], shown: .answer("/v1/stream?\(ShownRequest.apples)&lastEventId=60"), in: .stream),
  ]

  static let index = ParameterKey("index", .integer(0 ... .max))
  static let time = ParameterKey("time", .seconds(0 ... .infinity))
  static let position = ParameterKey("position", .number(0...1))
  static let progress = ParameterKey("progress", .number(0...1))

  /// Which frame is asked for.
  static let positions: [Parameter] = [
    Parameter(
      index,
      """
      Which frame; the last is `frameCount` − 1. One of `index`, `time` and `position` is required; several animations, \
      each of which counts its own frames, have no `index`.
      """,
      examples: ["60"], shown: .answer("/v1/frame?\(ShownRequest.apples)&index=60"), in: .frame),
    Parameter(
      time, "Seconds from the start of the delay.", examples: ["1.25"],
      shown: .answer("/v1/frame?\(ShownRequest.apples)&time=1.25"), in: .frame),
    Parameter(
      position, "Share of the whole time, before the curve eases it.", examples: ["0.5"],
      shown: .answer("/v1/frame?\(ShownRequest.apples)&position=0.5"), in: .frame),
    Parameter(
      progress, "The earlier name of `position`, for one version more: in frames `progress` is eased.",
      shown: .answer("/v1/frame?\(ShownRequest.apples)&progress=0.5"), in: .frame),
  ]

  static let sampleCount = ParameterKey("samples", .integer(2...2001))
  static let samplingDuration = ParameterKey("duration", .seconds(0.001...86_400))

  /// How a curve is shown.
  static let curves: [Parameter] = [
    Parameter(
      sampleCount, default: "101", "Samples, both ends included.", shown: .answer("/v1/curve?curve=bouncy&samples=11"),
      in: .curve),
    Parameter(
      samplingDuration, "Seconds; without it until a spring has settled, and 1 for an easing.",
      shown: .answer("/v1/curve?curve=linear&duration=2s&samples=5"), in: .curve),
  ]
}
