import Testing
import TextAnimation
import Timing

struct TransitionTests {
  @Test func `the seed's example rotates and shrinks one label away while the other fades in`() throws {
    let transition = try Transition(
      exit: [LabelKeyframe(at: 1, opacity: 0, scale: 0.2, rotation: 180)], enter: [LabelKeyframe(at: 0, opacity: 0)])
    #expect(transition.labels(at: 0) == (LabelAppearance(), LabelAppearance(opacity: 0)))
    #expect(
      transition.labels(at: 0.5) == (
        LabelAppearance(opacity: 0.5, scale: 0.6, rotation: 90), LabelAppearance(opacity: 0.5)
      ))
    #expect(transition.labels(at: 1) == (LabelAppearance(opacity: 0, scale: 0.2, rotation: 180), LabelAppearance()))
  }

  @Test func `each member has its own keyframes and rests at 0 and 1 where none is given`() throws {
    let transition = try Transition(
      exit: [],
      enter: [
        LabelKeyframe(at: 0, offsetX: -2), LabelKeyframe(at: 0.5, scale: 3, offsetX: 2),
        LabelKeyframe(at: 1, offsetY: 4),
      ])
    let enter = [0, 0.125, 0.25, 0.5, 0.75, 1].map { transition.labels(at: $0).enter }
    #expect(enter.map(\.offsetX) == [-2, -1, 0, 2, 1, 0])
    #expect(enter.map(\.scale) == [1, 1.5, 2, 3, 2, 1])
    #expect(enter.map(\.offsetY) == [0, 0.5, 1, 2, 3, 4])
    #expect(transition.labels(at: 0.3).exit == LabelAppearance())
  }

  @Test func `a keyframe's curve leads each member to its next keyframe`() throws {
    let exit = [
      LabelKeyframe(at: 0, scale: 0, rotation: 0, curve: Square()), LabelKeyframe(at: 0.5, scale: 4),
      LabelKeyframe(at: 1, scale: 8, rotation: 16),
    ]
    let transition = try Transition(exit: exit, enter: [])
    let states = [0, 0.25, 0.5, 0.75, 1].map { transition.labels(at: $0).exit }
    #expect(states.map(\.scale) == [0, 1, 4, 6, 8])
    #expect(states.map(\.rotation) == [0, 1, 4, 9, 16])
  }

  @Test func `the animation's curve leads from each keyframe to the next`() throws {
    let enter = [LabelKeyframe(at: 0, scale: 0), LabelKeyframe(at: 0.5, scale: 4), LabelKeyframe(at: 1, scale: 8)]
    let transition = try Transition(exit: [LabelKeyframe(at: 1, rotation: 16)], enter: enter)
    let states = [0, 0.25, 0.5, 0.75, 1].map { transition.labels(at: $0) { $0 * $0 } }
    #expect(states.map(\.enter.scale) == [0, 1, 4, 5, 8])
    #expect(states.map(\.exit.rotation) == [0, 1, 4, 9, 16])
  }

  @Test func `an overshoot stays on the keyframe where a curve leads to it`() throws {
    let keyframe = LabelKeyframe(at: 0, offsetX: 1, curve: Square())
    let transition = try Transition(exit: [], enter: [keyframe])
    #expect(transition.labels(at: -2).enter == LabelAppearance(offsetX: 1))
    #expect(transition.labels(at: 2).enter == LabelAppearance())
  }

  @Test(arguments: [-1e300, -5, 5, 1e300])
  func `every number is finite however far the overshoot and however short the segment`(progress: Double) throws {
    let sudden = LabelKeyframe(
      at: .leastNonzeroMagnitude, scale: 100, rotation: 36_000, offsetX: 1_000, offsetY: -1_000)
    let late = LabelKeyframe(at: 1.0.nextDown, scale: 0, rotation: -36_000, offsetX: -1_000, offsetY: 1_000)
    let transition = try Transition(exit: [sudden, late], enter: [])
    let state = transition.labels(at: progress).exit
    let numbers = [state.opacity, state.scale, state.rotation, state.offsetX, state.offsetY]
    #expect(numbers.allSatisfy { $0.isFinite })
  }

  @Test func `every invalid member is named`() throws {
    let error = #expect(throws: InvalidMembers.self) {
      try Transition(
        exit: [
          LabelKeyframe(at: -0.1, opacity: 1.01), LabelKeyframe(at: 0.5, scale: -1, rotation: .infinity),
          LabelKeyframe(at: 0.5, offsetX: .nan, offsetY: 1_001), LabelKeyframe(at: .nan),
        ],
        enter: Array(repeating: LabelKeyframe(at: 0), count: 101))
    }
    let members = [
      "exit[0].at", "exit[0].opacity", "exit[1].scale", "exit[1].rotation", "exit[2].at", "exit[2].offsetX",
      "exit[2].offsetY", "exit[3].at", "enter",
    ]
    #expect(try #require(error).problems.map(\.member) == members)
  }

  @Test func `the limits themselves are valid`() throws {
    let limits = [
      LabelKeyframe(at: 0, opacity: 0, scale: 0, rotation: -36_000, offsetX: -1_000, offsetY: 1_000),
      LabelKeyframe(at: 1, opacity: 1, scale: 100, rotation: 36_000, offsetX: 1_000, offsetY: -1_000),
    ]
    let hundred = (0..<100).map { LabelKeyframe(at: Double($0) / 100, opacity: 1) }
    #expect(throws: Never.self) { try Transition(exit: limits, enter: hundred) }
  }
}

/// A curve that is easy to compute in the head.
private struct Square: Easing {
  func progress(at fraction: Double) -> Double { fraction * fraction }
  func slope(at fraction: Double) -> Double { 2 * fraction }
  func position(at seconds: Double, duration: Double) -> Double { progress(at: seconds / duration) }
  func velocity(at seconds: Double, duration: Double) -> Double { slope(at: seconds / duration) / duration }
  func settlingDuration(within threshold: Double) -> Double? { nil }
}
