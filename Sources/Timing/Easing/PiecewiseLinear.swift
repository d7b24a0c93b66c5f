/// Straight lines between stops (CSS Easing 2 section 2.1, `linear()`).
public struct PiecewiseLinear: Easing {
  /// A stop as it is written: an output, and the inputs it may be given as fractions.
  public struct Stop: Equatable, Sendable {
    /// The eased progress there.
    public var output: Double
    /// None, one, or the two ends of a stretch with this output.
    public var inputs: [Double]

    /// Creates a stop.
    public init(_ output: Double, at inputs: Double...) {
      self.output = output
      self.inputs = Array(inputs.prefix(2))
    }

    init(output: Double, inputs: [Double]) {
      self.output = output
      self.inputs = inputs
    }
  }

  private struct Point {
    var input: Double
    var output: Double
  }

  private let points: [Point]

  /// Places the stops: inputs never decrease, and those without one stand evenly between their neighbours.
  ///
  /// - Parameter stops: At least two; with fewer the easing is constant.
  public init(_ stops: [Stop]) {
    var placed: [(input: Double?, output: Double)] = []
    var largest = -Double.infinity
    for (index, stop) in stops.enumerated() {
      for input in stop.inputs {
        largest = max(input, largest)
        placed.append((largest, stop.output))
      }
      guard stop.inputs.isEmpty else { continue }
      let isLast = index == stops.count - 1
      if index == 0 { largest = 0 } else if isLast { largest = max(1, largest) }
      placed.append((index == 0 || isLast ? largest : nil, stop.output))
    }
    points = Self.spreadEvenly(placed)
  }

  private static func spreadEvenly(_ placed: [(input: Double?, output: Double)]) -> [Point] {
    var points: [Point] = []
    var waiting: [Double] = []
    for (input, output) in placed {
      guard let input else {
        waiting.append(output)
        continue
      }
      let start = points.last?.input ?? input
      for (index, output) in waiting.enumerated() {
        let share = Double(index + 1) / Double(waiting.count + 1)
        points.append(Point(input: start + (input - start) * share, output: output))
      }
      waiting = []
      points.append(Point(input: input, output: output))
    }
    return points
  }
}

extension PiecewiseLinear {
  /// The output at an input; before the first and after the last stop the outermost lines go on.
  ///
  /// - Complexity: O(log n).
  public func progress(at fraction: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? fraction }
    let left = points[segment(at: fraction)]
    let right = points[segment(at: fraction) + 1]
    guard right.input > left.input else { return right.output }
    return left.output + (right.output - left.output) * ((fraction - left.input) / (right.input - left.input))
  }

  /// The slope of the line at an input.
  public func slope(at fraction: Double) -> Double {
    guard points.count > 1 else { return 0 }
    let left = points[segment(at: fraction)]
    let right = points[segment(at: fraction) + 1]
    return right.input > left.input ? (right.output - left.output) / (right.input - left.input) : 0
  }

  /// The index of the last point at or before an input that has a successor.
  private func segment(at input: Double) -> Int {
    var range = 0..<points.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = points[middle].input <= input ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return min(max(range.lowerBound - 1, 0), points.count - 2)
  }
}
