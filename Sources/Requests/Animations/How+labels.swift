package import Documents
package import TextAnimation
import Interpolation
package import TextBytes
import Timing

extension How {
  /// How a text changes, whatever the texts, each pair of which is read at the expense of a meter; `template` is what
  /// both texts are made by, whose values are kept as one text.
  package func change(
    by template: TextTemplate? = nil, at speed: Double = 1, in context: RequestContext, spending meter: SharedMeter
  ) -> LabelChange {
    let isHastened = speed != 1
    let (text, curve) = (manner.curve.text, manner.curve.curve)
    return LabelChange(
      curve: isHastened ? HastenedCurve(curve, by: speed) : curve,
      curveText: isHastened ? SpeedCurve.text(text, at: speed) : text,
      duration: isHastened ? hastenedDuration(speed) : changeDuration, clamp: manner.clamp, prefix: manner.prefix,
      suffix: manner.suffix,
      text: { [self] target in self.text(of: target, by: template) },
      target: { numbers in template.map { $0.target(of: numbers) } ?? (numbers.count == 1 ? numbers[0] : nil) },
      content: { [self, unowned context] source, target in
        meter.spend { meter in
          // A format that cannot write the text before writes the text after alone.
          let found =
            (try? self.content(from: source, to: target, by: template, in: context, &meter))
            ?? (try? self.content(from: target, to: target, by: template, in: context, &meter))
          return found?.content ?? .immediate(NotAnimatable(reason: "the texts cannot be written as numbers"))
        }
      },
      curveNamed: { [unowned context] in SpeedCurve.curve($0, in: context.curves) })
  }

  /// Where only an effect runs, its own default.
  private var changeDuration: Double? {
    guard manner.duration == nil, manner.transition != nil, manner.interpolation == .auto else {
      return manner.duration
    }
    return effectDuration
  }

  /// The duration at another speed; a curve that comes to rest by itself does so sooner.
  private func hastenedDuration(_ speed: Double) -> Double? {
    let isTimed = manner.curve.curve.settlingDuration(within: Settling.visibleShare) == nil
    return (changeDuration ?? (isTimed ? Animation.defaultDuration : nil)).map { $0 / speed }
  }

  /// What stands between two texts that a label keeps, with the name of the interpolation that took them.
  ///
  /// Texts are animated as they are; only a format needs to know the values of a template.
  package func content(
    from source: String, to target: String, by template: TextTemplate?, in context: RequestContext,
    _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    guard writesNumbers, let template else {
      return try content(of: TextPair(source: source, target: text(of: target, by: template)), in: context, &meter)
    }
    let values = template.values(of: target) ?? [:]
    return try content(of: template, from: template.values(of: source) ?? values, to: values, in: context, &meter)
  }

  /// The text at rest for a target.
  package func text(of target: String, by template: TextTemplate?) -> String {
    guard !writesNumbers, let template else { return target }
    return template.values(of: target).map(template.text) ?? target
  }
}

/// The curves of residuals, which know their speed: `2 smooth` is twice as fast as `smooth`.
private enum SpeedCurve {
  package static func text(_ curve: String, at speed: Double) -> String { "\(speed) \(curve)" }

  static func curve(_ text: String, in catalog: CurveCatalog) -> (any TimingCurve)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let speed = Double(parts[0]), speed > 0, speed.isFinite else {
      return try? catalog.curve(text)
    }
    return (try? catalog.curve(String(parts[1]))).map { HastenedCurve($0, by: speed) }
  }
}
