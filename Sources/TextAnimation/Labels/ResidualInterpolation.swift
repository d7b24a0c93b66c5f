import Interpolation
import Odometer
import WrittenNumbers
internal import TextBytes

/// Numbers on their way to a target, each less what every change has left to do: x(t) = T − Σ r(t).
///
/// The progress is the share of the time until all have come to rest. Each number is written as part of a way from its
/// target that is longer than all residuals together, so that nothing but the way differs from other numbers.
struct ResidualInterpolation: NumberedInterpolation {
  let numbers: NumbersInterpolation
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
    self.numbers = NumbersInterpolation(counting, rest: numbers.rest)
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
    numbers.byteCount + MemoryLayout<Share>.stride * shares.capacity
      + terms.count * (MemoryLayout<ResidualTerm>.stride + 64 * numbers.counting.count)
  }

  var positionCount: Int { terms.count }

  /// Unknown: its duration is always given.
  var threshold: Double { 0 }
}

// MARK: - The numbers at a moment

extension ResidualInterpolation {
  /// What is left of each term.
  private struct Rests {
    var values: InlineArray<64, Share>
  }

  private func rests(at progress: Double) -> Rests {
    var rests = Rests(values: InlineArray(repeating: (0, 0)))
    let seconds = seconds(at: progress)
    for (index, term) in terms.enumerated() {
      rests.values[index] = (term.rest(at: seconds), term.velocities.isEmpty ? 0 : term.push(at: seconds))
    }
    return rests
  }

  private func seconds(at progress: Double) -> Double { max(progress, 0) * duration }

  private func progress(ofNumber index: Int, _ rests: Rests) -> Double {
    var sum = 0.0
    for term in terms.indices {
      let (share, rest) = (shares[index * terms.count + term], rests.values[term])
      sum += share.rest * rest.rest + share.push * rest.push
    }
    return -sum
  }

  func progress(ofNumber index: Int, at progress: Double) -> Double {
    progress < 1 ? self.progress(ofNumber: index, rests(at: progress)) : 0
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let rests = progress < 1 ? rests(at: progress) : Rests(values: InlineArray(repeating: (0, 0)))
    for (index, number) in numbers.counting.enumerated() {
      number.write(at: self.progress(ofNumber: index, rests), to: &text)
    }
    text.append(numbers.rest)
  }
}

// MARK: - Putting one residual in the place of all

extension ResidualInterpolation {
  /// What all residuals of a number come to.
  struct Remainder {
    var distance = Decimal.zero
    /// How fast it grows, in units a second.
    var velocity = 0.0
    /// All ways together, of which it is what is left, in units.
    var way = 0.0
  }

  /// What all residuals of a number come to at a time.
  func remainder(ofNumber index: Int, at seconds: Double) -> Remainder {
    let way = numbers.counting[index].tween
    var (share, velocity, total) = (0.0, 0.0, 0.0)
    for (place, term) in terms.enumerated() {
      let (rest, push) = shares[index * terms.count + place]
      share += rest * term.rest(at: seconds) + push * term.push(at: seconds)
      velocity += rest * term.velocity(at: seconds) + push * term.pushVelocity(at: seconds)
      total += abs(rest)
    }
    let whole = way.distance ?? .zero
    let unit = whole.approximation
    return Remainder(
      distance: whole.part(share, places: way.places), velocity: (velocity * unit).finite,
      way: (total * unit).finite)
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
struct ResidualColumns: ColumnInterpolation, NumberedInterpolation {
  private let values: ResidualInterpolation
  private let columns: OdometerInterpolation
  /// The columns of the target, where it is written otherwise than the frames before.
  private let last: [Column]?

  /// Rolls the columns of numbers that add up, to rest as those given; `nil` where they have none.
  init?(_ values: ResidualInterpolation, to last: [Column]?) {
    guard let columns = try? OdometerInterpolation(values.numbers, mode: .carry, direction: .auto) else { return nil }
    (self.values, self.columns, self.last) = (values, columns, last)
  }

  var numbers: NumbersInterpolation { values.numbers }

  var byteCount: Int {
    values.byteCount + columns.byteCount + MemoryLayout<Column>.stride * (last?.capacity ?? 0)
  }

  var positionCount: Int { (1 + numbers.counting.count) * values.positionCount }

  var threshold: Double { values.threshold }

  func progress(ofNumber index: Int, at progress: Double) -> Double {
    values.progress(ofNumber: index, at: progress)
  }

  func write(at progress: Double, to text: inout UTF8Buffer) { values.write(at: progress, to: &text) }

  func columns(at progress: Double) -> [Column] {
    if progress >= 1, let last { return last }
    return columns.columns { values.progress(ofNumber: $0, at: progress) }
  }
}

extension OdometerInterpolation {
  /// The numbers, where the columns follow their values; `nil` where they roll by themselves.
  var addable: NumbersInterpolation? { followsValues ? numbers : nil }

  /// The same columns for numbers that add up; `nil` where they have none.
  func adding(_ values: ResidualInterpolation) -> ResidualColumns? { ResidualColumns(values, to: lastColumns) }
}
