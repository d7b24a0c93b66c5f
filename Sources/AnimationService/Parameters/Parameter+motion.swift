import TextAnimation
import TextBytes

extension Parameter {
  /// When it starts, how often and how fast it runs, and which frames are made.
  static let motion: [Parameter] = [
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
      "How often it runs; `infinite` for streams, single frames and pictures.", in: .sequence
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
    number("speed", in: 0.1...10, default: "1", "How many times as fast it runs.") {
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
  static let looks: [Parameter] = [
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
    alignment(
      """
      Where the lines of a morph or a wave are aligned: the `x` of a glyph is counted from there. In a picture, where \
      narrower texts stand.
      """, in: .animation
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
}
