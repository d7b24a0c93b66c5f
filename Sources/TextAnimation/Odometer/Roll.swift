import WrittenNumbers
import Interpolation
import TextBytes
import Timing

/// The wheels of a number and what stands between them; wheels count from the right, 0 being the last digit.
struct Wheels: Sendable {
  private let template: NumberTemplate
  /// Wheels after the decimal separator.
  let fractionDigits: Int
  /// Wheels that are always there.
  let minimum: Int
  /// How they show hours, minutes and seconds; `nil` where they show a number.
  private let clock: ClockForm?
  /// Of each wheel of a number that has not all ten, by its place: 0 is the ones, −1 the tenths.
  private var highestDigits: [Int: Int]

  /// A wheel also has the digit that its number sets out from: amid a change that may be a higher one.
  ///
  /// - Throws: ``NotAnimatable`` for a number that wheels cannot show, or that would come to rest on a digit above the
  ///   highest of its wheel.
  init(_ number: AnimatedNumber, highestDigits: [Int: Int]) throws(NotAnimatable) {
    template = number.template
    fractionDigits = number.fractionDigits
    clock = template.clock
    guard template.isPlain || clock != nil else {
      throw NotAnimatable(reason: "an odometer has wheels for numbers and times only, not for dates, units and words")
    }
    minimum = fractionDigits + (clock?.minimumWheels ?? template.minimumIntegerDigits)
    self.highestDigits = clock == nil ? highestDigits : [:]
    guard isLimited else { return }
    let ends = [0, 1].map { digits(of: number.tween.sample(at: $0, places: number.tween.places).floor.magnitude) }
    for (wheel, digit) in ends[1].enumerated() where digit >= base(of: wheel) {
      throw NotAnimatable(reason: "a wheel that ends with \(base(of: wheel) - 1) has no \(digit)")
    }
    for (wheel, digit) in ends[0].enumerated() where digit >= base(of: wheel) {
      self.highestDigits[wheel - fractionDigits] = digit
    }
  }

  /// Whether a wheel of a number has fewer than ten digits.
  var isLimited: Bool { !highestDigits.isEmpty }

  var digitSet: DigitSet { template.layout.digitSet }

  func affixes(of value: Sample) -> NumberTemplate.Affixes {
    let affixes = template.affixes
    return value.isZero ? affixes.zero : value.floor < 0 ? affixes.negative : affixes.positive
  }

  /// How many digits a wheel has: 10 unless it is told its highest, or 6 for tens of seconds and of minutes below hours.
  func base(of wheel: Int) -> Int {
    let place = wheel - fractionDigits
    guard let clock else { return (highestDigits[place] ?? 9) + 1 }
    return place == 1 || place == 3 && clock.hours != .never ? 6 : 10
  }

  /// The wheel whose turning decides whether this one is there: its own, but for the hours the first of them.
  func leader(of wheel: Int) -> Int { firstHour.contains(wheel) ? firstHour.lowerBound : wheel }

  /// The wheel that the separator behind one comes and goes with: its own, but for the first of all, which stands where as
  /// many digits are before it as the language asks for.
  func leader(ofSeparatorAfter wheel: Int) -> Int {
    guard let grouping = template.layout.grouping, clock == nil, wheel == fractionDigits + grouping.primary else {
      return wheel
    }
    return wheel + grouping.minimum - 1
  }

  /// How many wheels show a number that has `count` digits.
  func shownCount(_ count: Int) -> Int {
    max(count, count > firstHour.lowerBound ? firstHour.upperBound : minimum)
  }

  /// The wheels of the hours that come and go as one.
  private var firstHour: Range<Int> {
    guard let clock, clock.hours != .never else { return .max ..< .max }
    return fractionDigits + 4..<fractionDigits + 4 + clock.hourDigits
  }

  func separator(after wheel: Int) -> String? {
    let (place, layout) = (wheel - fractionDigits, template.layout)
    if place == 0 { return fractionDigits > 0 ? layout.decimalSeparator.text : nil }
    if let clock { return place == 2 || place == 4 && clock.hours != .never ? clock.colon : nil }
    guard let grouping = layout.grouping, place >= grouping.primary,
      (place - grouping.primary) % grouping.secondary == 0
    else { return nil }
    return layout.groupingSeparator.text
  }

  /// The digit on each wheel without zeros in front, the last digit first; a clock of more than 16 digits stands still.
  func digits(of units: UInt128) -> [Int] {
    var rest = clock == nil ? units : min(units, UInt128(ClockForm.limit))
    var digits: [Int] = []
    while rest > 0 {
      let (quotient, digit) = rest.divided(by: clock == nil ? 10 : UInt64(base(of: digits.count)))
      digits.append(Int(digit))
      rest = quotient
    }
    return digits
  }
}

extension ClockForm {
  /// Wheels for whole seconds that are always there.
  fileprivate var minimumWheels: Int {
    switch hours {
    case .always: 4 + hourDigits
    case .never: 2 + minuteDigits
    case .whenReached: 2 + min(minuteDigits, 2)
    }
  }
}

/// One number whose digits roll from one value to another.
package struct Roll: Sendable {
  private let wheels: Wheels
  private let source: Sample
  private let target: Sample
  private let motion: Motion
  /// A hundredth of a digit's height, which nobody sees, as a fraction of the distance.
  let threshold: Double

  private enum Motion {
    /// The value: a wheel moves only while all to its right pass from their highest digit to 0.
    case value(Tween)
    /// A counter that rolls the other way and starts again at zero after so many steps.
    case wraparound(Way, turn: UInt128)
    /// Each wheel by itself, from its digit of one number to that of the other; shown as the value is, or else from end to
    /// end.
    case separate([Way], isValue: Bool)
  }

  /// The share of half a digit's height that can be seen.
  package static let visibleShare = 0.02

  /// The wheels beyond, which only zeros in front have, stand where a counter starts again.
  private static let wrappingWheels = NumberLimits.digits

  init(_ number: AnimatedNumber, _ wheels: Wheels, mode: ColumnMode, direction: ColumnDirection) {
    let tween = number.tween
    let (source, target) = (tween.sample(at: 0, places: tween.places), tween.sample(at: 1, places: tween.places))
    (self.source, self.target, self.wheels) = (source, target, wheels)
    let count = [source, target].map { wheels.shownCount(wheels.digits(of: $0.floor.magnitude).count) }.max() ?? 0
    // At most 10³⁸, below 2¹²⁷.
    let turn = (0..<min(count, Self.wrappingWheels)).reduce(1 as UInt128) { $0 &* UInt128(wheels.base(of: $1)) }
    let around = Self.turns(from: source.floor, to: target.floor, direction, turn: turn)
    let (start, stop) = (source.floor.magnitude, target.floor.magnitude)
    let length = Self.length(from: source.floor, to: target.floor, turns: around, turn)
    switch wheels.isLimited ? .digit : mode {
    case .auto where length > 2 * UInt128(wheels.base(of: 0)), .digit:
      let ways = Self.ways(wheels, from: start, to: stop, direction, count: count)
      motion = .separate(ways, isValue: false)
      threshold = Self.visibleShare * 0.5 / (ways.map(\.length.approximation).max().map { max($0, 1) } ?? 1)
      return
    case .carry, .auto:
      motion = around.map { .wraparound(Self.way(start, stop, turns: $0, turn), turn: turn) } ?? .value(tween)
    case .continuous:
      var unit: UInt128 = 1
      let ways = (0..<count).map { wheel in
        defer { unit = unit >= turn ? unit : unit &* UInt128(wheels.base(of: wheel)) }
        guard let around else {
          let ends = [source.floor, target.floor].map { $0 / Int128(truncatingIfNeeded: unit) }
          return Way(from: ends[0], to: ends[1])
        }
        return Self.way(start / unit, stop / unit, turns: around, turn / unit)
      }
      motion = .separate(ways, isValue: around == nil)
    }
    let half = around.map { 0.5 / Self.way(start, stop, turns: $0, turn).length.approximation } ?? tween.threshold
    threshold = max(half * Self.visibleShare, .leastNonzeroMagnitude)
  }

  /// The full turns that a counter makes which starts again at zero; `nil` where the value itself goes that way.
  private static func turns(
    from source: Int128, to target: Int128, _ direction: ColumnDirection, turn: UInt128
  ) -> Int? {
    let (start, stop) = (source.magnitude, target.magnitude)
    let way = start < stop ? stop - start : start - stop
    let turns = direction.turns(sign: start < stop ? 1 : stop < start ? -1 : 0, isFar: way > turn / 2)
    let crossesZero = source != 0 && target != 0 && (source < 0) != (target < 0)
    return direction != .auto && (turns != 0 || crossesZero) ? turns : nil
  }

  /// How many steps the last wheel takes.
  private static func length(from source: Int128, to target: Int128, turns: Int?, _ turn: UInt128) -> UInt128 {
    (turns.map { way(source.magnitude, target.magnitude, turns: $0, turn) } ?? Way(from: source, to: target)).length
  }

  /// The way from one natural number to another on a counter; numbers a turn apart show the same.
  ///
  /// A turn of 38 wheels is 10³⁸ at most, and taken only from the larger of the two, which is above zero.
  private static func way(_ start: UInt128, _ stop: UInt128, turns: Int, _ turn: UInt128) -> Way {
    let ends = [start, stop].map { Int128(truncatingIfNeeded: $0) }
    let turn = Int128(truncatingIfNeeded: turn)
    return Way(from: turns > 0 ? ends[0] &- turn : ends[0], to: turns < 0 ? ends[1] &- turn : ends[1])
  }

  private static func ways(
    _ wheels: Wheels, from start: UInt128, to stop: UInt128, _ direction: ColumnDirection, count: Int
  ) -> [Way] {
    let direction = direction == .auto ? stop < start ? .down : .up : direction
    let digits = [start, stop].map { wheels.digits(of: $0) }
    return (0..<count).map { wheel in
      let ends = digits.map { wheel < $0.count ? $0[wheel] : 0 }
      let (way, base) = (ends[1] - ends[0], wheels.base(of: wheel))
      let turns = direction.turns(sign: way.signum(), isFar: 2 * abs(way) > base)
      return Way(from: Int128(ends[0]), to: Int128(ends[1] + base * turns))
    }
  }

  var byteCount: Int {
    if case .separate(let ways, _) = motion { MemoryLayout<Way>.stride * ways.capacity + 32 } else { 0 }
  }

  /// Whether each wheel shows a digit of the value at all times.
  var followsValue: Bool { if case .value = motion { true } else { false } }
}

// MARK: - Columns

extension Roll {
  /// Appends the columns of the number between its two ends.
  func append(at progress: Double, to row: inout ColumnRow) {
    switch motion {
    case .value(let tween):
      let value = tween.sample(at: progress, places: tween.places)
      let magnitude = value.magnitude
      let digits = wheels.digits(of: magnitude.floor.magnitude)
      append(carrying(digits, magnitude, count: max(digits.count + 1, wheels.minimum)), of: value, to: &row)
    case .wraparound(let way, let turn):
      let value = way.sample(at: progress)
      let count = max(count(of: source), count(of: target))
      append(carrying(wheels.digits(of: value.floor.modulo(turn)), value, count: count), at: progress, to: &row)
    case .separate(let ways, isValue: true):
      let values = ways.map { $0.sample(at: progress) }
      append(values.enumerated().map { position($1.magnitude, $0) }, of: values.first ?? source, to: &row)
    case .separate(let ways, isValue: false):
      append(ways.enumerated().map { position($1.sample(at: progress), $0) }, at: progress, to: &row)
    }
  }

  /// Where a wheel stands that shows a number; beyond a thousand, a thousand turns on.
  private func position(_ value: Sample, _ wheel: Int) -> Double {
    let base = wheels.base(of: wheel)
    let digit =
      value.floor.magnitude < 1000 && value.floor >= 0
      ? Int(truncatingIfNeeded: value.floor)
      : 1000 * base + Int(truncatingIfNeeded: value.floor.modulo(UInt128(base)))
    return Double(digit) + value.part
  }

  /// The position of each wheel where the part of a turn is carried from one to the next, with a turn in front where a
  /// digit stands before it.
  private func carrying(_ digits: [Int], _ value: Sample, count: Int) -> [Double] {
    var part = value.part
    return (0..<count).map { wheel in
      let digit = wheel < digits.count ? digits[wheel] : 0
      let base = wheels.base(of: wheel)
      defer { if digit < base - 1 { part = 0 } }
      return Double(digit + (wheel + 1 < digits.count ? base : 0)) + part
    }
  }

  private func count(of end: Sample) -> Int {
    wheels.shownCount(wheels.digits(of: end.floor.magnitude).count)
  }

  /// Wheels and separators come and go with the first turn of their wheel, a sign with the last step before zero.
  private func append(_ positions: [Double], of value: Sample, to row: inout ColumnRow) {
    let magnitude = value.magnitude
    let zero = wheels.affixes(of: Sample(floor: 0))
    let (affixes, opacity) = (wheels.affixes(of: value), magnitude.floor == 0 ? magnitude.part : 1)
    row.append(fading: zero.prefix, into: affixes.prefix, at: opacity)
    append(positions, to: &row) { wheel in
      wheel < wheels.minimum ? 1 : min(positions[min(wheels.leader(of: wheel), wheel)], 1)
    }
    row.append(fading: zero.suffix, into: affixes.suffix, at: opacity)
  }

  /// Wheels, separators and signs come and go with the progress.
  private func append(_ positions: [Double], at progress: Double, to row: inout ColumnRow) {
    let (before, after, opacity) = (wheels.affixes(of: source), wheels.affixes(of: target), progress.clampedToUnit)
    let counts = (count(of: source), count(of: target))
    row.append(fading: before.prefix, into: after.prefix, at: opacity)
    append(positions, to: &row) { wheel in
      (wheel < counts.0 ? 1 - opacity : 0) + (wheel < counts.1 ? opacity : 0)
    }
    row.append(fading: before.suffix, into: after.suffix, at: opacity)
  }

  /// A separator belongs to the wheel before it, except that a fraction always has its own.
  private func append(_ positions: [Double], to row: inout ColumnRow, presence: (Int) -> Double) {
    for wheel in positions.indices.reversed() {
      let opacity = presence(wheel)
      row.append(positions[wheel], base: wheels.base(of: wheel), digits: wheels.digitSet, opacity: opacity)
      if let separator = wheels.separator(after: wheel) {
        let leader = wheels.leader(ofSeparatorAfter: wheel)
        let own = leader == wheel ? opacity : leader < positions.count ? presence(leader) : 0
        row.append(separator, opacity: wheel == wheels.fractionDigits ? 1 : own)
      }
    }
  }
}

extension Sample {
  /// How far it lies above its whole number: 0…1, and 1 only where a double cannot tell it from that.
  fileprivate var part: Double { Double(fraction) * 0x1p-64 }
}

extension Int128 {
  /// What is left of full turns, zero at least.
  fileprivate func modulo(_ turn: UInt128) -> UInt128 {
    let rest = magnitude % turn
    return self < 0 && rest > 0 ? turn - rest : rest
  }
}
