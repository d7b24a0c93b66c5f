import TextFilms
import SeededNumbers
import Testing
import TextBytes
import Timing

@testable import TextAnimation
@testable import Interpolation
@testable import WrittenNumbers

struct LegsTests {
  private func animation(
    _ texts: [String], at times: [Double]? = nil, _ curve: String = "linear", _ duration: Double? = nil,
    _ interpolation: String = "numbers"
  ) throws -> Animation {
    let interpolator = try #require(InterpolatorCatalog.standard[interpolation]).make(.init())
    let last = Double(texts.count - 1)
    let contents = zip(texts, texts.dropFirst()).map { source, target in
      do throws(NotAnimatable) {
        if source == target { throw NotAnimatable(reason: "equal") }
        return Animation.Content.interpolated(try interpolator.prepare(from: source, to: target), writesEnds: false)
      } catch {
        return .immediate(error)
      }
    }
    return Animation(
      through: texts, at: times ?? texts.indices.map { Double($0) / last },
      curve: try CurveCatalog.standard.curve(curve),
      duration: duration, contents: contents)
  }

  private func texts(_ animation: Animation, fps: Double) -> [String] {
    let sequence = FrameSequence(animation, fps: fps)
    return (0..<(sequence.count ?? 0)).map { sequence.frame(at: $0).text }
  }

  @Test func `each text is reached at its time, each leg eased by itself`() throws {
    #expect(try texts(animation(["0", "100", "400", "250"], "linear", 6), fps: 1) == "0 50 100 250 400 325 250".words)
  }

  @Test func `overshoot goes beyond a text and comes back to it`() throws {
    let shown = try texts(animation(["0", "100", "0"], "easeOutBack", 2), fps: 20).compactMap { Int($0) }
    #expect(shown[20] == 100 && shown[40] == 0)
    #expect(shown[..<20].max() == 110)
    #expect(shown[21...].min() == -10)
  }

  @Test(arguments: 0..<300) func `every frame is that of its own leg alone`(number: Int) throws {
    var random = SeededGenerator(state: UInt64(number))
    let count = Int.random(in: 2...6, using: &random)
    let texts = (0..<count).map { _ in String(Int.random(in: -500...500, using: &random)) }
    var steps = (1..<count).map { _ in Int.random(in: 1...20, using: &random) }
    steps = [0] + steps.indices.map { steps[...$0].reduce(0, +) }
    let (whole, duration) = (Double(steps[count - 1]), Double(Int.random(in: 1...9, using: &random)))
    let all = try animation(texts, at: steps.map { Double($0) / whole }, "ease-in-out", duration)
    let sequence = FrameSequence(all, fps: whole / duration)
    for (leg, start) in steps.dropLast().enumerated() {
      let length = steps[leg + 1] - start
      let alone = try animation([texts[leg], texts[leg + 1]], "ease-in-out", Double(length) * duration / whole)
      let frames = FrameSequence(alone, fps: whole / duration)
      for index in 0...length {
        let moment = "\(texts) \(steps) \(duration): \(start + index)"
        #expect(sequence.frame(at: start + index).text == frames.frame(at: index).text, "\(moment)")
      }
    }
  }

  @Test(arguments: ["linear", "ease-in", "easeOutBack", "easeOutBounce", "bouncy"], [1.0, 2])
  func `distinct frames are those of looking very often`(curve: String, passes: Double) throws {
    let animation = try animation(["3", "20", "20", "-4", "9"], at: [0.1, 0.3, 0.5, 0.75, 1], curve, 4)
    let playback = try Playback(autoreverse: passes == 2)
    let sequence = try #require(FrameSequence(animation, playback: playback).distinct(limit: 1_000))
    let often = FrameSequence(animation, playback: playback, fps: 2_000)
    var expected: [String] = []
    for index in 0..<(often.count ?? 0) {
      let text = often.frame(at: index).text
      if text != expected.last { expected.append(text) }
    }
    let found = (0..<(sequence.count ?? 0)).map { sequence.frame(at: $0).text }
    #expect(found == expected)
  }

  @Test func `a text that cannot be animated changes at the end of its leg`() throws {
    #expect(try texts(animation(["1", "a", "5", "7"], "linear", 6), fps: 1) == "1 1 a a 5 6 7".words)
    #expect(try texts(animation(["a", "b"], at: [0, 0.5], "linear", 4), fps: 1) == "a a b b b".words)
  }

  @Test func `before the first time and behind the last the text stands`() throws {
    #expect(try texts(animation(["0", "2"], at: [0.25, 0.75], "linear", 4), fps: 1) == "0 0 1 2 2".words)
    #expect(try texts(animation(["0", "2", "9"], at: [0, 0.5, 0.5], "linear", 4), fps: 1) == "0 1 9 9 9".words)
    #expect(try animation(["5", "5"]).refusal?.reason == "all texts are the same")
  }

  @Test func `a spring settles on each leg`() throws {
    let single = try animation(["0", "100"], "bouncy").duration
    #expect(try animation(["0", "100", "0"], "bouncy").duration == 2 * single)
    #expect(abs(try animation(["0", "100", "0"], at: [0, 0.25, 1], "bouncy").duration - 4 * single) < 1e-9)
    #expect(try animation(["0", "100", "0"]).duration == 2)
  }

  @Test func `velocity counts the distances of its leg`() throws {
    let sequence = FrameSequence(try animation(["0", "100", "0"], at: [0, 0.25, 0.75], "linear", 4), fps: 2)
    #expect((0...8).map { sequence.velocity(ofFrame: $0) } == [1, 1, 0.5, 0.5, 0.5, 0.5, 0, 0, 0])
  }

  @Test func `many frames at once are the frames one by one`() throws {
    let animation = try animation(["0", "10", "x", "30"], "easeOutBack", 3)
    let progresses = (0...90).map { Double($0) / 90 }
    var writer = FrameWriter(UTF8Buffer(), end: Literal("\n"))
    animation.write(at: progresses.span, to: &writer)
    let single = progresses.map { progress in
      var text = UTF8Buffer()
      animation.write(at: progress, to: &text)
      return text.text() + "\n"
    }
    #expect(writer.finish().text() == single.joined())
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
