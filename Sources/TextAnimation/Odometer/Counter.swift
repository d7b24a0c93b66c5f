internal import Timing

/// One number whose digits roll from one value to another.
struct Counter: Sendable {
  private let layout: ColumnLayout
  private let source: CounterReading
  private let target: CounterReading
  private let motion: Motion
  /// The part of a turn that each wheel stands behind the value's own at both ends, where all wheels move all the time.
  ///
  /// A wheel above k digits rolls evenly from the source without its last k digits to the target without them, and so rests
  /// on a digit at both ends. Without it a wheel moves only while all to its right pass from their highest digit to 0.
  private let lags: (source: [Double], target: [Double])?

  /// What moves the wheels.
  private enum Motion {
    /// The value itself, on its way from one number to the other.
    case value(DecimalTween)
    /// A counter that rolls the other way and wraps around, of which the last wheels show.
    case wraparound(DecimalTween)
    /// Each wheel by itself: how many digits it goes on.
    case separate([Int])
  }

  init(_ number: AnimatedNumber, mode: ColumnMode, direction: ColumnDirection) {
    let (tween, layout) = (number.tween, number.columnLayout)
    var source = CounterReading(tween.source, places: tween.places, in: layout)
    var target = CounterReading(tween.target, places: tween.places, in: layout)
    let count = layout.shownCount(max(source.count, target.count))
    source.pad(to: count)
    target.pad(to: count)
    (self.layout, self.source, self.target) = (layout, source, target)
    let wraparound = mode == .digit ? nil : tween.wraparound(direction, bases: (0..<count).map(layout.base))
    // Where the value itself passes below zero, so do the lags.
    func lags(_ end: CounterReading) -> [Double] {
      let parts = end.parts(in: layout)
      return wraparound == nil && end.isNegative ? parts.map { -$0 } : parts
    }
    self.lags = mode == .continuous ? (lags(source), lags(target)) : nil
    if mode == .digit {
      motion = .separate(Self.ways(from: source.wheels, to: target.wheels, direction, in: layout))
    } else {
      motion = wraparound.map { .wraparound($0) } ?? .value(tween)
    }
  }

  /// The bytes that it keeps beside itself.
  var byteCount: Int {
    var count = source.wheels.capacity + target.wheels.capacity + 8
    if let lags { count += lags.source.capacity + lags.target.capacity + 8 }
    if case .separate(let ways) = motion { count += ways.capacity + 4 }
    return MemoryLayout<Int>.stride * count
  }

  private static func ways(
    from source: [Int], to target: [Int], _ direction: ColumnDirection, in layout: ColumnLayout
  ) -> [Int] {
    let isFalling = target.reversed().lexicographicallyPrecedes(source.reversed())
    let direction = direction == .auto ? isFalling ? .down : .up : direction
    return source.indices.map { wheel in
      let (way, base) = (target[wheel] - source[wheel], layout.base(of: wheel))
      return way + base * direction.turns(sign: way.signum(), isFar: 2 * abs(way) > base)
    }
  }

  /// Whether each wheel shows a digit of the value at all times.
  var followsValue: Bool {
    if case .value = motion { lags == nil } else { false }
  }

  /// The share of half a digit's height that can be seen.
  static let visibleShare = 0.02

  /// A hundredth of a digit's height, which nobody sees, as a fraction of the distance.
  var threshold: Double {
    switch motion {
    case .value(let tween), .wraparound(let tween): max(tween.threshold * Self.visibleShare, .leastNonzeroMagnitude)
    case .separate(let ways): 0.01 / Double(max(ways.map(abs).max() ?? 1, 1))
    }
  }
}

// MARK: - Positions

extension Counter {
  /// The position of each wheel, including full turns as far as they matter: 12.5 is 2.5 after one turn.
  ///
  /// The digits of the value are exact; from wheel to wheel only the part of one turn is carried, so that a double
  /// suffices however many wheels there are.
  private func positions(_ reading: CounterReading, at progress: Double) -> [Double] {
    var reading = reading
    let count = lags?.source.count ?? max(reading.count + 1, layout.minimumCount)
    reading.pad(to: count)
    var positions = prefixes(reading.wheels)
    var part = reading.fraction
    for wheel in 0..<count {
      let (digit, base) = (reading.wheels[wheel], layout.base(of: wheel))
      positions[wheel] += part
      if let lags {
        let lag = lags.source[wheel] + progress * (lags.target[wheel] - lags.source[wheel])
        positions[wheel] = abs(positions[wheel] - (reading.isNegative ? -lag : lag))
        part = (part + Double(digit)) / Double(base)
      } else if digit < base - 1 {
        part = 0
      }
    }
    return Array(positions.prefix(count))
  }

  /// The number that each wheel makes with those to its left; beyond a hundred turns, a hundred.
  private func prefixes(_ wheels: [Int]) -> [Double] {
    var prefix = 0
    return wheels.enumerated().reversed().map { wheel, digit in
      prefix = min(prefix, 100) * layout.base(of: wheel) + digit
      return Double(prefix)
    }.reversed()
  }
}

// MARK: - Columns

extension Counter {
  /// Appends the columns of the number between its two ends.
  func append(at progress: Double, to row: inout ColumnRow) {
    switch motion {
    case .value(let tween):
      let reading = CounterReading(tween, at: progress, in: layout)
      append(positions(reading, at: progress), reading, to: &row)
    case .wraparound(let tween):
      let reading = CounterReading(tween, at: progress, in: layout)
      append(positions(reading, at: progress)[..<source.wheels.count], at: progress, to: &row)
    case .separate(let ways):
      // Beyond a billion turns a double has no digits left for the position.
      let turns = min(max(progress, -1e9), 1e9)
      append(zip(source.wheels, ways).map { Double($0) + turns * Double($1) }[...], at: progress, to: &row)
    }
  }

  /// Wheels and separators come and go with the first turn of their wheel, a sign with the last step before zero.
  private func append(_ positions: [Double], _ reading: CounterReading, to row: inout ColumnRow) {
    let (zero, affixes, opacity) = (layout.affixes.zero, layout.affixes(of: reading), reading.clampedToUnit)
    row.append(fading: zero.prefix, into: affixes.prefix, at: opacity)
    append(positions[...], to: &row) { wheel in
      wheel < layout.minimumCount ? 1 : min(positions[min(layout.leader(of: wheel), wheel)], 1)
    }
    row.append(fading: zero.suffix, into: affixes.suffix, at: opacity)
  }

  /// Wheels, separators and signs come and go with the progress.
  private func append(_ positions: ArraySlice<Double>, at progress: Double, to row: inout ColumnRow) {
    let (before, after) = (layout.affixes(of: source), layout.affixes(of: target))
    let opacity = progress.clampedToUnit
    row.append(fading: before.prefix, into: after.prefix, at: opacity)
    append(positions, to: &row) { wheel in
      presence(of: wheel, in: source) * (1 - opacity) + presence(of: wheel, in: target) * opacity
    }
    row.append(fading: before.suffix, into: after.suffix, at: opacity)
  }

  /// Whether the text of an end shows a wheel, 0 or 1.
  private func presence(of wheel: Int, in end: CounterReading) -> Double {
    wheel < layout.shownCount(end.count) ? 1 : 0
  }

  /// A separator belongs to the wheel before it, except that a fraction always has its own.
  private func append(_ positions: ArraySlice<Double>, to row: inout ColumnRow, presence: (Int) -> Double) {
    for wheel in positions.indices.reversed() {
      let opacity = presence(wheel)
      row.append(positions[wheel], base: layout.base(of: wheel), digits: layout.digits.digitSet, opacity: opacity)
      if let separator = layout.separator(after: wheel) {
        row.append(separator, opacity: wheel == layout.fractionDigits ? 1 : opacity)
      }
    }
  }
}
