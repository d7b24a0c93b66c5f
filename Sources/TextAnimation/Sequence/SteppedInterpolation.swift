/// A text that changes only where the progress passes certain levels, and knows them.
public protocol SteppedInterpolation: TextInterpolation {
  /// Tells which of the texts shows at a progress, as a whole number that never falls while the progress rises and is
  /// another wherever the text is, but for numbers too small to be looked at; `nil` where that cannot be told in a few
  /// machine words.
  ///
  /// There are about 0.5 / ``TextInterpolation/threshold`` steps from source to target.
  var steps: (@Sendable (Double) -> Int)? { get }

  /// What one call of ``steps`` takes, in positions of a curve, some 50 ns; 1 unless there is much to add up.
  var stepCost: Int { get }

  /// The most by which the step rises at any one progress; `nil`, which is the default, where it may leap.
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

  /// What one of the ``steps`` takes.
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
