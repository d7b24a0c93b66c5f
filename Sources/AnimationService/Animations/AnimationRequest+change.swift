import TextAnimation
import Timing

extension AnimationRequest {
  /// How a text changes by these parameters, whatever the texts.
  func change(in context: ServiceContext) -> LabelChange {
    LabelChange(
      curve: curve, curveText: curveText, duration: changeDuration, clamp: clamp, prefix: prefix, suffix: suffix,
      content: { [unowned context] source, target in content(from: source, to: target, in: context) },
      curveNamed: { [unowned context] in try? context.curves.curve($0) })
  }

  /// Where only an effect runs, its own default.
  private var changeDuration: Double? {
    guard duration == nil, transition != nil, interpolation == "auto" else { return duration }
    return Self.effectDuration(curve)
  }

  /// What stands between two texts.
  ///
  /// A format that cannot write the text before writes the text after alone.
  private func content(from source: String, to target: String, in context: ServiceContext) -> Animation.Content {
    var request = self
    (request.source, request.target) = (source, target)
    if let (_, content) = try? request.content(context) { return content }
    request.source = target
    if let (_, content) = try? request.content(context) { return content }
    return .immediate(NotAnimatable(reason: "the texts cannot be written as numbers"))
  }
}
