/// Samples of a curve over one duration: an even grid, and more of them where straight lines between would miss the curve.
///
/// A jump shows as two samples less than ``jumpWidth`` apart.
public struct CurveTrace: Sendable {
  /// The position at one moment.
  public struct Sample: Equatable, Sendable {
    /// The moment, as a fraction of the duration.
    public var fraction: Double
    /// The eased progress then.
    public var progress: Double
  }

  /// The curve, fitted to the duration.
  public let curve: any TimingCurve
  /// Seconds, above 0.
  public let duration: Double
  /// The samples in the order of time; the first at 0, the last at 1.
  public private(set) var samples: [Sample] = []
  /// How many samples between those of the grid may be taken before it is asked whether there may be more; below 0, none
  /// may.
  private var unasked = 0

  /// Traces a curve.
  ///
  /// - Parameters:
  ///   - curve: Any curve; positions beyond ±1e300 count as that.
  ///   - duration: Seconds, above 0.
  ///   - detail: The distance from a straight line above which two samples get a third between them.
  ///   - mayTake: Asked before so many more samples are taken; where they may not be, the trace lacks detail.
  public init(
    of curve: any TimingCurve, duration: Double, detail: Double = 0.0001,
    while mayTake: (_ samples: Int) -> Bool = { _ in true }
  ) {
    self.curve = curve.fitted(to: duration)
    self.duration = duration
    let fractions = Self.grid(of: curve)
    guard mayTake(fractions.count) else {
      samples = [sample(at: 0), sample(at: 1)]
      return
    }
    let grid = fractions.map(sample)
    let heights = grid.map(\.progress)
    // The larger the range of the curve, the larger the error that nobody sees.
    let detail = max(detail, ((heights.max() ?? 1) - (heights.min() ?? 0)) * 1e-5)
    samples = [grid[0]]
    unasked = Self.batch
    for sample in grid.dropFirst() { trace(to: sample, detail, while: mayTake) }
  }

  /// Two samples closer than this, as a fraction of the duration, are the two sides of a jump.
  static let jumpWidth = 1e-12

  /// An undamped oscillation of microseconds would take more samples than there is memory.
  private static let limit = 16_384

  /// Even fractions that are short in decimal, and the author's own where the curve has some.
  private static func grid(of curve: any TimingCurve) -> [Double] {
    let even = (0...5000).map { Double($0) / 5000 }
    guard let lines = curve as? PiecewiseLinear else { return even }
    return (even + lines.points.map(\.input).filter { 0 < $0 && $0 < 1 }).sorted()
  }

  private static let batch = 128

  /// Appends the samples after the last one up to and including `next`.
  private mutating func trace(to next: Sample, _ detail: Double, while mayTake: (Int) -> Bool) {
    let last = samples[samples.count - 1]
    let middle = sample(at: last.fraction + (next.fraction - last.fraction) / 2)
    let isStraight = abs(middle.progress - last.progress / 2 - next.progress / 2) <= detail
    if isStraight || next.fraction - last.fraction <= Self.jumpWidth || samples.count >= Self.limit || unasked < 0 {
      samples.append(next)
    } else {
      unasked -= 1
      if unasked == 0 { unasked = mayTake(Self.batch) ? Self.batch : -1 }
      trace(to: middle, detail, while: mayTake)
      trace(to: next, detail, while: mayTake)
    }
  }
}

extension CurveTrace {
  /// The position at a fraction of the duration.
  public func sample(at fraction: Double) -> Sample {
    Sample(
      fraction: fraction, progress: Self.limited(progress(at: fraction)))
  }

  /// The curve itself, which at the ends of a CSS easing may be elsewhere than an animation.
  private func progress(at fraction: Double) -> Double {
    if let easing = curve.easing { return easing.progress(at: fraction) }
    return curve.position(at: fraction * duration, duration: duration)
  }

  /// Within ±1e300, so that differences stay finite.
  static func limited(_ position: Double) -> Double {
    position.isNaN ? 0 : min(max(position, -1e300), 1e300)
  }

  /// The smallest and the largest progress.
  ///
  /// A peak between two samples is looked for by ternary search.
  public var range: ClosedRange<Double> {
    let low = -peak { -$0.progress }
    let high = peak(\.progress)
    return min(low, high)...high
  }

  private func peak(_ height: (Sample) -> Double) -> Double {
    var top = 0
    for index in samples.indices where height(samples[index]) > height(samples[top]) { top = index }
    var low = samples[max(top - 1, 0)].fraction
    var high = samples[min(top + 1, samples.count - 1)].fraction
    for _ in 0..<40 {
      let third = (high - low) / 3
      if height(sample(at: low + third)) < height(sample(at: high - third)) { low += third } else { high -= third }
    }
    return max(height(samples[top]), height(sample(at: (low + high) / 2)))
  }
}
