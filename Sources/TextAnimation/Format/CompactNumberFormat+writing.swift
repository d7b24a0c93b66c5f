public import TextBytes

extension CompactNumberFormat {
  /// Appends one number.
  public func write(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    let shown = shown(value)
    let writing = shown.whole.flatMap { shown.step.writing.exceptions[$0] } ?? shown.step.writing
    var digits = shown.digits
    digits.round(toFractionDigits: shown.places, integerDigits: writing.format.minimumIntegerDigits, rounding)
    let sign = digits.isZero ? 0 : digits.isNegative ? -1 : 1
    writing.format.write(digits, sign: sign, fractionDigits: (fractionDigits ?? 0)...shown.places, to: &text)
  }

  /// Appends the number that is shown, in plain digits: 1200000 for 1.2M.
  func writePlain(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    let shown = shown(value)
    let shift = shown.step.unit - decimalShift
    let rounded = ExactDecimal(
      isNegative: shown.digits.isNegative, magnitude: Magnitude(digits: shown.digits.digits),
      fractionDigits: shown.places)
    let places = max(shown.places - shift, 0)
    NumberFormat(minimumFractionDigits: fractionDigits == nil ? 0 : places, maximumFractionDigits: places)
      .write(rounded.shifted(by: shift), to: &text)
  }
}

// MARK: - In any number of digits

extension CompactNumberFormat {
  /// A number rounded as it is shown.
  struct Shown {
    let step: Step
    let digits: WideDigits
    let places: Int

    /// The number where no digit but 0 stands after the separator, its last nine digits.
    fileprivate var whole: Int? {
      guard !step.writing.exceptions.isEmpty, digits.digits.suffix(places).allSatisfy({ $0 == 0 }) else { return nil }
      return digits.digits.dropLast(places).suffix(9).reduce(0) { $0 * 10 + Int($1) }
    }

    /// The power of ten of its first digit.
    fileprivate var exponent: Int {
      digits.digits.count - digits.digits.prefix { $0 == 0 }.count - places - 1 + step.unit
    }
  }

  func shown(_ value: ExactDecimal) -> Shown {
    let exponent = value.isZero ? 0 : value.exponent + decimalShift
    let shown = shown(value, at: exponent)
    return shown.digits.isZero || shown.exponent == exponent ? shown : self.shown(value, at: shown.exponent)
  }

  private func shown(_ value: ExactDecimal, at exponent: Int) -> Shown {
    let step = steps[index(at: exponent)]
    let places = places(at: exponent)
    var digits = WideDigits(value.shifted(by: decimalShift - step.unit))
    digits.round(toFractionDigits: places, rounding)
    return Shown(step: step, digits: digits, places: places)
  }
}

// MARK: - In a few machine words

extension CompactNumberFormat {
  func write(_ value: NarrowValue, to text: inout UTF8Buffer) -> Bool {
    guard let sized = value.sized(rounding, places: fractionDigits) else { return false }
    let size = value.isZero ? 0 : sized.exponent &+ decimalShift
    let places = places(at: size)
    let writing = writing(of: sized.digits, places, in: steps[index(at: size)].writing)
    return writing.write(
      sized.digits, isNegative: value.isNegative, fractionDigits: (fractionDigits ?? 0)...places, to: &text)
  }

  /// The exception for a number where no digit but 0 stands after the separator; its last nine digits tell.
  @inline(__always)
  private func writing(of digits: UInt64, _ places: Int, in regular: Writing) -> Writing {
    guard !regular.exceptions.isEmpty, places < 20 else { return regular }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: .powerOfTen(places))
    return fraction == 0 ? regular.exceptions[Int(whole % 1_000_000_000)] ?? regular : regular
  }
}
