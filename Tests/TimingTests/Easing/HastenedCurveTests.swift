import Testing
import Timing

@Test(arguments: ["easeInOut", "smooth", "spring(mass: 1, stiffness: 100, damping: 5)", "easeOutBounce", "ease-in"])
func `a hastened curve is as far after half the time`(name: String) throws {
  let curve = try CurveCatalog.standard.curve(name)
  let fast = HastenedCurve(curve, by: 2)
  let (slow, quick) = (curve.fitted(to: 4), fast.fitted(to: 2))
  for seconds in stride(from: 0.0, through: 2, by: 0.125) {
    #expect(quick.position(at: seconds, duration: 2) == slow.position(at: 2 * seconds, duration: 4))
    #expect(quick.velocity(at: seconds, duration: 2) == 2 * slow.velocity(at: 2 * seconds, duration: 4))
  }
  #expect(fast.settlingDuration(within: 0.001) == curve.settlingDuration(within: 0.001).map { $0 / 2 })
  #expect(fast.turns(duration: 2) == curve.turns(duration: 4).map { $0 / 2 })
}
