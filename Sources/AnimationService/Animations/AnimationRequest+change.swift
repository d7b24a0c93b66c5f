import TextAnimation
import TextBytes
import Timing

extension AnimationRequest {
  /// How a text changes by these parameters, whatever the texts, each pair of which is read at the expense of a meter.
  func change(in context: ServiceContext, spending meter: SharedMeter) -> LabelChange {
    let isHastened = speed != 1
    return LabelChange(
      curve: isHastened ? HastenedCurve(curve, by: speed) : curve,
      curveText: isHastened ? SpeedCurve.text(curveText, at: speed) : curveText,
      duration: isHastened ? hastenedDuration : changeDuration, clamp: clamp, prefix: prefix, suffix: suffix,
      text: { target in text(of: target) },
      target: { numbers in target(of: numbers) },
      content: { [unowned context] source, target in
        meter.spend { content(from: source, to: target, in: context, &$0) }
      },
      curveNamed: { [unowned context] in SpeedCurve.curve($0, in: context.curves) })
  }

  /// Where only an effect runs, its own default.
  private var changeDuration: Double? {
    guard duration == nil, transition != nil, interpolation == "auto" else { return duration }
    return Self.effectDuration(curve)
  }

  /// The duration at another speed; a curve that comes to rest by itself does so sooner.
  private var hastenedDuration: Double? {
    let isTimed = curve.settlingDuration(within: Settling.visibleShare) == nil
    return (changeDuration ?? (isTimed ? Animation.defaultDuration : nil)).map { $0 / speed }
  }

  /// What stands between two texts.
  ///
  /// A format that cannot write the text before writes the text after alone.
  private func content(
    from source: String, to target: String, in context: ServiceContext, _ meter: inout Meter
  ) -> Animation.Content {
    if let (_, content) = try? leading(from: source, to: target).content(context, spending: &meter) { return content }
    if let (_, content) = try? leading(from: target, to: target).content(context, spending: &meter) { return content }
    return .immediate(NotAnimatable(reason: "the texts cannot be written as numbers"))
  }
}

// MARK: - Targets of labels

extension AnimationRequest {
  /// The target of a label, as one text.
  ///
  /// That of a template is its only value, or all of them as the text of a JSON object.
  var labelTarget: String {
    guard let parts, let template = parts.template else { return target }
    return template.target(of: parts.target ?? [:])
  }

  /// What a label sets out from at first: a text, or the target of the values that a format writes.
  var labelSource: String? {
    guard writesNumbers, let parts, let template = parts.template else { return source }
    return template.target(of: parts.source ?? [:])
  }

  /// The same animation from and to what a label keeps.
  func leading(from source: String, to target: String) -> AnimationRequest {
    var request = self
    request.source = source
    request.target = text(of: target)
    guard let template = parts?.template else { return request }
    // Texts are animated as they are; only a format needs to know the values.
    guard writesNumbers else {
      request.parts = nil
      return request
    }
    request.parts?.source = template.values(of: source) ?? template.values(of: target)
    request.parts?.target = template.values(of: target)
    return request
  }

  /// The text at rest for a target.
  func text(of target: String) -> String {
    guard !writesNumbers, let template = parts?.template else { return target }
    return template.values(of: target).map(template.text) ?? target
  }

  /// The target for numbers that are shown, as they stand in the text.
  private func target(of numbers: [String]) -> String? {
    guard let template = parts?.template else { return numbers.count == 1 ? numbers[0] : nil }
    let names = template.placedNames
    guard names.count == numbers.count else { return nil }
    return template.target(of: Dictionary(zip(names, numbers)) { first, _ in first })
  }
}

/// The curves of residuals, which know their speed: `2 smooth` is twice as fast as `smooth`.
private enum SpeedCurve {
  static func text(_ curve: String, at speed: Double) -> String { "\(speed) \(curve)" }

  static func curve(_ text: String, in catalog: CurveCatalog) -> (any TimingCurve)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let speed = Double(parts[0]), speed > 0, speed.isFinite else {
      return try? catalog.curve(text)
    }
    return (try? catalog.curve(String(parts[1]))).map { HastenedCurve($0, by: speed) }
  }
}
