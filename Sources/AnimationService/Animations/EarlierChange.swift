import TextAnimation
import Timing

/// What the text was set to before its animation, and may still be on the way to.
struct EarlierChange: Sendable {
  /// The text that it was to become.
  var target = ""
  /// Seconds from then to the start of the animation.
  var age = 0.0
  /// The curve, where it is not that of the animation.
  var curve: (text: String, curve: any TimingCurve)?
  /// The duration, where it is not that of the animation; `nil` in it for that of the curve.
  var duration: Double??

  /// The most that one animation may have.
  static let limit = LabelMotion.residualLimit
}
