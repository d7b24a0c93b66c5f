import Testing
import TextAnimation
import WrittenNumbers

/// When frames are, as one would say it in decimals.
struct FrameTimeTests {
  private func sequence(
    _ duration: Double, fps: Double, delay: Double, repeats: Int = 1, speed: Double = 1
  ) throws -> FrameSequence {
    let playback = try Playback(delay: delay, repeatCount: .times(repeats), speed: speed)
    let animation = try DistinctCase("0", "1000", "ease", duration).sequence().animation
    return FrameSequence(animation, playback: playback, fps: fps)
  }

  private func times(_ sequence: FrameSequence) -> [Double] {
    (0..<(sequence.count ?? 0)).map { sequence.time(of: $0) }
  }

  @Test(
    arguments: [
      (0.1, 20, 0.05, [0.05, 0.1, 0.15]),
      (0.3, 10, 0.1, [0.1, 0.2, 0.3, 0.4]),
      (0.2, 10, 0.7, [0.7, 0.8, 0.9]),
      (0.6, 5, 1.1, [1.1, 1.3, 1.5, 1.7]),
      (0.03, 100, 3599.9, [3599.9, 3599.91, 3599.92, 3599.93]),
      (0.05, 60, 0.05, [0.05, 1 / 15.0, 1 / 12.0, 0.1]),
      (0.07, 29.97, 0.3, [0.3, 9991 / 29970.0, 10991 / 29970.0, 0.37]),
      (0.1, 10, 0.123456789, [0.123456789, 0.223456789]),
      (0.1, 10, 0.1234567891, [0.1234567891, 0.1234567891 + 0.1]),
      (0.1, 20, 0, [0, 0.05, 0.1]),
      (0.07, 29.97, 0, [0, 1000 / 29970.0, 2000 / 29970.0, 0.07]),
      (1e-11, 60, 0, [0, 1e-11]),
      (1e-11, 60, 0.5, [0.5, 0.5 + 1e-11]),
      (0.05, 20, 3600, [3600, 3600.05]), (0.05, 60, 1000.3, [1000.3, 60_019 / 60.0, 30_010 / 30.0, 1000.35]),
    ] as [(Double, Double, Double, [Double])])
  func `a delay and a frame rate make the decimal that they are together`(
    duration: Double, fps: Double, delay: Double, expected: [Double]
  ) throws {
    #expect(times(try sequence(duration, fps: fps, delay: delay)) == [0] + expected.dropFirst())
  }

  @Test(arguments: [(3, 1, 0.35), (3, 0.5, 0.65), (7, 1, 0.75), (12, 2.5, 0.53)] as [(Int, Double, Double)])
  func `the end of many passes is a decimal too`(repeats: Int, speed: Double, end: Double) throws {
    let sequence = try sequence(0.1, fps: 20, delay: 0.05, repeats: repeats, speed: speed)
    #expect(sequence.duration == end)
    #expect(times(sequence).last == end)
  }

  @Test(arguments: [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 125, 200] as [Double])
  func `it is so for every delay of whole milliseconds`(fps: Double) throws {
    for delay in 1...400 {
      let sequence = try sequence(2, fps: fps, delay: Double(delay) / 1000)
      let step = 1000 / fps
      #expect(times(sequence) == [0] + (1...Int(2 * fps)).map { (Double(delay) + Double($0) * step) / 1000 })
    }
  }

  @Test(arguments: [0.05, 0.1, 0.7, 1.1, 3599.9, 1 / 3.0], [10, 29.97, 60, 240] as [Double])
  func `a delay changes nothing else, and each time leads back to its frame`(delay: Double, fps: Double) throws {
    let delayed = try sequence(2, fps: fps, delay: delay)
    let plain = try sequence(2, fps: fps, delay: 0)
    #expect(delayed.count == plain.count)
    for index in 0..<(plain.count ?? 0) {
      #expect(delayed.progress(ofFrame: index) == plain.progress(ofFrame: index))
      #expect(delayed.velocity(ofFrame: index) == (index > 0 ? plain.velocity(ofFrame: index) : 0))
      #expect(delayed.index(at: delayed.time(of: index)) == index)
    }
  }

  @Test(arguments: [0, 0.1, 0.7, 3599.9], [10, 29.97, 60, 240] as [Double])
  func `right before its time a frame is not shown yet`(delay: Double, fps: Double) throws {
    let sequence = try sequence(2, fps: fps, delay: delay)
    for index in 1..<(sequence.count ?? 0) {
      #expect(sequence.index(at: sequence.time(of: index).nextDown) == index - 1)
    }
  }

  @Test func `the last frame is the target, however short the animation behind a long delay`() throws {
    let sequence = try sequence(1e-6, fps: 240, delay: 3600)
    #expect(sequence.frame(at: 1).text == "1000")
  }
}
