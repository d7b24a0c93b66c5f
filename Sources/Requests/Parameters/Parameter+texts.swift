import TextAnimation
import WrittenNumbers
import TextBytes

extension Parameter {
  /// The two texts, and how one becomes the other.
  package static let texts: [Parameter] = [
    Parameter(
      "from", .textOrParts(),
      """
      The text before, or a number where `format` or `style` is given; empty or 0 where it is left out. With `template` an \
      object with its parts.
      """, examples: ["100 apples", "$1,234.50"], shown: .animation(ShownRequest.apples), takesEmptyText: true
    ) { $0.from = $1.isEmpty ? nil : $1 },
    Parameter(
      "to", .textsOrParts(),
      """
      The text after, or a number. Required, except with a decay, which finds it. An array, in a query \
      `["100","400","250"]` with the quotation marks, has texts that follow one another, each way eased by `curve`; \
      without `from` its first is the text before. With `template` an object with its parts.
      """, examples: ["400 apples", "$9,876.25"], shown: .animation(#"to=["100","400","250"]&duration=3s"#),
      takesEmptyText: true
    ) { $0.to = $1 },
    Parameter(
      "earlier", .changes(),
      """
      What the text was set to before and may still be on the way to, the oldest first, each with the seconds since: \
      `from` is the text before all of them. The animation goes on from where they have brought it; numbers keep their \
      speed. `curve` and `duration` of a change are those of the animation unless it has its own, and null stands for \
      the default.
      """, examples: [#"[{"to":"200 apples","ago":0.5}]"#],
      shown: .animation(#"from=100+apples&to=400+apples&earlier=[{"to":"200+apples","ago":0.5}]"#),
      in: [.frames, .frame, .stream, .element]
    ) { $0.earlier = $1 },
    Parameter(
      "times", .numbers(0...1, limit: Change.maximumTexts),
      """
      When each text of a list in `to` is reached, as shares of the duration, none less than the one before; a `from` \
      stands at 0. Without it the texts are evenly spaced.
      """, examples: ["0,0.2,1"], shown: .animation(#"to=["100","400","250"]&times=0,0.2,1&duration=3s"#), in: .sequence
    ) { $0.times = $1 },
    Parameter(
      "template", .template(),
      """
      The text around the values, with the name of each in braces; `{{` is a brace. `from` and `to` are objects then, \
      `{"value":1,"total":10}` (in a query their JSON text), or the value of the only name. `format` or `style` writes \
      each value.
      """, examples: ["{value} points"],
      shown: .animation(#"template={taken}+of+{all}+seats&from={"taken":1,"all":10}&to={"taken":8,"all":12}"#)
    ) { $0.template = $1 },
    Parameter(
      "prefix", .shortText,
      """
      A text before every text that is shown, the first and the last included. It does not move: labels, glyphs and \
      columns describe what stands behind it.
      """, examples: ["Score: "], shown: .animation("from=0&to=40&prefix=Score:+"), takesEmptyText: true
    ) { $0.manner.prefix = $1 },
    Parameter(
      "suffix", .shortText, "A text behind every text that is shown, which does not move, as `prefix` before it.",
      examples: ["/mo"], shown: .animation("from=9&to=12&suffix=/mo"), takesEmptyText: true
    ) { $0.manner.suffix = $1 },
    Parameter(
      "duration", .seconds(0...86_400),
      """
      Seconds, or a CSS time. Without it 2; a spring runs until it is within a thousandth of its way and half of the \
      last shown digit, a decay until no shown digit can change any more; 0.3 where only an effect runs. 0, and what is \
      less than a nanosecond, shows the target at once.
      """, examples: ["2", "400ms"], shown: .animation("\(ShownRequest.apples)&duration=4s")
    ) { $0.manner.duration = $1 < 1e-9 ? 0 : $1 },
    Parameter(
      "curve", .curve(), default: Manner.defaultCurve,
      """
      A CSS easing, one of Penner's thirty, `easeIn(2.5)`, a spring, or `decay(velocity, deceleration)`; `/v1/curves` \
      lists all.
      """, examples: ["easeOutBounce", "spring(duration: 0.5, bounce: 0.3)"],
      shown: .animation("\(ShownRequest.apples)&curve=easeOutBounce"), in: [.animation, .curve]
    ) { $0.manner.curve = $1 },
    Parameter(
      "fps", .number(1...240), default: "60", "Frames per second; fractions are allowed.",
      shown: .animation("\(ShownRequest.apples)&fps=5")
    ) { $0.manner.fps = $1 },
    Parameter(
      "interpolation", .interpolation(), default: "auto",
      """
      How one text becomes the other; `auto` is the first of `number`, `colors` and `numbers` that the texts suit, or \
      `words` where one is a number alone, else `none`, and `none` with an effect. Numbers count up to \(NumberLimits.digits) digits; with a longer one \
      the text changes at once. Dates, times, fractions and units count as what they are, also as words: `1h 59m`, \
      `900 ms` to `1.2 s`, `30 seconds` to `2 minutes`.
      """, shown: .animation("from=Hello&to=Help!&interpolation=typewriter")
    ) { $0.manner.interpolation = $1 },
    Parameter(
      "format", .format(),
      "A printf text with one conversion; `from` and `to` are numbers then, in the digits and separators of a `locale`.",
      examples: ["Points: %d", "%'.2f", "%08x"], shown: .animation("from=0&to=40&format=Points:+%2504d")
    ) { $0.numberStyle.format = $1 },
  ]
}

extension ValueType {
  fileprivate static func template() -> Self where Value == TextTemplate {
    Self { (value, reading) throws(ParameterRefusal) in
      let text = try value.shortText(reading.limits)
      do throws(MalformedTemplate) {
        return try TextTemplate(text)
      } catch {
        throw ParameterRefusal("is malformed: \(error.reason)")
      }
    }
  }

  fileprivate static func format() -> Self where Value == PrintfFormat {
    written { (text) throws(ParameterRefusal) in
      do throws(MalformedFormat) {
        return try PrintfFormat(text)
      } catch {
        throw ParameterRefusal("is malformed: \(error.reason) (character \(error.position))")
      }
    }
  }

  /// A name of the catalogue, `auto` or `none`.
  fileprivate static func interpolation() -> Self where Value == InterpolationChoice {
    Self(.interpolation) { (value, reading) throws(ParameterRefusal) in
      let name = try value.text()
      if name == "auto" { return .auto }
      if name == "none" { return .none }
      if let index = reading.context.interpolators.entries.firstIndex(where: { $0.name == name }) {
        return .entry(index)
      }
      throw .noChoice(name, among: reading.context.interpolationNames)
    }
  }
}
