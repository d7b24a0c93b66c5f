internal import Timing

/// One number whose digits roll from one value to another.
struct Counter: Sendable {
  private let layout: ColumnLayout
  private let source: CounterEnd
  private let target: CounterEnd
  private let motion: Motion

  /// What moves the wheels.
  private enum Motion {
    /// The value itself, on its way from one number to the other.
    case value(DecimalTween, CounterGear)
    /// A counter that rolls the other way and wraps around, of which the last wheels show.
    case wraparound(DecimalTween, CounterGear)
    /// Each wheel by itself: how many digits it goes on.
    case separate([Int])
  }

  init(_ number: AnimatedNumber, mode: ColumnMode, direction: ColumnDirection) {
    let (tween, layout) = (number.tween, number.columnLayout)
    var source = CounterEnd(CounterReading(tween.source, places: tween.places), in: layout)
    var target = CounterEnd(CounterReading(tween.target, places: tween.places), in: layout)
    let count = max(source.count, target.count)
    source.pad(to: count)
    target.pad(to: count)
    (self.layout, self.source, self.target) = (layout, source, target)
    if mode == .digit {
      motion = .separate(Self.ways(from: source.wheels, to: target.wheels, direction, in: layout))
    } else if let wraparound = tween.wraparound(direction, bases: (0..<count).map(layout.base)) {
      motion = .wraparound(wraparound, CounterGear(mode, from: source, to: target, in: layout, isSigned: false))
    } else {
      motion = .value(tween, CounterGear(mode, from: source, to: target, in: layout, isSigned: true))
    }
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

  /// A hundredth of a digit's height, which nobody sees, as a fraction of the distance.
  var threshold: Double {
    switch motion {
    case .value(let tween, _), .wraparound(let tween, _): max(tween.threshold / 50, .leastNonzeroMagnitude)
    case .separate(let ways): 0.01 / Double(max(ways.map(abs).max() ?? 1, 1))
    }
  }
}

// MARK: - Columns

extension Counter {
  /// Appends the columns of the number between its two ends.
  func append(at progress: Double, to row: inout ColumnRow) {
    switch motion {
    case .value(let tween, let gear):
      let reading = CounterReading(tween, at: progress)
      append(gear.positions(reading, at: progress, in: layout), reading, to: &row)
    case .wraparound(let tween, let gear):
      let positions = gear.positions(CounterReading(tween, at: progress), at: progress, in: layout)
      append(positions[..<source.wheels.count], at: progress, to: &row)
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
    let (before, after) = (layout.affixes(of: source.reading), layout.affixes(of: target.reading))
    let opacity = progress.clampedToUnit
    row.append(fading: before.prefix, into: after.prefix, at: opacity)
    append(positions, to: &row) { wheel in
      source.presence(of: wheel) * (1 - opacity) + target.presence(of: wheel) * opacity
    }
    row.append(fading: before.suffix, into: after.suffix, at: opacity)
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
