/// Straight lines between points: CSS `linear()` (CSS Easing 2 §2.2).
///
/// Beyond the first and the last point the first and the last line are extended. Two points with one input are a jump.
public struct PiecewiseLinear: Easing {
  /// A corner of the curve.
  public struct Point: Hashable, Sendable {
    /// The fraction of the duration.
    public let input: Double
    /// The progress there.
    public let output: Double
  }

  /// The corners, in ascending order of their inputs.
  public let points: [Point]

  /// The progress on the line around `fraction`.
  ///
  /// - Complexity: O(log n) in the number of points.
  public func progress(at fraction: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? 0 }
    let index = lineIndex(at: fraction.finite)
    let (start, end) = (points[index], points[index + 1])
    let share = ((fraction.finite - start.input) / (end.input - start.input)).finite
    if start.input == end.input || share == 1 { return end.output }
    return (start.output + (end.output - start.output) * share).finite
  }

  /// The gradient of the line around `fraction`; 0 on a jump.
  public func slope(at fraction: Double) -> Double {
    guard points.count > 1 else { return 0 }
    let index = lineIndex(at: fraction.finite)
    let (start, end) = (points[index], points[index + 1])
    guard start.input < end.input else { return 0 }
    return ((end.output - start.output) / (end.input - start.input)).finite
  }

  /// The line that begins at the last point whose input is not past `fraction`, or the nearest line.
  private func lineIndex(at fraction: Double) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].input <= fraction { low = middle + 1 } else { high = middle }
    }
    return min(max(low - 1, 0), points.count - 2)
  }
}

extension PiecewiseLinear {
  /// One argument of `linear()`: a progress and where it stands.
  public struct Stop: Hashable, Sendable {
    /// The progress.
    public var output: Double
    /// The fraction of the duration at which the stop stands, or begins; `nil` spaces it evenly.
    public var start: Double?
    /// The fraction of the duration at which the stop ends, where it lasts.
    public var end: Double?

    /// Creates a stop.
    public init(_ output: Double, at start: Double? = nil, until end: Double? = nil) {
      self.output = output
      self.start = start
      self.end = end
    }
  }

  /// Places the stops as CSS Easing 2 §2.2.1 says: none earlier than the one before it, those without a place evenly.
  public init(_ stops: [Stop]) {
    var points: [Point] = []
    var unplaced: [Double] = []
    var largest = -Double.infinity
    func place(_ output: Double, at input: Double) {
      let before = largest
      largest = max(largest, input.finite)
      for (index, output) in unplaced.enumerated() {
        let share = Double(index + 1) / Double(unplaced.count + 1)
        points.append(Point(input: before + (largest - before) * share, output: output))
      }
      unplaced = []
      points.append(Point(input: largest, output: output))
    }
    for (index, stop) in stops.enumerated() {
      let end: Double? = index == 0 ? 0 : index == stops.count - 1 ? 1 : nil
      guard let start = stop.start ?? end else {
        unplaced.append(stop.output.finite)
        continue
      }
      place(stop.output.finite, at: start)
      if let end = stop.end { place(stop.output.finite, at: end) }
    }
    self.points = points
  }
}

extension PiecewiseLinear {
  /// The corners.
  public func turns(duration: Double) -> [Double] { points.map { $0.input * duration } }
}

// MARK: - CSS

extension PiecewiseLinear {
  /// Reads the arguments of `linear()`: two or more stops with commas between them.
  ///
  /// The current draft of CSS Easing allows a single stop; Chromium, which this follows, does not.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    var stops: [Stop] = []
    repeat {
      stops.append(try Stop(css: &cursor))
    } while cursor.skipComma()
    guard stops.count > 1 else {
      throw CurveSyntaxError("`linear()` needs at least two stops, as in `linear(0, 0.3 20%, 1)`.")
    }
    self.init(stops)
  }
}

extension PiecewiseLinear.Stop {
  /// Reads a number with up to two percentages after or before it.
  fileprivate init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    var output: Double?
    var places: [Double] = []
    while true {
      if case .number(let value, _) = cursor.current, output == nil {
        output = value
        cursor.advance()
      } else if case .percentage = cursor.current, places.isEmpty {
        // Two percentages belong together: the number never stands between them.
        while case .percentage(let value) = cursor.current, places.count < 2 {
          places.append(value / 100)
          cursor.advance()
        }
      } else {
        break
      }
    }
    guard let output else { throw cursor.unexpected("`linear()` needs a number in each stop") }
    self.init(output, at: places.first, until: places.count == 2 ? places.last : nil)
  }
}
