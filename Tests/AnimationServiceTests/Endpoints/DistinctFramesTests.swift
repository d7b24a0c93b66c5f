import AnimationService
import Foundation
import Testing

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

  @Test(arguments: ["1e-300", "1e-10", "1e-9", "1e-6"]) func `behind a delay no time goes back`(duration: String) {
    for delay in ["1", "3600"] {
      let frames = frames("from=0&to=100&curve=bouncy&duration=\(duration)&delay=\(delay)")
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(frames.last?.text == "100")
      #expect(frames.first?.time == 0)
      #expect(frames.dropFirst().allSatisfy { $0.time >= Double(delay) ?? .nan })
    }
  }

  @Test func `a duration that nobody can see is none`() {
    let answer = service.get("/v1/frames?from=0&to=1&duration=1e-300&delay=1")
    #expect(answer.text.contains("\"duration\":0,"))
    #expect(answer.status == 200)
  }

  /// An instant is a whole nanosecond, the first at which the text stands.
  private static let nanosecond = 1.001e-9

  @Test(arguments: [1, 10, 60, 240]) func `counting to ten takes eleven frames at any frame rate`(fps: Int) {
    let frames = frames("from=0&to=10&curve=linear&duration=2&fps=\(fps)")
    #expect(frames.map(\.text) == (0...10).map(String.init))
    // A half is already the next number.
    for (index, frame) in frames.enumerated().dropFirst() {
      #expect(abs(frame.time - (Double(index) - 0.5) * 0.2) < 1e-8, "\(frame)")
    }
  }

  @Test func `the default curve has the same texts`() {
    #expect(frames("from=0&to=10").map(\.text) == (0...10).map(String.init))
  }

  @Test(arguments: ["0", "0.5", "-0.5"]) func `rounding decides where a text begins`(shift: String) {
    let rounding = ["0": "nearest", "0.5": "down", "-0.5": "up"][shift] ?? ""
    let frames = frames("from=0&to=10&curve=linear&duration=2&rounding=\(rounding)")
    #expect(frames.map(\.text) == (0...10).map(String.init))
    for (index, frame) in frames.enumerated().dropFirst() {
      let level: Double = Double(index) - 0.5 + (Double(shift) ?? 0)
      // The first billionth still shows the source.
      #expect(abs(frame.time - level * 0.2) < (level == 0 ? 3e-9 : Self.nanosecond), "\(frame)")
    }
  }

  @Test(arguments: [2.0, 3, 5]) func `a power is inverted by its root`(exponent: Double) {
    let frames = frames("from=0&to=100&curve=easeIn(\(exponent))&duration=2")
    #expect(frames.count == 101)
    for (index, frame) in frames.enumerated().dropFirst() {
      let moment = 2 * pow((Double(index) - 0.5) / 100, 1 / exponent)
      #expect((-1e-13..<Self.nanosecond).contains(frame.time - moment), "\(frame)")
      #expect(frame.time == (frame.time * 1e9).rounded() / 1e9)
    }
  }

  @Test func `the way back has the same texts at mirrored instants, after the delay and at any speed`() {
    let there = frames("from=0&to=5&curve=easeIn&duration=2")
    let both = frames("from=0&to=5&curve=easeIn&duration=2&autoreverse=true&repeat=2&delay=1&speed=2")
    let counts = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0]
    #expect(both.map(\.text) == counts.map { String($0) })
    for index in 1...5 {
      let half = there[index].time / 2
      #expect(abs(both[index].time - (1 + half)) < Self.nanosecond)
      #expect(abs(both[11 - index].time - (3 - half)) < Self.nanosecond)
      #expect(abs(both[10 + index].time - (3 + half)) < Self.nanosecond)
    }
  }

  @Test func `a repeat leaps back to the source`() {
    #expect(frames("from=0&to=2&curve=linear&repeat=3").map(\.text) == ["0", "1", "2", "0", "1", "2", "0", "1", "2"])
  }

  @Test func `overshoot shows each of its texts twice`() {
    let frames = frames("from=0&to=100&curve=easeOutBack")
    let counts = Array(0...110) + (100...109).reversed()
    #expect(frames.map(\.text) == counts.map { String($0) })
  }

  @Test func `characters are typed when their share is complete`() {
    let frames = frames("from=&to=abcde&interpolation=typewriter&curve=linear&duration=1")
    #expect(frames.map(\.text) == ["", "a", "ab", "abc", "abcd", "abcde"])
    for (index, frame) in frames.enumerated() { #expect(abs(frame.time - Double(index) / 5) < 1e-8) }
  }

  @Test(arguments: [
    "from=0&to=100000&curve=linear", "from=0&to=10000000000000000000000000000000000000",
    "from=0&to=50000&curve=linear", "from=0&to=1000&curve=linear&format=%25.3e",
    "from=0&to=1&curve=spring&format=%25.20f&duration=2", "from=%241,234.50&to=%249,876.25",
  ])
  func `of more texts than frames are possible the newest is shown, 240 times a second`(query: String) throws {
    let lines = service.get("/v1/frames?frames=distinct&as=csv&\(query)").text.split(separator: "\r\n").dropFirst()
    let times = try lines.map { try #require(Double($0.split(separator: ",")[1])) }
    #expect((400...482).contains(lines.count))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 0.1 })
    #expect(times.last.map { $0 <= 2 } == true)
  }

  @Test func `more texts than frames are possible even so is an error that names the parameter`() {
    let narrow = TestService { $0.maximumFrames = 100 }
    let answer = narrow.get("/v1/frames?frames=distinct&from=0&to=36000")
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"frames","detail":"would make more than 100 frames"#))
  }

  @Test(arguments: ["format=%25.20f", "notation=compact", "style=decimal", "format=%25e"])
  func `a long time is no burden`(query: String) {
    let service = TestService.charging()
    let answer = service.get(
      "/v1/frames?frames=distinct&from=0&to=1000000000&duration=86400&fps=240&autoreverse&as=text&\(query)")
    #expect(answer.status == 200)
    #expect(answer.text.split(separator: "\n").count <= 36_000)
    #expect((1...1_000).contains(service.charged()))
  }

  @Test func `as many texts as frames are possible, over any duration`() {
    #expect(frames("from=0&to=35999&curve=linear&duration=86400").count == 36_000)
    #expect(frames("from=1%2F1&to=20000%2F20000&interpolation=numbers&curve=linear").count == 20_000)
  }

  @Test func `sizes change where their rounded digits do`() {
    let frames = frames("from=999000&to=1200000&notation=compact&curve=linear&duration=2")
    #expect(frames.map(\.text) == ["999K", "1M", "1.1M", "1.2M"])
    for (frame, level) in zip(frames.dropFirst(), [999_500.0, 1_050_000, 1_150_000]) {
      #expect(abs(frame.time - 2 * (level - 999_000) / 201_000) < Self.nanosecond, "\(frame)")
    }
  }

  @Test(arguments: [
    "format=%25.20e", "format=%25.20g&autoreverse", "format=%25.20e&repeatDelay=1",
  ])
  func `what no pass changes is looked at in one`(query: String) {
    for number in ["7", String(repeating: "1", count: 38)] {
      let service = TestService.charging()
      let answer = service.get(
        "/v1/frames?frames=distinct&repeat=1000000&as=text&from=\(number)&to=\(number)&\(query)")
      #expect(answer.status == 200 && answer.text.split(separator: "\n").count == 1, "\(answer.text)")
      #expect((1...5).contains(service.charged()))
    }
  }

  @Test(arguments: ["1 1 1 1 1 1 1 1", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"])
  func `many numbers far beyond their ends are counted`(text: String) {
    let target = text.replacing("1", with: "2")
    for curve in [
      "linear(0, -1e300 30%25, 1)", "linear(0, 1e300 30%25, -1e300 60%25, 1)",
      "linear(0, 1e38 30%25, 1e300 40%25, -1e38 60%25, 1)",
    ] {
      let query = "frames=distinct&as=text&from=\(text)&to=\(target)&interpolation=numbers&curve=\(curve)"
      #expect(service.get("/v1/frames?\(query)").status == 200)
    }
  }

  @Test func `a stair of long numbers has its steps alone`() {
    let frames = frames("from=0&to=40000000000000000000000000000000000000&curve=steps(4)&duration=1")
    #expect(frames.map(\.time) == [0, 0.25, 0.5, 0.75, 1])
    #expect(frames[1].text == "10000000000000000000000000000000000000")
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
