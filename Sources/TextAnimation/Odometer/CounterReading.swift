internal import TextBytes

/// The magnitude of a value as a counter shows it: the digit on each wheel, and how far the last one has come.
struct CounterReading: Sendable {
  let isNegative: Bool
  /// The digit on each wheel, the last digit first, with zeros as far as ``pad(to:)`` has put them.
  private(set) var wheels: [Int]
  /// How many wheels there are without those zeros; none for a value below one step.
  let count: Int
  /// How far the last wheel has come to the next digit: 0…1, and 1 only where a double cannot tell it from that digit.
  let fraction: Double

  /// How many digits of a step are looked at.
  private static let fractionDigits = 18

  /// Reads a number.
  init(_ value: Decimal, places: Int, in layout: ColumnLayout) {
    self.init(value.sample(places: places + Self.fractionDigits), in: layout)
  }

  /// Reads the value of a tween.
  init(_ tween: DecimalTween, at progress: Double, in layout: ColumnLayout) {
    self.init(tween.fineSample(at: progress, places: Self.fractionDigits), in: layout)
  }

  private init(_ sample: Sample, in layout: ColumnLayout) {
    let (whole, rest) = sample.magnitude.floor.dividedDown(by: .powerOfTen(Self.fractionDigits))
    isNegative = sample.floor.isNegative
    fraction = Double(rest) / 1e18
    wheels = layout.wheels(whole)
    count = wheels.count
  }
}

extension CounterReading {
  /// Puts zeros in front until there are `count` wheels.
  mutating func pad(to count: Int) {
    wheels += repeatElement(0, count: max(count - wheels.count, 0))
  }

  /// Whether nothing of the value shows.
  var isZero: Bool { count == 0 && fraction == 0 }

  /// The magnitude up to 1, in steps of the last digit: how much of a sign shows.
  var clampedToUnit: Double { count == 0 ? fraction : 1 }

  /// The part of a turn that the wheels to the right of each have made.
  func parts(in layout: ColumnLayout) -> [Double] {
    var part = 0.0
    return wheels.enumerated().map { wheel, digit in
      defer { part = (part + Double(digit)) / Double(layout.base(of: wheel)) }
      return part
    }
  }
}
