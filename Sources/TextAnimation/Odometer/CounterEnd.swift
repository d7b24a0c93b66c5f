/// A counter at rest on one of the two numbers.
struct CounterEnd: Sendable {
  let reading: CounterReading
  /// The digit on each wheel, zeros as far as the other number needs them.
  private(set) var wheels: [Int]
  /// How many wheels its text shows.
  let count: Int

  init(_ reading: CounterReading, in layout: ColumnLayout) {
    self.reading = reading
    wheels = layout.wheels(reading)
    count = layout.shownCount(wheels.count)
  }

  /// Puts zeros in front until there are `count` wheels.
  mutating func pad(to count: Int) {
    wheels += repeatElement(0, count: max(count - wheels.count, 0))
  }

  /// Whether a wheel is there, 0 or 1.
  func presence(of wheel: Int) -> Double { wheel < count ? 1 : 0 }
}
