import Testing

/// POP's number label recipe, row by row.
struct POPTests {
  private let service = SeedService()

  // A custom property starts with a threshold of 1, so that a rating from 0 to 5 snaps from 4.8.
  @Test func `a spring rests when no shown digit can change any more`() {
    for (from, to) in [("0.0", "5.0"), ("0", "5"), ("0.000", "0.005")] {
      let texts = service.texts("from=\(from)&to=\(to)&curve=pop(4,12)&fps=240")
      let units = texts.compactMap { Int($0.filter { $0 != "." }) }
      #expect(texts.last == to)
      #expect(units.count == texts.count)
      #expect(abs(units[units.count - 2] - units[units.count - 1]) <= 1)
    }
  }

  @Test func `a basic animation ends on the target itself`() {
    #expect(service.texts("from=0.1&to=0.7&curve=default&duration=0.4").last == "0.7")
    #expect(service.texts("from=0.1&to=0.7&curve=default&duration=0.4").count == 25)
  }

  @Test func `progress exceeds 1 on overshoot`() {
    #expect(service.frame("from=0&to=1&curve=pop(20,12)&duration=5&time=0.2").contains(#""progress":1."#))
  }

  @Test(arguments: [("none", 90, 110), ("start", 100, 110), ("end", 90, 100), ("both", 100, 100)])
  func `clampMode cuts overshoot at either end`(clamp: String, low: Int, high: Int) {
    let counts = service.texts("from=0&to=100&curve=easeInOutBack&clamp=\(clamp)&fps=240").compactMap(Int.init)
    #expect((counts.min() ?? 0) == (low == 90 ? -10 : 0))
    #expect((counts.max() ?? 0) == high)
  }

  // POP steps by a millisecond and runs two per cent slow at 60 Hz, four at 120.
  @Test func `a spring takes the same time at any frame rate`() {
    let slow = service.frame("from=0.000&to=1.000&curve=pop(4,12)&fps=10&time=0.1")
    let fast = service.frame("from=0.000&to=1.000&curve=pop(4,12)&fps=240&time=0.1")
    #expect(slow.contains(#""text":"0.617""#))
    #expect(fast.contains(#""text":"0.617""#))
  }

  @Test func `rounding can go to whole numbers in any direction`() {
    #expect(service.texts("from=0&to=1&curve=linear&fps=1&rounding=up")[1] == "1")
    #expect(service.texts("from=0&to=1&curve=linear&fps=1&rounding=down")[1] == "0")
  }

  // A velocity of 1000 with POP's deceleration goes 499 units, less what the threshold leaves.
  @Test func `a decay finds its own target`() {
    let texts = service.texts("from=100.0%20m&curve=decay(velocity:1000)")
    #expect(texts.first == "100.0 m")
    #expect(texts.last == "598.9 m")
    #expect(service.texts("from=100&curve=decay(velocity:-50)").last == "76")
    #expect(service.texts("from=0&curve=decay(1000)&duration=2.646509").last == "497")
    #expect(service.frame("from=1&to=2&curve=decay(velocity:9)&index=0").contains("`to` must not be given"))
    #expect(service.frame("from=x&curve=decay(velocity:9)&index=0").contains("`from` cannot decay"))
  }
}
