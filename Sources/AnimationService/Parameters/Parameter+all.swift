import TextAnimation
import WireFormat

#if LocaleFormats
  import LocalizedNumbers
#endif

extension Parameter {
  /// Every parameter, those of an animation first; a name stands twice where it means something else elsewhere.
  public static let all = texts + numbers + motion + looks + answers + positions + curves

  /// The two texts, and how one becomes the other.
  private static let texts: [Parameter] = [
    Parameter(
      "from", .text,
      "The text before, or a number where `format` or `style` is given; empty or 0 where it is left out.",
      examples: ["100 apples", "$1,234.50"], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      let text = try value.shortText(context.settings)
      parameters.animation.source = text.isEmpty ? nil : text
    },
    Parameter(
      "to", .text, "The text after, or a number. Required, except with a decay, which finds it.",
      examples: ["400 apples", "$9,876.25"], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      parameters.animation.target = try value.shortText(context.settings)
    },
    Parameter(
      "prefix", .text,
      """
      A text before every text that is shown, the first and the last included. It does not move: labels, glyphs and \
      columns describe what stands behind it.
      """, examples: ["Score: "], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      parameters.animation.prefix = try value.shortText(context.settings)
    },
    seconds(
      "duration", in: 0...86_400,
      """
      Seconds, or a CSS time. Without it 2; a spring or decay runs until no shown digit can change any more; 0.3 where \
      only an effect runs. 0, and what is less than a nanosecond, is one frame: the target.
      """, examples: ["2", "400ms"]
    ) { $0.animation.duration = $1 < 1e-9 ? 0 : $1 },
    Parameter(
      "curve", .text, default: AnimationRequest.defaultCurve,
      """
      A CSS easing, one of Penner's thirty, `easeIn(2.5)`, a spring, or `decay(velocity, deceleration)`; `/v1/curves` \
      lists all.
      """, examples: ["easeOutBounce", "spring(duration: 0.5, bounce: 0.3)"], in: [.animation, .curve]
    ) { value, parameters, context throws(ParameterRefusal) in
      try parameters.animation.setCurve(value.text(), in: context.curves)
    },
    number("fps", in: 1...240, default: "60", "Frames per second; fractions are allowed.") { $0.animation.fps = $1 },
    Parameter(
      "interpolation", .interpolation, default: "auto",
      "How one text becomes the other; `auto` is `number`, else `numbers`, else `none`."
    ) { value, parameters, context throws(ParameterRefusal) in
      let (name, names) = (try value.text(), context.interpolationNames)
      guard names.contains(name) else { throw .noChoice(name, among: names) }
      parameters.animation.interpolation = name
    },
    Parameter(
      "format", .text, "A printf text with one conversion; `from` and `to` are numbers then.",
      examples: ["Points: %d", "%'.2f", "%08x"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      try parameters.animation.setFormat(value.text())
    },
  ]

  /// How numbers are read, rounded and written.
  private static let numbers: [Parameter] =
    localized + [
      choice(
        "rounding", of: Rounding.self,
        """
        What becomes of digits that are not shown; half goes to even. Without it they are rounded to the nearest, but an \
        integer `format` truncates toward zero.
        """
      ) { $0.animation.rounding = $1 },
      Parameter(
        "roundingFactor", .number(0 ... .infinity, excludesMinimum: true),
        """
        Every number but the first and the last is a multiple of it; at most \(Decimal.factorDigits) digits before \
        and as many behind the point.
        """, examples: ["0.5", "10"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.setRoundingFactor(value.text())
      },
    ]

  /// When it starts, how often and how fast it runs, and which frames are made.
  private static let motion: [Parameter] = [
    Parameter(
      "markers", .numbers(-1000...1000, limit: 64),
      """
      Values of the eased progress, joined by `,` or in an array: the animation lists when each is first reached, and \
      the frame that reaches it says so.
      """, examples: ["0.25,0.5,1"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.markers = try value.numbers(in: -1000...1000, limit: 64)
    },
    choice(
      "clamp", of: Animation.Clamp.self, default: "none", "Keeps overshoot inside the two values."
    ) { $0.animation.clamp = $1 },
    seconds(
      "delay", in: 0...3600, default: "0", "Seconds for which the text before is shown first."
    ) { $0.animation.delay = $1 },
    Parameter(
      "repeat", .repetitions(1...1_000_000), default: "1",
      "How often it runs; `infinite` for streams and single frames."
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.repeatCount = try value.repetitions(in: 1...1_000_000)
    },
    Parameter(
      "autoreverse", .boolean, default: "false", "Every repetition runs forward and then back.", takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.autoreverse = try value.boolean()
    },
    number("speed", in: 0.1...10, default: "1", "How many times as fast it runs.") { $0.animation.speed = $1 },
    choice(
      "frames", of: AnimationRequest.Frames.self, default: "all",
      """
      `distinct` has each text once, at the instant it appears, and the end as well where frames say more than their \
      text: labels, glyphs, columns, value, velocity or markers.
      """
    ) { $0.animation.isDistinct = $1 == .distinct },
    integer("seed", in: .min ... .max, default: "0", "Decides the characters of a scramble.") {
      $0.animation.seed = UInt64(bitPattern: Int64($1))
    },
  ]

  /// How labels, glyphs and columns move, and what a frame has of them.
  private static let looks: [Parameter] = [
    Parameter(
      "effect", .names(TransitionEffect.named.map(\.name)),
      "How the label before leaves and the label after enters; several go together, joined by `,` or `|`.",
      examples: ["scrollUp,crossFade"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      let text = try value.text()
      do throws(InvalidMembers) {
        parameters.animation.effect = try TransitionEffect(parsing: text)
      } catch {
        for problem in error.problems { parameters.refuse(problem.member, problem.reason) }
      }
    },
    Parameter(
      "transition", .transition,
      """
      Keyframes of your own in place of an effect: how the label before leaves (`exit`) and the label after enters \
      (`enter`). In a query it is the JSON text of the object.
      """,
      examples: [
        """
        {"exit":[{"at":0,"opacity":1},{"at":1,"opacity":0,"offsetY":-1}],\
        "enter":[{"at":0,"scale":0},{"at":1,"scale":1,"curve":"ease-out"}]}
        """
      ]
    ) { value, parameters, context throws(ParameterRefusal) in
      let object = try value.structure("a JSON object")
      do throws(InvalidMembers) {
        parameters.animation.keyframes = try TransitionReader.transition(object, context.curves)
      } catch {
        for problem in error.problems { parameters.refuse("transition.\(problem.member)", problem.reason) }
      }
    },
    choice(
      "columnMode", of: ColumnMode.self, default: "carry", "How the columns of an odometer turn together."
    ) { $0.animation.columnMode = $1 },
    choice(
      "direction", of: ColumnDirection.self, default: "auto", "Which way the columns of an odometer roll."
    ) { $0.animation.direction = $1 },
    Parameter(
      "include", .names(FrameMembers.named.map(\.name)),
      """
      What each frame says beside its text and what its effect and interpolation need, joined by `,`. CSV has columns \
      for `value` and `velocity`.
      """, examples: ["value,velocity"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.members = try FrameMembers(named: value.text())
    },
  ]

  /// Several animations, and the form of the answer.
  private static let answers: [Parameter] = [
    Parameter(
      "animations", .animations,
      """
      Several animations on one clock, each with an `id` and its own parameters; the other parameters are defaults for \
      all. In a query it is the JSON text of the array.
      """,
      examples: [#"[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]"#],
      in: [.frames, .stream]
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animations = value
    },
    Parameter(
      "id", .text, "Names the animation in the answer; up to 64 bytes without control characters.", in: .element
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.id = try value.elementID()
    },
    form(SequenceRepresentation.self, "The form of the answer; wins over `Accept`.", places: .frames),
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
  private static let positions: [Parameter] = [
    integer(
      "index", in: 0 ... .max,
      "Which frame; the last is `frameCount` − 1. One of `index`, `time` and `position` is required.",
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
  private static let curves: [Parameter] = [
    integer(
      "samples", in: 2...2001, default: "101", "Samples, both ends included.", places: .curve
    ) { $0.sampleCount = $1 },
    seconds(
      "duration", in: 0.001...86_400, "Seconds; without it until a spring has settled, and 1 for an easing.",
      places: .curve
    ) { $0.samplingDuration = $1 },
  ]

  #if LocaleFormats
    /// How a locale writes numbers.
    private static let localized: [Parameter] = [
      Parameter(
        "locale", .text, "BCP 47 tag: how numbers are read and written; a numbering system by `-u-nu-`.",
        examples: ["de-CH", "hi-IN-u-nu-deva"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.numberStyle.setLocale(value.text())
      },
      choice(
        "style", of: NumberStyle.Kind.self, default: "decimal",
        "Writes `from` and `to` as numbers of this kind; `decimal` leaves texts that are no numbers as they are."
      ) { $0.animation.numberStyle.kind = $1 },
      Parameter(
        "currency", .text,
        "ISO 4217 code for `style=currency`. Without it the money of the locale's region.", examples: ["EUR"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.numberStyle.setCurrency(value.text())
      },
      integer("fractionDigits", in: 0...100, "Digits after the decimal separator.") {
        $0.animation.numberStyle.fractionDigits = $1
      },
      integer("minimumIntegerDigits", in: 1...30, default: "1", "Zeros are put before shorter numbers.") {
        $0.animation.numberStyle.minimumIntegerDigits = $1
      },
      choice("grouping", of: LocalizedStyle.Grouping.self, default: "auto", "When digits stand in groups.") {
        $0.animation.numberStyle.grouping = $1
      },
      choice(
        "sign", of: LocalizedStyle.Sign.self, default: "auto",
        "Which numbers have a sign; `accounting` for money only."
      ) { $0.animation.numberStyle.sign = $1 },
      choice(
        "notation", of: LocalizedStyle.Notation.self, default: "standard", "`compact` writes `1.2M`."
      ) { $0.animation.numberStyle.notation = $1 },
    ]
  #else
    /// Without the package trait `LocaleFormats` there is no ICU to ask.
    private static let localized = NumberStyle.names.map { name in
      Parameter(name, .text, "Not possible: this build has no locale formats.") { _, _, _ throws(ParameterRefusal) in
        throw ParameterRefusal("is not possible: this build has no locale formats")
      }
    }
  #endif
}
