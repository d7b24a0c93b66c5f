import TextAnimation
import WireFormat

#if LocaleFormats
  import LocalizedNumbers
#endif

extension Parameter {
  /// Every parameter, those of an animation first; a name stands twice where it means something else elsewhere.
  public static let all = texts + numbers + motion + looks + answers + positions + curves + labels

  /// The two texts, and how one becomes the other.
  private static let texts: [Parameter] = [
    Parameter(
      "from", .textOrParts,
      """
      The text before, or a number where `format` or `style` is given; empty or 0 where it is left out. With `template` an \
      object with its parts.
      """, examples: ["100 apples", "$1,234.50"], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      if let parts = try value.parts(context.settings) {
        parameters.animation.parts = parameters.animation.parts ?? TemplateParts()
        parameters.animation.parts?.source = parts
        return
      }
      let text = try value.shortText(context.settings)
      parameters.animation.source = text.isEmpty ? nil : text
      parameters.animation.parts?.source = nil
    },
    Parameter(
      "to", .textOrParts,
      """
      The text after, or a number. Required, except with a decay, which finds it. With `template` an object with its parts.
      """, examples: ["400 apples", "$9,876.25"], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      if let parts = try value.parts(context.settings) {
        parameters.animation.parts = parameters.animation.parts ?? TemplateParts()
        parameters.animation.parts?.target = parts
        return
      }
      parameters.animation.target = try value.shortText(context.settings)
      parameters.animation.parts?.target = nil
    },
    Parameter(
      "earlier", .changes,
      """
      What the text was set to before and may still be on the way to, the oldest first, each with the seconds since: \
      `from` is the text before all of them. The animation goes on from where they have brought it; numbers keep their \
      speed. `curve` and `duration` of a change are those of the animation unless it has its own, and null stands for \
      the default.
      """, examples: [#"[{"to":"200 apples","ago":0.5}]"#], in: [.frames, .frame, .stream, .element]
    ) { value, parameters, context throws(ParameterRefusal) in
      let list = try value.structure("a JSON array")
      do throws(InvalidMembers) {
        parameters.animation.earlier = try EarlierChange.list(list, in: context)
      } catch {
        for problem in error.problems { parameters.refuse("earlier\(problem.member)", problem.reason) }
      }
    },
    Parameter(
      "template", .text,
      """
      The text around the values, with the name of each in braces; `{{` is a brace. `from` and `to` are objects then, \
      `{"value":1,"total":10}` (in a query their JSON text), or the value of the only name. `format` or `style` writes \
      each value.
      """, examples: ["{value} points"], in: .sequence
    ) { value, parameters, context throws(ParameterRefusal) in
      let text = try value.shortText(context.settings)
      do throws(MalformedTemplate) {
        parameters.animation.parts = parameters.animation.parts ?? TemplateParts()
        parameters.animation.parts?.template = try TextTemplate(text)
      } catch {
        throw ParameterRefusal("is malformed: \(error.reason)")
      }
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
    Parameter(
      "suffix", .text, "A text behind every text that is shown, which does not move, as `prefix` before it.",
      examples: ["/mo"], takesEmptyText: true
    ) { value, parameters, context throws(ParameterRefusal) in
      parameters.animation.suffix = try value.shortText(context.settings)
    },
    seconds(
      "duration", in: 0...86_400,
      """
      Seconds, or a CSS time. Without it 2; a spring runs until it is within a thousandth of its way and half of the \
      last shown digit, a decay until no shown digit can change any more; 0.3 where only an effect runs. 0, and what is \
      less than a nanosecond, shows the target at once.
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
      """
      How one text becomes the other; `auto` is the first of `number`, `colors`, `numbers` and `words` that the texts \
      suit, else `none`, and `none` with an effect. Numbers count up to \(NumberLimits.digits) digits; with a longer one \
      the text changes at once.
      """
    ) { value, parameters, context throws(ParameterRefusal) in
      let (name, names) = (try value.text(), context.interpolationNames)
      guard names.contains(name) else { throw .noChoice(name, among: names) }
      parameters.animation.interpolation = name
    },
    Parameter(
      "format", .text,
      "A printf text with one conversion; `from` and `to` are numbers then, in the digits and separators of a `locale`.",
      examples: ["Points: %d", "%'.2f", "%08x"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      try parameters.animation.setFormat(value.text())
    },
  ]

  /// How numbers are read, rounded and written.
  private static let numbers: [Parameter] =
    localized + [
      Parameter(
        "rounding", .choice(Rounding.allCases.map(\.rawValue) + Rounding.aliases.map(\.key)),
        """
        What becomes of digits that are not shown, by the names of ECMA-402. Without it `halfExpand`, but an integer \
        `format` has `trunc` and any other `format` `halfEven`, as in C. `nearest` is an alias of `halfEven`, \
        `towardZero` of `trunc`, `down` of `floor`, and `up` of `ceil`.
        """
      ) { value, parameters, _ throws(ParameterRefusal) in
        let name = try value.text()
        guard let rounding = Rounding(named: name) else {
          throw .noChoice(name, among: Rounding.allCases.map(\.rawValue) + Rounding.aliases.map(\.key))
        }
        parameters.animation.rounding = rounding
      },
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
      """, examples: ["0.25,0.5,1"], in: .sequence
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.markers = try value.numbers(in: -1000...1000, limit: 64)
    },
    choice(
      "clamp", of: Animation.Clamp.self, default: "none", "Keeps overshoot inside the two values."
    ) { $0.animation.clamp = $1 },
    seconds(
      "delay", in: 0...3600, default: "0", "Seconds for which the first frame, the text before, is shown.",
      places: .sequence
    ) { $0.animation.delay = $1 },
    Parameter(
      "repeat", .repetitions(1...1_000_000), default: "1",
      "How often it runs; `infinite` for streams and single frames.", in: .sequence
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.repeatCount = try value.repetitions(in: 1...1_000_000)
    },
    seconds(
      "repeatDelay", in: 0...3600, default: "0", "Seconds for which the last text stands before it runs again.",
      places: .sequence
    ) { $0.animation.repeatDelay = $1 },
    Parameter(
      "autoreverse", .boolean, default: "false", "Every repetition runs forward and then back.", in: .sequence,
      takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.autoreverse = try value.boolean()
    },
    number("speed", in: 0.1...10, default: "1", "How many times as fast it runs.", places: .sequence) {
      $0.animation.speed = $1
    },
    choice(
      "frames", of: AnimationRequest.Frames.self, default: "all",
      """
      `distinct` has each text once, at the instant it appears, and the end as well where frames say more than their \
      text: labels, glyphs, columns, value, shown, velocity or markers.
      """, places: .sequence
    ) { $0.animation.isDistinct = $1 == .distinct },
    integer("seed", in: .min ... .max, default: "0", "Decides the characters of a scramble.") {
      $0.animation.seed = UInt64(bitPattern: Int64($1))
    },
  ]

  /// How labels, glyphs and columns move, and what a frame has of them.
  private static let looks: [Parameter] = [
    Parameter(
      "effect", .names(TransitionEffect.named.map(\.name)),
      """
      How the label before leaves and the label after enters; several go together, joined by `,` or `|`. The labels are \
      the two texts, unless `interpolation` or a number style says how one becomes the other.
      """,
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
      (`enter`). `at` is the share of the duration; from a keyframe to the next leads its `curve`, or that of the \
      animation. In a query it is the JSON text of the object.
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
      "direction", of: ColumnDirection.self, default: "auto",
      "Which way the columns of an odometer roll; `numericText` rolls up but for `down`."
    ) { $0.animation.direction = $1 },
    choice(
      "align", of: TextAlignment.self, default: "left",
      "Where the lines of a morph or a wave are aligned: the `x` of a glyph is counted from there."
    ) { $0.animation.alignment = $1 },
    Parameter(
      "include", .names(FrameMembers.named.map(\.name)),
      """
      What each frame says beside its text and what its effect and interpolation need, joined by `,`. `value` has the \
      numbers that count before they are rounded, `shown` as the text has them. CSV has columns for `value`, `shown` \
      and `velocity`. `widest` has the animation say how many characters its widest text has.
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
