internal import TextBytes

/// The wheels of a counter and what stands between them; wheels count from the right, 0 being the last digit.
struct ColumnLayout: Sendable {
  let digits: DigitLayout
  /// What stands around the digits.
  let affixes: (positive: Affixes, negative: Affixes, zero: Affixes)
  /// Wheels after the decimal separator.
  let fractionDigits: Int
  /// Wheels that are always there.
  let minimumCount: Int
  /// Whether the wheels show hours, minutes and seconds.
  let clock: Clock?

  /// Two texts around the digits.
  struct Affixes: Sendable {
    let prefix: String
    let suffix: String

    init(_ affixes: NumberTemplate.Affixes) {
      prefix = affixes.prefix.text
      suffix = affixes.suffix.text
    }
  }

  /// The two wheels of the seconds, of the minutes, and those of the hours.
  struct Clock: Sendable {
    let hasHours: Bool
    /// The hours appear and vanish together.
    let hourDigits: Int
  }
}

// MARK: - Wheels

extension ColumnLayout {
  /// How many digits a wheel has: 10, or 6 for tens of seconds and of minutes below hours.
  func base(of wheel: Int) -> Int {
    guard let clock else { return 10 }
    let place = wheel - fractionDigits
    return place == 1 || place == 3 && clock.hasHours ? 6 : 10
  }

  /// The wheel whose turning decides whether this one is there: its own, but for the hours the first of them.
  func leader(of wheel: Int) -> Int {
    firstHour.contains(wheel) ? firstHour.lowerBound : wheel
  }

  /// How many wheels show a number that has `count` digits.
  func shownCount(_ count: Int) -> Int {
    max(count, count > firstHour.lowerBound ? firstHour.upperBound : minimumCount)
  }

  /// The wheels of the hours that come and go as one.
  private var firstHour: Range<Int> {
    guard let clock, clock.hasHours else { return .max ..< .max }
    return fractionDigits + 4..<fractionDigits + 4 + clock.hourDigits
  }

  /// What stands to the right of a wheel, if anything.
  func separator(after wheel: Int) -> String? {
    let place = wheel - fractionDigits
    if place == 0 { return fractionDigits > 0 ? digits.decimalSeparator.text : nil }
    if let clock { return place == 2 || place == 4 && clock.hasHours ? ":" : nil }
    guard let grouping = digits.grouping, place >= grouping.primary,
      (place - grouping.primary) % grouping.secondary == 0
    else { return nil }
    return digits.groupingSeparator.text
  }

  /// What stands around a number.
  func affixes(of reading: CounterReading) -> Affixes {
    reading.isZero ? affixes.zero : reading.isNegative ? affixes.negative : affixes.positive
  }

  /// The digit on each wheel.
  ///
  /// A clock beyond 16 digits stands still, as its text does.
  func wheels(_ reading: CounterReading) -> [Int] {
    guard clock != nil else { return reading.digits.reversed().map(Int.init) }
    var rest = reading.digits.count > 16 ? 9_999_999_999_999_999 : reading.digits.reduce(0) { $0 * 10 + Int($1) }
    var wheels: [Int] = []
    while rest > 0 {
      let base = base(of: wheels.count)
      wheels.append(rest % base)
      rest /= base
    }
    return wheels
  }
}

// MARK: - From formats

extension AnimatedNumber {
  /// How its digits become the wheels of a counter.
  var columnLayout: ColumnLayout {
    let affixes = template.affixes
    var clock: ClockStyle?
    if case .clock(let style) = template.style { clock = style }
    return ColumnLayout(
      digits: template.layout, affixes: (.init(affixes.positive), .init(affixes.negative), .init(affixes.zero)),
      fractionDigits: fractionDigits,
      minimumCount: fractionDigits + (clock?.minimumWheels ?? template.minimumIntegerDigits),
      clock: clock.map { .init(hasHours: $0.hours != .never, hourDigits: $0.hourDigits) })
  }
}

extension ClockStyle {
  /// Wheels for whole seconds that are always there.
  fileprivate var minimumWheels: Int {
    switch hours {
    case .always: 4 + hourDigits
    case .never: 2 + minuteDigits
    case .whenReached: 2 + min(minuteDigits, 2)
    }
  }
}
