extension DecimalTween {
  /// The way from one magnitude to the other, in steps of the last digit, on a counter that starts again at zero.
  ///
  /// It starts ten full turns above zero, so that an overshoot finds wheels to roll there. `bases` tells how many digits
  /// each wheel has. `nil` where the value itself goes that way.
  func wraparound(_ direction: ColumnDirection, bases: [Int]) -> DecimalTween? {
    let (start, stop) = (source.magnitude(inStepsOf: places), target.magnitude(inStepsOf: places))
    let turn = bases.reduce(BigInteger.word(1)) { $0 * UInt64($1) }
    let way = start < stop ? stop - start : start - stop
    let turns = direction.turns(sign: start < stop ? 1 : stop < start ? -1 : 0, isFar: turn < way + way)
    let crossesZero = source.isNegative != target.isNegative && !source.isZero && !target.isZero
    guard direction != .auto, turns != 0 || crossesZero else { return nil }
    func ahead(_ magnitude: BigInteger, turns: Int) -> Decimal {
      Decimal(magnitude + turn * UInt64(turns), places: 0)
    }
    return DecimalTween(
      from: ahead(start, turns: 10), to: ahead(stop, turns: 10 + turns), places: 0, rounding: rounding)
  }
}

extension Decimal {
  /// The number without its sign, in units of the digit at `places` after the separator.
  fileprivate func magnitude(inStepsOf places: Int) -> BigInteger {
    let units = units(places: places)
    return units.isNegative ? -units : units
  }
}
