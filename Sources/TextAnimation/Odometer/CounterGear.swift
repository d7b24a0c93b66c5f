/// How the wheels of a counter are coupled: the position of each when the counter shows a value.
///
/// The digits of the value are exact; from wheel to wheel only the part of one turn is carried, so that a double
/// suffices however many wheels there are.
enum CounterGear: Sendable {
  /// A wheel moves with the last one while all between them pass from their highest digit to 0.
  case carry
  /// The wheel above k digits rolls evenly from the source without its last k digits to the target without them, so
  /// that it rests on a digit at both ends; the parts of a turn that those digits would add are taken off.
  case continuous(source: [Double], target: [Double])
}

extension CounterGear {
  /// Couples the wheels; `isSigned` where the value itself passes below zero, not only its magnitude.
  init(_ mode: ColumnMode, from source: CounterEnd, to target: CounterEnd, in layout: ColumnLayout, isSigned: Bool) {
    func parts(_ end: CounterEnd) -> [Double] {
      var part = 0.0
      return end.wheels.enumerated().map { wheel, digit in
        defer { part = (part + Double(digit)) / Double(layout.base(of: wheel)) }
        return isSigned && end.reading.isNegative ? -part : part
      }
    }
    self = mode == .continuous ? .continuous(source: parts(source), target: parts(target)) : .carry
  }

  /// The position of each wheel, including full turns as far as they matter: 12.5 is 2.5 after one turn.
  func positions(_ reading: CounterReading, at progress: Double, in layout: ColumnLayout) -> [Double] {
    var wheels = layout.wheels(reading)
    let count: Int
    switch self {
    case .carry: count = max(wheels.count + 1, layout.minimumCount)
    case .continuous(let source, _): count = source.count
    }
    wheels += repeatElement(0, count: max(count - wheels.count, 0))
    var positions = prefixes(wheels, in: layout)
    var part = reading.fraction
    for wheel in 0..<count {
      let (digit, base) = (wheels[wheel], layout.base(of: wheel))
      positions[wheel] += part
      switch self {
      case .carry:
        if digit < base - 1 { part = 0 }
      case .continuous(let source, let target):
        let excess = source[wheel] + progress * (target[wheel] - source[wheel])
        positions[wheel] = abs(positions[wheel] - (reading.isNegative ? -excess : excess))
        part = (part + Double(digit)) / Double(base)
      }
    }
    return Array(positions.prefix(count))
  }

  /// The number that each wheel makes with those to its left; beyond a hundred turns, a hundred.
  private func prefixes(_ wheels: [Int], in layout: ColumnLayout) -> [Double] {
    var prefix = 0
    return wheels.enumerated().reversed().map { wheel, digit in
      prefix = min(prefix, 100) * layout.base(of: wheel) + digit
      return Double(prefix)
    }.reversed()
  }
}
