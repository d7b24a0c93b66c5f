extension LinearApproximation {
  typealias Point = PiecewiseLinear.Point

  /// Points so close together that the curve is straight between them, to an eighth of the tolerance.
  static func samples(of curve: any TimingCurve, duration: Double, tolerance: Double) -> [Point] {
    func point(_ input: Double) -> Point {
      Point(input: input, output: curve.position(at: input * duration, duration: duration))
    }
    func isStraight(from start: Point, to end: Point) -> Bool {
      [0.25, 0.5, 0.75].allSatisfy { share in
        let middle = point(start.input + (end.input - start.input) * share)
        return abs(middle.output - start.output - (end.output - start.output) * share) <= tolerance / 8
      }
    }
    let turns = (curve as? any PiecewiseMonotone)?.turningPoints(duration: duration).prefix(8192) ?? []
    let inner = turns.map { $0 / duration }.filter { $0 > 0 && $0 < 1 }
    var pending = ((1...512).map { Double($0) / 512 } + inner).sorted(by: >).map(point)
    var samples = [point(0)]
    while let end = pending.last, let start = samples.last {
      let isFineEnough = end.input - start.input <= narrowest || samples.count + pending.count >= 65_536
      if isFineEnough || isStraight(from: start, to: end) {
        samples.append(end)
        pending.removeLast()
      } else {
        pending.append(point((start.input + end.input) / 2))
      }
    }
    return samples
  }

  /// The fewest of the points that Ramer, Douglas and Peucker find, with the distance taken upright.
  static func simplified(_ points: [Point], tolerance: Double) -> [Point] {
    var kept = [0]
    var pending = [points.count - 1]
    while let end = pending.last, let start = kept.last {
      if let corner = farthest(of: points, from: start, to: end, beyond: tolerance) {
        pending.append(corner)
      } else {
        kept.append(end)
        pending.removeLast()
      }
    }
    return kept.map { points[$0] }
  }

  static func largestError(
    of points: [Point], at samples: [Point], _ curve: any TimingCurve, _ duration: Double
  ) -> Double {
    let lines = PiecewiseLinear(points: points)
    var largest = 0.0
    for (start, end) in zip(samples, samples.dropFirst()) where end.input - start.input > 10 * narrowest {
      for share in 1...8 {
        let input = start.input + (end.input - start.input) * Double(share) / 9
        let position = curve.position(at: input * duration, duration: duration)
        largest = max(largest, abs(lines.progress(at: input) - position))
      }
    }
    return largest
  }

  /// The narrowest interval that is still divided, as a fraction of the duration.
  private static let narrowest = 1e-7

  /// The point farthest from the line between two others, if it is farther than the tolerance.
  private static func farthest(of points: [Point], from start: Int, to end: Int, beyond tolerance: Double) -> Int? {
    let (first, last) = (points[start], points[end])
    let slope = (last.output - first.output) / (last.input - first.input)
    var farthest: Int?
    var distance = tolerance
    for index in (start + 1)..<max(end, start + 1) {
      let line = first.output + slope * (points[index].input - first.input)
      if abs(points[index].output - line) > distance {
        distance = abs(points[index].output - line)
        farthest = index
      }
    }
    return farthest
  }
}
