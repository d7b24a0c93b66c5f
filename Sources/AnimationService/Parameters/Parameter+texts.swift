import TextAnimation
import TextBytes

extension Parameter {
  /// The two texts, and how one becomes the other.
  static let texts: [Parameter] = [
    Parameter(
      "from", .textOrParts,
      """
      The text before, or a number where `format` or `style` is given; empty or 0 where it is left out. With `template` an \
      object with its parts.
      """, examples: ["100 apples", "$1,234.50"], takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      if let parts = try value.parts(parameters.textLimits) {
        parameters.animation.parts = parameters.animation.parts ?? TemplateParts()
        parameters.animation.parts?.source = parts
        return
      }
      let text = try value.shortText(parameters.textLimits)
      parameters.animation.source = text.isEmpty ? nil : text
      parameters.animation.parts?.source = nil
    },
    Parameter(
      "to", .textsOrParts(limit: AnimationRequest.maximumTexts),
      """
      The text after, or a number. Required, except with a decay, which finds it. An array, in a query \
      `["100","400","250"]` with the quotation marks, has texts that follow one another, each way eased by `curve`; \
      without `from` its first is the text before. With `template` an object with its parts.
      """, examples: ["400 apples", "$9,876.25"], takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.texts = try value.texts(parameters.textLimits) ?? []
      if let last = parameters.animation.texts.last {
        parameters.animation.target = last
        parameters.animation.parts?.target = nil
        return
      }
      if let parts = try value.parts(parameters.textLimits) {
        parameters.animation.parts = parameters.animation.parts ?? TemplateParts()
        parameters.animation.parts?.target = parts
        return
      }
      parameters.animation.target = try value.shortText(parameters.textLimits)
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
      "times", .numbers(0...1, limit: AnimationRequest.maximumTexts),
      """
      When each text of a list in `to` is reached, as shares of the duration, none less than the one before; a `from` \
      stands at 0. Without it the texts are evenly spaced.
      """, examples: ["0,0.2,1"], in: .sequence
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.times = try value.numbers(in: 0...1, limit: AnimationRequest.maximumTexts)
    },
    Parameter(
      "template", .text,
      """
      The text around the values, with the name of each in braces; `{{` is a brace. `from` and `to` are objects then, \
      `{"value":1,"total":10}` (in a query their JSON text), or the value of the only name. `format` or `style` writes \
      each value.
      """, examples: ["{value} points"]
    ) { value, parameters, _ throws(ParameterRefusal) in
      let text = try value.shortText(parameters.textLimits)
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
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.prefix = try value.shortText(parameters.textLimits)
    },
    Parameter(
      "suffix", .text, "A text behind every text that is shown, which does not move, as `prefix` before it.",
      examples: ["/mo"], takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.animation.suffix = try value.shortText(parameters.textLimits)
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
      the text changes at once. Dates, times, fractions and units count as what they are, also as words: `1h 59m`, \
      `900 ms` to `1.2 s`, `30 seconds` to `2 minutes`.
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
}
