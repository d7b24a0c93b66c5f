import Testing
import Timing

@Test(
  arguments: [
    (.jumpEnd, [-0.25, 0, 0, 0.25, 0.5, 0.75, 1, 1.25]),
    (.jumpStart, [0, 0.25, 0.25, 0.5, 0.75, 1, 1, 1.5]),
    (.jumpNone, [-1.0 / 3, 0, 0, 1.0 / 3, 2.0 / 3, 1, 1, 5.0 / 3]),
    (.jumpBoth, [0, 0.2, 0.2, 0.4, 0.6, 0.8, 1, 1.2]),
  ] as [(Steps.Position, [Double])])
func `four steps stand where CSS puts them, beyond the ends too`(position: Steps.Position, heights: [Double]) {
  let times = [-0.1, 0, 0.1, 0.25, 0.5, 0.75, 1, 1.3]
  for (time, height) in zip(times, heights) {
    #expect(abs(Steps(4, position).progress(at: time) - height) <= 1e-15, "\(position) at \(time)")
  }
}

@Test func `a thousand million steps are as quick as two`() throws {
  let curve = try CurveCatalog.standard.curve("steps(1000000000)")
  #expect(curve.position(at: 0.5, duration: 1) == 0.5)
}

@Test func `too few steps count as the fewest there can be`() {
  #expect(Steps(0).count == 1)
  #expect(Steps(.min, .jumpNone).count == 2)
}
