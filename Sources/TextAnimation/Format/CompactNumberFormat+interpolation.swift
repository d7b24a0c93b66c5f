internal import TextBytes

extension CompactNumberFormat: NumberNotation {
  /// Numbers below one get no more digits than one of the two needs.
  public func interpolation(from source: ExactDecimal, to target: ExactDecimal) -> any ValueInterpolation {
    let format = limited(showing: source, target)
    let places = format.fractionDigits(at: target.isZero ? -decimalShift : target.exponent - 1)
    let range = DecimalRange(from: source, to: target, fractionDigits: places, rounding: rounding)
    return CompactInterpolation(number: SizedNumber(range, format: format))
  }
}

private struct CompactInterpolation: ValueInterpolation {
  let number: SizedNumber<CompactNumberFormat>

  /// That of the size below the target's, so that a spring rests only where no digit changes any more.
  var threshold: Double { number.range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    number.write(at: progress, to: &text)
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    number.format.writePlain(number.range.value(at: progress), to: &text)
  }

  var exactDigits: Int { number.range.exactDigits }
}

extension CompactInterpolation: SteppedInterpolation {
  var steps: (@Sendable (Double) -> Int)? { number.steps }
}

extension CompactInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    CompactInterpolation(number: number.rounded(toMultiplesOf: factor))
  }
}
