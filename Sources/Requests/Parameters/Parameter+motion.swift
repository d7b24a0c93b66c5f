import Documents
import TextAnimation
import WrittenNumbers
import TextBytes

extension Parameter {
  /// When it starts, how often and how fast it runs, and which frames are made.
  package static let motion: [Parameter] = [
    Parameter(
      "markers", .numbers(-1000...1000, limit: 64),
      """
      Values of the eased progress, joined by `,` or in an array: the animation lists when each is first reached, and \
      the frame that reaches it says so.
      """, examples: ["0.25,0.5,1"], shown: .animation("\(ShownRequest.apples)&markers=0.25,0.5,1"), in: .sequence
    ) { $0.manner.markers = $1 },
    Parameter(
      "clamp", .choice(of: Animation.Clamp.self), default: "none", "Keeps overshoot inside the two values.",
      shown: .animation("\(ShownRequest.apples)&curve=bouncy&clamp=both")
    ) { $0.manner.clamp = $1 },
    Parameter(
      "delay", .seconds(0...3600), default: "0", "Seconds for which the first frame, the text before, is shown.",
      shown: .animation("\(ShownRequest.apples)&delay=1s"),
      in: .sequence
    ) { $0.playback.delay = $1 },
    Parameter(
      "repeat", .repetitions(1...1_000_000), default: "1",
      "How often it runs; `infinite` for streams, single frames and pictures.",
      shown: .animation("from=0&to=9&duration=1s&repeat=3"), in: .sequence
    ) { $0.playback.repeatCount = $1 },
    Parameter(
      "repeatDelay", .seconds(0...3600), default: "0", "Seconds for which the last text stands before it runs again.",
      shown: .animation("from=0&to=9&duration=1s&repeat=2&repeatDelay=1s"),
      in: .sequence
    ) { $0.playback.repeatDelay = $1 },
    Parameter(
      "autoreverse", .boolean(), default: "false", "Every repetition runs forward and then back.",
      shown: .animation("from=0&to=9&autoreverse=true&duration=1s"), in: .sequence,
      takesEmptyText: true
    ) { $0.playback.autoreverse = $1 },
    Parameter(
      "speed", .number(0.1...10), default: "1", "How many times as fast it runs.",
      shown: .animation("\(ShownRequest.apples)&speed=0.5")
    ) { $0.playback.speed = $1 },
    Parameter(
      "frames", .name(["all", "distinct"]) { $0 == "all" ? false : $0 == "distinct" ? true : nil }, default: "all",
      """
      `distinct` has each text once, at the instant it appears, and the end as well where frames say more than their \
      text: labels, glyphs, columns, value, shown, velocity or markers.
      """, shown: .animation("from=9+apples&to=12+apples&frames=distinct"), in: .sequence
    ) { $0.manner.isDistinct = $1 },
    Parameter(
      "seed", .integer(.min ... .max), default: "0", "Decides the characters of a scramble.",
      shown: .animation("from=Hello&to=World&interpolation=scramble&seed=4")
    ) { $0.manner.options.seed = UInt64(bitPattern: Int64($1)) },
  ]

  /// How labels, glyphs and columns move, and what a frame has of them.
  package static let looks: [Parameter] = [
    Parameter(
      "effect", .effects(),
      """
      How the label before leaves and the label after enters; several go together, joined by `,` or `|`. The labels are \
      the two texts, unless `interpolation` or a number style says how one becomes the other.
      """,
      examples: ["scrollUp,crossFade"], shown: .animation("from=Hello&to=World&effect=scrollUp,crossFade&duration=1s")
    ) { $0.manner.transition = Transition($1) },
    Parameter(
      "transition", .keyframes(),
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
      ],
      shown: .animation(
        """
        from=Hello&to=World&duration=1s&transition={"exit":[{"at":0,"opacity":1},{"at":1,"opacity":0,"offsetY":-1}],\
        "enter":[{"at":0,"scale":0},{"at":1,"scale":1,"curve":"ease-out"}]}
        """)
    ) { $0.manner.transition = $1 },
    Parameter(
      "columnMode", .choice(of: ColumnMode.self), default: "carry",
      "How the columns of an odometer turn together; `auto` is `digit` where the last would turn round more than twice.",
      shown: .animation("\(ShownRequest.wheels)&columnMode=continuous")
    ) { $0.manner.options.columnMode = $1 },
    Parameter(
      "digits", .highestDigits(),
      """
      The highest digit of a wheel that has fewer than ten, behind its place in a number: 0 is the ones, 1 the tens. \
      Several are joined by `,`. All wheels then turn as with `columnMode=digit`; times have wheels of their own.
      """, examples: ["1:5"],
      shown: .animation("from=58&to=03&interpolation=odometer&direction=up&digits=1:5&duration=1s")
    ) { $0.manner.options.highestDigits = $1 },
    Parameter(
      "direction", .choice(of: ColumnDirection.self), default: "auto",
      "Which way the columns of an odometer roll; `numericText` rolls up but for `down`.",
      shown: .animation("\(ShownRequest.wheels)&direction=down")
    ) { $0.manner.options.direction = $1 },
    Parameter(
      "align", .alignment(), default: "left",
      """
      Where the lines of a morph or a wave are aligned: the `x` of a glyph is counted from there. In a picture, where \
      narrower texts stand. `start` is `left` and `end` is `right`.
      """, shown: .animation("from=Hi&to=Good+evening&interpolation=morph&align=center")
    ) { $0.manner.options.alignment = $1 },
    Parameter(
      "include", .members(),
      """
      What each frame says beside its text and what its effect and interpolation need, joined by `,`. `value` has the \
      numbers that count before they are rounded, `shown` as the text has them. CSV has columns for `value`, `shown` \
      and `velocity`. `widest` has the animation say how many characters its widest text has.
      """, examples: ["value,velocity"], shown: .animation("\(ShownRequest.apples)&include=value,velocity")
    ) { $0.manner.members = $1 },
  ]
}

extension ValueType {
  static func alignment() -> Self where Value == TextAlignment {
    name(TextAlignment.allCases.map(\.rawValue) + TextAlignment.aliases.map(\.key)) { TextAlignment(named: $0) }
  }

  /// The highest digit of each wheel that has not all ten, by its place.
  fileprivate static func highestDigits() -> Self where Value == [Int: Int] {
    written { (text) throws(ParameterRefusal) in
      var highest: [Int: Int] = [:]
      for element in text.elements(separatedBy: ",") {
        let numbers = element.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let place = numbers[0], let digit = numbers[1], 1...9 ~= digit,
          -NumberLimits.digits...NumberLimits.digits ~= place
        else {
          throw ParameterRefusal(
            "must be places with a digit from 1 to 9 behind each, such as `1:5`, not `\(String(element).excerpt)`")
        }
        guard highest.updateValue(digit, forKey: place) == nil else {
          throw ParameterRefusal("names the place \(place) twice")
        }
      }
      return highest
    }
  }

  /// Names with commas between them.
  fileprivate static func members() -> Self where Value == FrameMembers {
    Self(.names(FrameMembers.named.map(\.name))) { (value, _) throws(ParameterRefusal) in
      var members: FrameMembers = []
      for name in try value.text().elements(separatedBy: ",") where !name.isEmpty {
        guard let named = FrameMembers.named.first(where: { $0.name == name }) else {
          throw .noChoice(String(name), among: FrameMembers.named.map(\.name))
        }
        members.insert(named.member)
      }
      return members
    }
  }
}
