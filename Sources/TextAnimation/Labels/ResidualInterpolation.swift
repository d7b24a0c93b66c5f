import Interpolation
import WrittenNumbers
internal import TextBytes
internal import Timing

/// Numbers on their way to a target, each less what every change has left to do: x(t) = T − Σ r(t).
///
/// The progress is the share of the time until all have come to rest. Each number is written as part of a way from its
/// target that is longer than all residuals together, so that nothing but the way differs from other numbers.
struct ResidualInterpolation: TextInterpolation {
  /// How they are written, each on a way of its own.
  let texts: NumbersInterpolation
  /// Seconds until all is at rest, above 0.
  let duration: Double
  private let terms: [ResidualTerm]
  /// What a term's rest and its push move a number by, in parts of the number's way: term by term for each number.
  private let shares: [Share]

  private typealias Share = (rest: Double, push: Double)

  /// Takes how the numbers are written and where they come to rest, and up to ``LabelMotion/residualLimit`` terms.
  ///
  /// `nil` where the terms have not a distance for each number, nothing is left of them, or they lead too far.
  init?(_ numbers: NumbersInterpolation, less terms: [ResidualTerm]) {
    let count = numbers.counting.count
    guard count > 0, let duration = terms.map(\.end).max(), duration > 0, duration.isFinite,
      terms.count <= LabelMotion.residualLimit, terms.allSatisfy({ $0.distances.count == count })
    else { return nil }
    let counting = numbers.counting.enumerated().compactMap { index, number in
      Self.way(number.tween, beside: terms, index).map { number.counting($0) }
    }
    guard counting.count == count else { return nil }
    texts = NumbersInterpolation(counting, rest: numbers.rest)
    self.terms = terms
    self.duration = duration
    shares = counting.enumerated().flatMap { index, number in
      let way = number.tween.distance ?? .zero
      return terms.map { term in
        let velocity = term.velocities.isEmpty ? 0 : term.velocities[index] / way.approximation
        return (term.distances[index].quotient(by: way), velocity.finite)
      }
    }
  }

  /// A way up from the target that is longer than all residuals of the number.
  ///
  /// `nil` where its end has too many digits.
  private static func way(_ tween: Tween, beside terms: [ResidualTerm], _ index: Int) -> Tween? {
    var units: Int128 = 1
    for term in terms {
      let velocity = term.velocities.isEmpty ? 0 : term.velocities[index]
      let push = Sample(abs(velocity * term.largestPush), places: tween.places)
      let distance = term.distances[index].magnitude.units(places: tween.places, .expand)
      guard let sum = units.adding(distance)?.adding(push.rounded(.expand)) else { return nil }
      units = sum
    }
    let target = tween.target
    guard let length = Decimal(units, places: tween.places), let end = target.adding(length) else { return nil }
    return try? Tween(
      from: target, to: end, places: tween.places + tween.zeros, rounding: tween.rounding, factor: tween.factor)
  }

  var byteCount: Int {
    texts.byteCount + MemoryLayout<Share>.stride * shares.capacity
      + terms.count * (MemoryLayout<ResidualTerm>.stride + 64 * texts.counting.count)
  }

  var positionCount: Int { terms.count }

  var numbers: TextNumbers? { texts.numbers(eachAt: { progress(ofNumber: $0, at: $1) }) }

  /// Unknown: its duration is always given.
  var threshold: Double { 0 }
}

// MARK: - The numbers at a moment

extension ResidualInterpolation {
  /// What is left of each term.
  private typealias Rests = InlineArray<64, Share>

  private func rests(at progress: Double) -> Rests {
    var rests = Rests(repeating: (0, 0))
    let seconds = seconds(at: progress)
    for (index, term) in terms.enumerated() {
      rests[index] = (term.rest(at: seconds), term.velocities.isEmpty ? 0 : term.push(at: seconds))
    }
    return rests
  }

  private func seconds(at progress: Double) -> Double { max(progress, 0) * duration }

  private func progress(ofNumber index: Int, _ rests: Rests) -> Double {
    var sum = 0.0
    for term in terms.indices {
      let (share, rest) = (shares[index * terms.count + term], rests[term])
      sum += share.rest * rest.rest + share.push * rest.push
    }
    return -sum
  }

  func progress(ofNumber index: Int, at progress: Double) -> Double {
    progress < 1 ? self.progress(ofNumber: index, rests(at: progress)) : 0
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let rests = progress < 1 ? rests(at: progress) : Rests(repeating: (0, 0))
    for (index, number) in texts.counting.enumerated() {
      number.write(at: self.progress(ofNumber: index, rests), to: &text)
    }
    text.append(texts.rest)
  }
}

// MARK: - Putting one residual in the place of all

extension ResidualInterpolation {
  /// What all residuals of a number come to.
  ///
  /// The velocity is how fast it grows, in units a second; the way is that of all together, of which it is what is left.
  typealias Remainder = (distance: Decimal, velocity: Double, way: Double)

  /// What all residuals of a number come to at a time.
  func remainder(ofNumber index: Int, at seconds: Double) -> Remainder {
    let way = texts.counting[index].tween
    var (share, velocity, total) = (0.0, 0.0, 0.0)
    for (place, term) in terms.enumerated() {
      let (rest, push) = shares[index * terms.count + place]
      share += rest * term.rest(at: seconds) + push * term.push(at: seconds)
      velocity += rest * term.velocity(at: seconds) + push * term.pushVelocity(at: seconds)
      total += abs(rest)
    }
    let whole = way.distance ?? .zero
    let unit = whole.approximation
    return (whole.part(share, places: way.places), (velocity * unit).finite, (total * unit).finite)
  }
}

extension Double {
  /// The number, or 0 where it is none.
  fileprivate var finite: Double { isFinite ? self : 0 }
}

extension Decimal {
  /// The nearest double to the quotient, however many digits the two have.
  fileprivate func quotient(by divisor: Decimal) -> Double {
    let exponent = divisor.exponent
    guard let own = shifted(by: -exponent), let other = divisor.shifted(by: -exponent), !other.isZero else { return 0 }
    return own.approximation / other.approximation
  }

  /// A share of the number in as many digits as a double has, and two more than are shown, as far as a number may have
  /// them.
  fileprivate func part(_ share: Double, places: Int) -> Decimal {
    let places = min(max(places + 2, 17 - exponent), NumberLimits.digits - 1 - exponent, NumberLimits.writtenDigits)
    let tween = try? Tween(from: .zero, to: self, places: places, rounding: .halfEven)
    return tween.flatMap { Decimal($0.units(at: share), places: $0.places) } ?? .zero
  }
}

/// Numbers that add up, each digit in a column that follows the value.
struct ResidualColumns: TextInterpolation {
  private let values: ResidualInterpolation
  private let odometer: OdometerInterpolation
  /// The columns of the target, where it is written otherwise than the frames before.
  private let last: [Column]?

  /// Rolls the columns of numbers that add up, to rest as those given; `nil` where they have none.
  init?(_ values: ResidualInterpolation, to last: [Column]?) {
    guard let odometer = try? OdometerInterpolation(values.texts, mode: .carry, direction: .auto) else { return nil }
    (self.values, self.odometer, self.last) = (values, odometer, last)
  }

  var numbers: TextNumbers? { values.numbers }

  var byteCount: Int {
    values.byteCount + odometer.byteCount + MemoryLayout<Column>.stride * (last?.capacity ?? 0)
  }

  var positionCount: Int { (1 + values.texts.counting.count) * values.positionCount }

  var threshold: Double { values.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) { values.write(at: progress, to: &text) }

  var columns: (@Sendable (Double) -> [Column])? {
    { progress in
      if progress >= 1, let last { return last }
      return odometer.columns { values.progress(ofNumber: $0, at: progress) }
    }
  }
}

extension OdometerInterpolation {
  /// The numbers, where the columns follow their values; `nil` where they roll by themselves.
  var addable: NumbersInterpolation? { followsValues ? texts : nil }

  /// The same columns for numbers that add up; `nil` where they have none.
  func adding(_ values: ResidualInterpolation) -> ResidualColumns? { ResidualColumns(values, to: lastColumns) }
}

/// A residual made ready: what is left of its distances at each moment.
struct ResidualTerm: Sendable {
  /// The whole way of each number.
  let distances: [Decimal]
  /// The units a second that each starts with beside the curve's own; empty for none.
  let velocities: [Double]
  /// Seconds that it had been under way at second 0.
  private let elapsed: Double
  private let duration: Double
  private let curve: any TimingCurve
  private let clamp: Animation.Clamp

  /// Reads a residual for times from `start` on, in microseconds since 1970; `nil` where one of its texts is none.
  init?(_ residual: Residual, from start: Int64, by change: LabelChange) {
    let distances = residual.distances.compactMap { Decimal(plain: $0) }
    guard distances.count == residual.distances.count, residual.duration > 0, residual.duration.isFinite,
      [0, distances.count].contains(residual.velocities.count),
      // Most are of the change's own curve, whose text need not be read again.
      let curve = residual.curve == change.curveText ? change.curve : change.curveNamed(residual.curve)
    else { return nil }
    self.distances = distances
    velocities = residual.velocities.map { $0.isFinite ? $0 : 0 }
    elapsed = residual.start.seconds(to: start)
    duration = residual.duration
    self.curve = curve.fitted(to: residual.duration)
    clamp = change.clamp
  }

  /// When nothing is left, in seconds.
  var end: Double { duration - elapsed }

  /// The share of the distances that is left.
  func rest(at seconds: Double) -> Double {
    let seconds = elapsed + seconds
    guard seconds < duration else { return 0 }
    guard seconds > 0 else { return 1 }
    return 1 - clamp.cut(curve.position(at: seconds, duration: duration))
  }

  /// How fast that share grows: below 0 where it shrinks.
  func velocity(at seconds: Double) -> Double {
    let seconds = elapsed + seconds
    guard seconds < duration else { return 0 }
    let position = curve.position(at: max(seconds, 0), duration: duration)
    guard clamp.cut(position) == position else { return 0 }
    return -curve.velocity(at: max(seconds, 0), duration: duration)
  }
}

// MARK: - What a collapse keeps of a velocity

extension ResidualTerm {
  /// The share of the duration in which a velocity that was kept dies away.
  static let pushShare = 0.4
  /// The most that q(1 − q)³ comes to, at q = ¼.
  static let highestPush = 27.0 / 256

  private var pushDuration: Double { Self.pushShare * duration }

  /// The most seconds that ``push(at:)`` comes to.
  var largestPush: Double { pushDuration * Self.highestPush }

  /// The seconds by which a velocity has to be multiplied: τq(1 − q)³, of which the velocity is 1 at the start.
  func push(at seconds: Double) -> Double {
    let part = (elapsed + seconds) / pushDuration
    guard part > 0, part < 1 else { return 0 }
    let left = 1 - part
    return pushDuration * part * left * left * left
  }

  /// The velocity of ``push(at:)``.
  func pushVelocity(at seconds: Double) -> Double {
    let part = max((elapsed + seconds) / pushDuration, 0)
    return part < 1 ? (1 - part) * (1 - part) * (1 - 4 * part) : 0
  }
}

extension [Residual] {
  /// About half as many, where neighbours go the same way: what they come to at a time is the same, and later nearly.
  ///
  /// Each is one that began between its two. Whatever the sum does that way, it does not go back: one residual in the place
  /// of all would, where most of the way is still to go, and fast.
  func merged(at time: Int64, by change: LabelChange) -> [Residual] {
    var merged: [Residual] = []
    var rest = self[...]
    while let first = rest.popFirst() {
      if let second = rest.first, let both = first.merged(with: second, at: time, by: change) {
        rest = rest.dropFirst()
        merged.append(both)
      } else {
        merged.append(first)
      }
    }
    return merged
  }
}

extension Residual {
  /// One in the place of two; `nil` where they differ in more than their starts and distances, go opposite ways, or make a
  /// way of too many digits.
  fileprivate func merged(with later: Residual, at time: Int64, by change: LabelChange) -> Residual? {
    guard curve == later.curve, duration == later.duration, velocities.isEmpty, later.velocities.isEmpty,
      let term = ResidualTerm(self, from: time, by: change),
      let laterTerm = ResidualTerm(later, from: time, by: change)
    else { return nil }
    let pairs = zip(term.distances, laterTerm.distances)
    guard pairs.allSatisfy({ $0.isZero || $1.isZero || $0.isNegative == $1.isNegative }) else { return nil }
    let sums = pairs.compactMap { $0.adding($1) }
    guard sums.count == distances.count else { return nil }
    let shares = zip(sums, pairs).compactMap { sum, pair -> Double? in
      let ((distance, laterDistance), whole) = (pair, sum.approximation)
      guard whole != 0 else { return nil }
      let left = distance.approximation * term.rest(at: 0) + laterDistance.approximation * laterTerm.rest(at: 0)
      return left / whole
    }
    var both = self
    both.distances = sums.map(\.description)
    // Rather some microseconds ahead than back.
    both.start = shares.map { share in start(ofRest: share, upTo: later.start, term) }.min() ?? start
    return both
  }

  /// The last start in a range with which no more than a share is left.
  private func start(ofRest share: Double, upTo last: Int64, _ term: ResidualTerm) -> Int64 {
    var (low, high) = (start, last)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if term.rest(at: -start.seconds(to: middle)) <= share { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
