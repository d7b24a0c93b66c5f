import TextBytes

extension Parameter {
  /// Several animations, and the form of the answer.
  static let answers: [Parameter] = [
    Parameter(
      "animations", .animations,
      """
      Several animations on one clock, each with an `id` and its own parameters; the other parameters are defaults for \
      all. In a query it is the JSON text of the array.
      """,
      examples: [#"[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]"#],
      in: [.frames, .frame, .stream]
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animations = value
    },
    seconds(
      "stagger", in: 0...3600, default: "0",
      "Seconds by which each of `animations` starts later than the one before, on top of its `delay`.",
      examples: ["50ms"], places: [.frames, .frame, .stream]
    ) { $0.stagger = $1 },
    Parameter(
      "id", .text, "Names the animation in the answer; up to 64 bytes without control characters.", in: .element
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.id = try value.elementID()
    },
    form(
      SequenceRepresentation.self,
      """
      The form of the answer; wins over `Accept`. `cast` is a recording of a terminal, with effects as far as cells show \
      them; `lottie` has the texts alone.
      """, places: .frames),
    form(StreamRepresentation.self, "The form of the stream; wins over `Accept`.", places: .stream),
    form(CurveRepresentation.self, "The form of the answer; wins over `Accept`.", places: .curve),
    form(JSONRepresentation.self, "The form of the answer.", places: [.frame, .catalog]),
    choice(
      "csv", of: CSVTexts.self, default: "safe",
      """
      CSV puts an apostrophe before a text that a spreadsheet would run as a formula: one that begins with `=`, `+`, `-` \
      or `@` and is no number. `raw` writes every text as it is.
      """, places: .frames
    ) { $0.csvTexts = $1 },
    choice(
      "late", of: StreamOptions.Late.self, default: "skip",
      "Whether frames that a client is too slow for are skipped, or sent late.", places: .stream
    ) { $0.late = $1 },
    Parameter(
      "lastEventId", .text,
      """
      The last frame the client has seen; the stream goes on after it. Where it is malformed, the stream starts from the \
      beginning.
      """, examples: ["60"], in: .stream
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.lastEventID = try value.text()
    },
  ]

  /// Which frame is asked for.
  static let positions: [Parameter] = [
    integer(
      "index", in: 0 ... .max,
      """
      Which frame; the last is `frameCount` − 1. One of `index`, `time` and `position` is required; several animations, \
      each of which counts its own frames, have no `index`.
      """,
      examples: ["60"],
      places: .frame
    ) { $0.index = $1 },
    seconds(
      "time", in: 0 ... .infinity, "Seconds from the start of the delay.", examples: ["1.25"], places: .frame
    ) { $0.time = $1 },
    number(
      "position", in: 0...1, "Share of the whole time, before the curve eases it.", examples: ["0.5"], places: .frame
    ) { $0.position = $1 },
    number(
      "progress", in: 0...1, "The earlier name of `position`, for one version more: in frames `progress` is eased.",
      places: .frame
    ) { $0.position = $1 },
  ]

  /// How a curve is shown.
  static let curves: [Parameter] = [
    integer(
      "samples", in: 2...2001, default: "101", "Samples, both ends included.", places: .curve
    ) { $0.sampleCount = $1 },
    seconds(
      "duration", in: 0.001...86_400, "Seconds; without it until a spring has settled, and 1 for an easing.",
      places: .curve
    ) { $0.samplingDuration = $1 },
  ]
}
