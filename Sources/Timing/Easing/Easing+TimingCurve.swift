extension Easing {
  /// Stretches the easing to the duration.
  public func position(at seconds: Double, duration: Double) -> Double {
    progress(at: seconds / duration)
  }

  /// The slope, stretched.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    slope(at: seconds / duration) / duration
  }

  /// Always `nil`: an easing needs to be told how long it lasts.
  public func settlingDuration(within threshold: Double) -> Double? { nil }

  /// The slope between two close neighbours, for easings that have no closed form of it.
  public func slope(at fraction: Double) -> Double {
    let low = max(fraction - 1e-6, 0)
    let high = min(fraction + 1e-6, 1)
    return (progress(at: high) - progress(at: low)) / (high - low)
  }
}
