import Testing

/// A spring without a duration runs until no shown digit can change any more and a thousandth of its way is left, over many
/// springs and numbers.
struct SettlingTests {
  private let service = SeedService()

  @Test(arguments: [
    "spring", "spring(damping:3)", "spring(damping:30,velocity:9)", "spring(mass:4,stiffness:700,damping:60)", "bouncy",
    "spring(response:.4,dampingFraction:.2)", "pop(4,12)", "pop(20,20)", "smooth", "spring(duration:.5,bounce:-.5)",
  ])
  func `a spring goes on as long as a digit can change or it can be seen, and no longer`(curve: String) throws {
    let document = service.curve("curve=\(curve)")
    let settling = try #require(document.firstMatch(of: /"settlingDuration":([0-9.]+)/).flatMap { Double($0.1) })
    for (from, to) in [("0", "5"), ("0.00", "1.00"), ("100", "-20"), ("1,000", "2,500,000")] {
      let own = service.texts("from=\(from)&to=\(to)&curve=\(curve)&fps=240")
      let long = service.texts("from=\(from)&to=\(to)&curve=\(curve)&fps=240&duration=20")
      // As long as it runs, it is the spring that goes on; from its end on nothing is left to be seen.
      #expect(own.dropLast() == long.prefix(own.count - 1))
      #expect(long.dropFirst(own.count - 1).allSatisfy { $0 == to }, "\(curve) \(from) \(to)")
      // Not a frame too long: shortly before the end another digit still shows, or the spring is still on its way.
      let last = max(try #require(long.lastIndex { $0 != to }), Int(240 * settling))
      #expect(own.count - 2 - last <= 2, "\(curve) \(from) \(to): \(own.count) \(last)")
    }
  }
}
