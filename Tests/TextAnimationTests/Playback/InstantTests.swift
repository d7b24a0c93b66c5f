import Testing

@testable import TextAnimation

struct InstantTests {
  private let twice = (try? Playback(delay: 1, repeatCount: .times(2), speed: 2)) ?? .once

  @Test(arguments: [(0, 1), (1, 1.5), (1.5, 1.75), (2, 2)] as [(Double, Double)])
  func `a moment comes by once in each pass`(seconds: Double, instant: Double) {
    #expect(abs(twice.instant(of: seconds, pass: 0, duration: 2) - instant) < 1e-8)
    #expect(abs(twice.instant(of: seconds, pass: 1, duration: 2) - (instant + 1)) < 1e-8)
  }

  /// There the end shows already, see ``Playback/moment(at:of:)``.
  @Test(arguments: [0, 1])
  func `what is a billionth of a pass before its end comes exactly at the end`(pass: Int) {
    #expect(twice.instant(of: 2 * (1 - 5e-10), pass: pass, duration: 2) == Double(2 + pass))
  }
}
