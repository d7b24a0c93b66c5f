import RealModule

/// A curve as straight lines between few stops, as CSS `linear()` writes a spring and a plot draws it.
public struct LinearApproximation: Sendable {
  /// A place where two lines meet.
  public struct Stop: Equatable, Sendable {
    /// The moment in percent of the duration, never less than that of the stop before.
    public var percentage: Double
    /// The eased progress then.
    public var progress: Double
  }

  /// At least two stops, the first at 0 % and the last at 100 %; two at the same percentage are a jump.
  public let stops: [Stop]
  /// The largest distance between curve and lines, measured at and between all samples of the trace.
  ///
  /// Steep stretches and jumps may be shifted by a millionth of the duration, as finely as percentages are written.
  public let largestError: Double

  /// Approximates a curve; one that is piecewise linear already stays as it is.
  ///
  /// - Parameters:
  ///   - trace: The curve, traced with a tenth of the wanted error as its detail.
  ///   - tolerance: The largest error wanted.
  ///   - maximumStops: At least 2; with fewer stops than the tolerance needs the error grows.
  ///   - mayTake: Asked before so many samples are looked at once more; where they may not be, there are two stops.
  /// - Complexity: O(samples) for each time that it is asked.
  public init(
    of trace: CurveTrace, within tolerance: Double = 0.001, maximumStops: Int = 500,
    while mayTake: (_ samples: Int) -> Bool = { _ in true }
  ) {
    if let lines = trace.curve as? PiecewiseLinear, lines.spansUnit, lines.points.count <= maximumStops {
      stops = lines.points.map { Stop(percentage: $0.input * 100, progress: $0.output) }
      largestError = trace.largestDistance(to: PiecewiseLinear(stops))
      return
    }
    let vertices = trace.vertices(within: tolerance * 0.95, limit: max(maximumStops, 2), while: mayTake)
    let decimals = Self.decimals(of: tolerance)
    var (stops, error) = ([Stop](), Double.infinity)
    for percentageDecimals in 2...4 where error > tolerance && (stops.isEmpty || mayTake(trace.samples.count)) {
      stops = vertices.enumerated().map { index, vertex in
        let percentage = (vertex.fraction * 100).rounded(toDecimals: percentageDecimals)
        return Stop(
          // Of two stops at 0 % the second would be the start.
          percentage: index == 0 ? 0 : max(percentage, 0.0001),
          progress: vertex.progress.rounded(toDecimals: decimals))
      }
      error = trace.largestDistance(to: PiecewiseLinear(stops))
    }
    (self.stops, largestError) = (stops, error)
  }

  /// The lines as an easing.
  public var easing: PiecewiseLinear { PiecewiseLinear(stops) }

  /// One decimal more than the tolerance has.
  private static func decimals(of tolerance: Double) -> Int {
    Int(min(max(-Double.log10(tolerance).rounded(.down), 1), 12)) + 1
  }
}

extension PiecewiseLinear {
  /// Whether the stops reach from 0 to 1 and not beyond.
  fileprivate var spansUnit: Bool {
    points.count > 1 && points[0].input == 0 && points[points.count - 1].input == 1
  }

  fileprivate init(_ stops: [LinearApproximation.Stop]) {
    self.init(stops.map { Stop($0.progress, at: $0.percentage / 100) })
  }
}

extension Double {
  /// Beyond 2⁵³ there is nothing to round, and scaling could overflow.
  fileprivate func rounded(toDecimals decimals: Int) -> Double {
    guard magnitude < 0x1p53 else { return self }
    let scale = Double.pow(10, decimals)
    return (self * scale).rounded() / scale + 0
  }
}

// MARK: - Stops among the samples

extension CurveTrace {
  /// The samples that remain where lines between them pass the others within the tolerance, which is doubled until there are
  /// no more than `limit`.
  fileprivate func vertices(within tolerance: Double, limit: Int, while mayTake: (Int) -> Bool) -> [Sample] {
    let progress = samples.lazy.map(\.progress)
    let height = (progress.max() ?? 1) - (progress.min() ?? 0)
    var tolerance = max(tolerance, height * 1e-9)
    while mayTake(samples.count) {
      let vertices = vertices(within: tolerance)
      if vertices.count <= limit { return vertices }
      tolerance *= 2
    }
    return [samples[0], samples[samples.count - 1]]
  }

  /// Extends each line for as long as one line passes all samples within the tolerance (Williams' cone of slopes, 1978).
  private func vertices(within tolerance: Double) -> [Sample] {
    var vertices = [samples[0]]
    var slopes = (low: -Double.infinity, high: Double.infinity)
    for (previous, sample) in zip(samples, samples.dropFirst()) {
      let slope = sample.slope(from: vertices[vertices.count - 1])
      if slope < slopes.low || slope > slopes.high {
        vertices.append(previous)
        slopes = (-.infinity, .infinity)
      }
      let start = vertices[vertices.count - 1]
      slopes.low = max(slopes.low, sample.slope(from: start, raisedBy: -tolerance))
      slopes.high = min(slopes.high, sample.slope(from: start, raisedBy: tolerance))
    }
    return joiningJumps(vertices + samples.suffix(1))
  }

  /// Puts both sides of a jump at one moment, which rounding could otherwise part.
  private func joiningJumps(_ vertices: [Sample]) -> [Sample] {
    var joined = vertices
    for index in joined.indices.dropFirst() {
      let before = joined[index - 1].fraction
      if joined[index].fraction - before <= Self.jumpWidth { joined[index].fraction = before }
    }
    return joined
  }

  /// The largest distance of a sample, or of the middle between two, from the lines.
  fileprivate func largestDistance(to lines: PiecewiseLinear) -> Double {
    var largest = 0.0
    for (sample, next) in zip(samples, samples.dropFirst() + samples.suffix(1)) {
      largest = max(largest, sample.distance(to: lines, beyond: largest))
      let middle = self.sample(at: (sample.fraction + next.fraction) / 2)
      largest = max(largest, middle.distance(to: lines, beyond: largest))
    }
    return largest
  }
}

extension CurveTrace.Sample {
  fileprivate func slope(from start: Self, raisedBy height: Double = 0) -> Double {
    (progress - start.progress + height) / (fraction - start.fraction)
  }

  /// The distance to the lines within a millionth of the duration around the sample; `other` where it is no larger.
  fileprivate func distance(to lines: PiecewiseLinear, beyond other: Double) -> Double {
    guard abs(lines.progress(at: fraction) - progress) > other else { return other }
    let near = [0, -1e-6, 1e-6].map { CurveTrace.limited(lines.progress(at: min(max(fraction + $0, 0), 1))) }
    return max(progress - max(near[0], near[1], near[2]), min(near[0], near[1], near[2]) - progress, 0)
  }
}

// MARK: - CSS

extension LinearApproximation {
  /// The lines as CSS writes them: `linear(0, 0.25 75%, 1)` (CSS Easing 2 section 2.1).
  ///
  /// Percentages that follow from the position in the list are left out, and a level stretch is one stop with two; two stops are the
  /// fewest that CSS takes.
  public var cssText: String {
    var parts: [String] = []
    var rest = stops[...]
    while let stop = rest.popFirst() {
      var percentages = [stop.percentage]
      if stops.count > 2, let next = rest.first, next.progress == stop.progress {
        percentages.append(next.percentage)
        rest.removeFirst()
      }
      let isImplied = percentages == (parts.isEmpty ? [0] : [100]) && (parts.isEmpty || rest.isEmpty)
      let places = isImplied ? [] : percentages.map { "\($0.shortest)%" }
      parts.append(([stop.progress.shortest] + places).joined(separator: " "))
    }
    return "linear(\(parts.joined(separator: ", ")))"
  }
}
