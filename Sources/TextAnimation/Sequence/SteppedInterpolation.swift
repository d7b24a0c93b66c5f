/// An interpolation whose text changes only at certain levels of the progress, and that can count them.
public protocol SteppedInterpolation: TextInterpolation {
  /// The ordinal of the text at a progress: an integer that never falls while the progress rises and differs wherever the
  /// text does, except among numbers next to zero; `nil` where counting would need more than a few machine words.
  ///
  /// There are about 0.5 / ``TextInterpolation/threshold`` steps from source to target.
  var steps: (@Sendable (Double) -> Int)? { get }

  /// The cost of one call of ``steps`` in positions of a curve, some 50 ns each; 1 by default.
  var stepCost: Int { get }

  /// The largest rise of the step at any one progress; `nil`, the default, where it is unknown.
  var stepStride: Int? { get }
}

extension SteppedInterpolation {
  /// 1.
  public var stepCost: Int { 1 }

  /// Unknown.
  public var stepStride: Int? { nil }
}

extension Animation {
  /// The most by which one of the ``steps`` is more than the one before.
  var stepStride: Int? {
    guard case .interpolated(let interpolation, _) = content else { return nil }
    return (interpolation as? any SteppedInterpolation)?.stepStride
  }

  /// The change of progress that can change no text.
  var threshold: Double {
    if case .interpolated(let interpolation, _) = content { interpolation.threshold } else { 0 }
  }

  /// The cost of one call of ``steps``.
  var stepCost: Int {
    guard case .interpolated(let interpolation, _) = content else { return 1 }
    return (interpolation as? any SteppedInterpolation)?.stepCost ?? 1
  }

  /// The steps of the interpolation, and those of the two texts themselves, which only 0 and 1 exactly show.
  var steps: ((Double) -> Int)? {
    guard case .interpolated(let interpolation, _) = content,
      let steps = (interpolation as? any SteppedInterpolation)?.steps
    else { return nil }
    return { progress in
      steps(progress) + (progress >= 0 ? 1 : 0) + (progress > 0 ? 1 : 0) + (progress >= 1 ? 1 : 0)
        + (progress > 1 ? 1 : 0)
    }
  }
}
