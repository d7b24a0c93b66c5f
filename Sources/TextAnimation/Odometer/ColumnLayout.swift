internal import TextBytes

/// The wheels of a counter and what stands between them; wheels count from the right, 0 being the last digit.
struct ColumnLayout: Sendable {
  private let template: NumberTemplate
  /// Wheels after the decimal separator.
  let fractionDigits: Int
  /// Wheels that are always there.
  let minimumCount: Int
  /// How the wheels show hours, minutes and seconds; `nil` where they show a number.
  let clock: ClockStyle?

  /// Takes what a template says, for a number with so many fraction digits.
  init(_ template: NumberTemplate, fractionDigits: Int) {
    self.template = template
    self.fractionDigits = fractionDigits
    clock = if case .units(let style) = template.style { style as? ClockStyle } else { nil }
    minimumCount = fractionDigits + (clock?.minimumWheels ?? template.minimumIntegerDigits)
  }

  /// How the digits are written.
  var digits: DigitLayout { template.layout }

  /// What stands around the digits.
  var affixes: Signed<NumberTemplate.Affixes> { template.affixes }
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
  func affixes(of reading: CounterReading) -> NumberTemplate.Affixes {
    reading.isZero ? affixes.zero : reading.isNegative ? affixes.negative : affixes.positive
  }

  /// The digit on each wheel for a number of whole steps, the last digit first.
  ///
  /// A clock beyond 16 digits stands still, as its text does.
  func wheels(_ steps: BigInteger) -> [Int] {
    guard clock != nil else {
      var digits = UTF8Buffer()
      steps.appendDigits(to: &digits)
      return digits.bytes().reversed().map { Int($0 & 0x0F) }
    }
    var rest = Int(min(steps.word ?? .max, Int128(ClockStyle.limit)))
    var wheels: [Int] = []
    while rest > 0 {
      let base = base(of: wheels.count)
      wheels.append(rest % base)
      rest /= base
    }
    return wheels
  }
}

// MARK: - From templates

extension AnimatedNumber {
  /// Whether wheels can show the number: as digits or as hours, minutes and seconds.
  var hasWheels: Bool {
    switch template.style {
    case .fixed: true
    case .units(let style): style is ClockStyle
    case .word, .ladder, .radix, .scientific, .compact: false
    }
  }

  /// How its digits become the wheels of a counter.
  var columnLayout: ColumnLayout { ColumnLayout(template, fractionDigits: fractionDigits) }
}

extension ClockStyle {
  fileprivate var hasHours: Bool { hours != .never }

  /// Wheels for whole seconds that are always there.
  fileprivate var minimumWheels: Int {
    switch hours {
    case .always: 4 + hourDigits
    case .never: 2 + minuteDigits
    case .whenReached: 2 + min(minuteDigits, 2)
    }
  }
}
