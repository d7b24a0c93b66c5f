import Foundation
import Testing

@testable import AnimationService

struct DistinctFramesTests {
  private let service = TestService()

  private func frames(_ query: String) -> [(time: Double, text: String)] {
    let answer = service.get("/v1/frames?frames=distinct&as=csv&\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.components(separatedBy: "\r\n").dropFirst().dropLast().map { line in
      let fields = line.components(separatedBy: ",")
      return (Double(fields[1]) ?? .nan, fields[3])
    }
  }

  @Test(arguments: [1, 10, 60, 240]) func `counting to ten takes eleven frames at any frame rate`(fps: Int) {
    let frames = frames("from=0&to=10&curve=linear&duration=2&fps=\(fps)")
    #expect(frames.map(\.text) == (0...10).map(String.init))
    // Half to even: 0.5 is still 0, 1.5 is already 2.
    for (index, frame) in frames.enumerated().dropFirst() {
      #expect(abs(frame.time - (Double(index) - 0.5) * 0.2) < 1e-8, "\(frame)")
    }
  }

  @Test func `the default curve has the same texts`() {
    #expect(frames("from=0&to=10").map(\.text) == (0...10).map(String.init))
  }

  @Test func `more texts than frames leave a frame each`() {
    let frames = frames("from=0&to=100000&duration=1&fps=10&curve=linear")
    #expect(frames.count == 241)
    #expect(frames.first?.text == "0")
    #expect(frames.last?.text == "100000")
  }

  @Test func `times ascend and texts differ through a bouncing spring`() {
    let frames = frames("from=0&to=20&curve=spring(duration:.5,bounce:.7)")
    #expect(frames.count > 20)
    for (previous, next) in zip(frames, frames.dropFirst()) {
      #expect(previous.time < next.time)
      #expect(previous.text != next.text)
    }
    #expect(frames.last?.text == "20")
  }

  @Test func `an endless sequence cannot be distinct`() {
    #expect(service.get("/v1/stream?from=0&to=1&repeat=infinite&frames=distinct").status == 400)
  }
}
