extension DecimalRange {
  /// The way from one magnitude to the other, in steps of the last digit, on a counter that starts again at zero.
  ///
  /// It starts ten full turns above zero, so that an overshoot finds wheels to roll there. `bases` tells how many digits
  /// each wheel has. `nil` where the value itself goes that way.
  func roundabout(_ direction: ColumnDirection, bases: [Int]) -> DecimalRange? {
    let (end, places) = (source + distance, fractionDigits)
    let (start, stop) = (source.magnitude(inStepsOf: places), end.magnitude(inStepsOf: places))
    let turn = bases.reduce(into: Magnitude(1)) { $0.multiply(by: UInt32($1)) }
    let way = Magnitude.distance(start, stop)
    let turns = direction.turns(sign: start < stop ? 1 : stop < start ? -1 : 0, isFar: turn < way + way)
    let crossesZero = source.isNegative != end.isNegative && !source.isZero && !end.isZero
    guard direction != .auto, turns != 0 || crossesZero else { return nil }
    func ahead(_ magnitude: Magnitude, turns: Int) -> ExactDecimal {
      let offset = turn * Magnitude(UInt64(turns))
      return ExactDecimal(isNegative: false, magnitude: magnitude + offset, fractionDigits: 0)
    }
    return DecimalRange(
      from: ahead(start, turns: 10), to: ahead(stop, turns: 10 + turns), fractionDigits: 0, rounding: rounding)
  }
}

extension ExactDecimal {
  /// The number without its sign, in units of the digit at `places` after the separator.
  fileprivate func magnitude(inStepsOf places: Int) -> Magnitude {
    shifted(by: places).magnitude
  }
}
