import ProcessorTime
import TextFilms
import Testing
import TextBytes
import Timing

@testable import TextAnimation
@testable import Interpolation
@testable import WrittenNumbers

/// Two texts, how they change, and how that is played.
struct DistinctCase: Sendable {
  var source: String
  var target: String
  var curve: String
  var duration: Double?
  var interpolation = "numbers"

  init(
    _ source: String, _ target: String, _ curve: String, _ duration: Double? = nil, _ interpolation: String = "numbers"
  ) {
    (self.source, self.target, self.curve) = (source, target, curve)
    (self.duration, self.interpolation) = (duration, interpolation)
  }

  func sequence(_ playback: Playback = .once) throws -> FrameSequence {
    let interpolator = try #require(InterpolatorCatalog.standard[interpolation]).make(.init(seed: 3))
    let prepared = try interpolator.prepare(from: source, to: target)
    let animation = Animation(
      from: source, to: target, curve: try CurveCatalog.standard.curve(curve), duration: duration,
      content: .interpolated(prepared, writesEnds: false))
    return FrameSequence(animation, playback: playback, fps: 60)
  }
}

private let cases = [
  DistinctCase("0", "10", "cubic-bezier(0.3, -0.6, 0.2, 1.7)", 2), DistinctCase("0", "10", "ease", 2),
  DistinctCase("20", "0", "spring(mass: 1, stiffness: 100, damping: 3)", 4),
  DistinctCase("0.0", "1.0", "pop(20, 4)", 3),
  DistinctCase("1000", "2000", "linear(0, 0.01 50%, 0.005 50%, 0.02)", 2),
  DistinctCase("7", "-9", "steps(5, jump-both)", 2),
  DistinctCase("9007199254740993000000", "9007199254740993000012", "easeInOutBack", 2),
  DistinctCase("-9007199254740993000007", "-9007199254740993000000", "linear", 2),
  DistinctCase("3 of 10", "10 of 3", "easeOutBounce", 2), DistinctCase("0:58", "1:03", "ease-in", 2),
  DistinctCase("1.23456 m", "9 m", "linear(0, 0.0001)", 1), DistinctCase("1,000", "1,004", "easeInOutElastic", 2),
  DistinctCase("hello", "help!", "easeInOutBounce", 2, "typewriter"),
  DistinctCase("hello", "world", "ease", 2, "scramble"),
  DistinctCase("morphing", "changes", "easeOutBack", 2, "morph"), DistinctCase("98", "103", "ease-in", 2, "odometer"),
]

struct DistinctFramesTests {
  @Test(arguments: cases) func `every text stands at its instant, as looking very often finds it`(row: DistinctCase)
    throws
  {
    for playback in [Playback.once, try Playback(delay: 0.5, repeatCount: .times(2), autoreverse: true, speed: 1.5)] {
      let sequence = try row.sequence(playback)
      let distinct = try #require(sequence.distinct(limit: 10_000))
      let interval = (sequence.duration - playback.delay) / 6_000
      var seen: [(time: Double, text: String)] = []
      for index in 0...6_000 {
        let time = index > 0 ? playback.delay + Double(index) * interval : 0
        let text = sequence.text(at: time)
        if text != seen.last?.text { seen.append((time, text)) }
      }
      let frames = (0..<(distinct.count ?? 0)).map { distinct.frame(at: $0) }
      // What stands for less than an interval goes unseen: a bounce touches its target for a moment.
      #expect(frames.count >= seen.count && frames.count <= 4 * seen.count, "\(row) \(frames.count) \(seen.count)")
      var next = frames[...]
      for (time, text) in seen {
        guard let frame = next.first(where: { $0.text == text && $0.time >= time - 2 * interval }) else {
          Issue.record("\(row): \(text) at \(time) is missing")
          break
        }
        #expect(frame.time <= time + 1e-9, "\(row): \(text)")
        next = next.drop { $0.time <= frame.time }
      }
    }
  }

  @Test(arguments: cases) func `the text is another right before each instant`(row: DistinctCase) throws {
    let sequence = try row.sequence()
    let distinct = try #require(sequence.distinct(limit: 10_000))
    for index in 1..<(distinct.count ?? 1) {
      let frame = distinct.frame(at: index)
      #expect(sequence.text(at: frame.time) == frame.text)
      // What is a billionth before the end shows the end, and a curve that is flat there flickers.
      let isExact = frame.time < sequence.duration * (1 - 1e-6)
      // An instant is a whole nanosecond.
      let before = frame.time - (isExact ? 1.001e-9 : 1e-7)
      #expect(sequence.text(at: before) != frame.text, "\(row) \(frame)")
    }
  }

  // Half-way the curve stands still for a moment, and its last digits cannot tell on which side of a level.
  @Test(arguments: [0.1, 1, 2, 60, 3600], [("0", "1"), ("0", "5"), ("007", "012"), ("9", "-4"), ("1.50", "0.25")])
  func `where a curve is flat no text is lost`(duration: Double, texts: (from: String, to: String)) throws {
    for curve in ["cubic-bezier(0, 1, 1, 0)", "cubic-bezier(0.2, 1, 0.8, 0)"] {
      for playback in [
        Playback.once, try Playback(delay: 100), try Playback(delay: 0.7, speed: 0.7), try Playback(speed: 3),
        try Playback(repeatCount: .times(3), autoreverse: true),
      ] {
        let sequence = try DistinctCase(texts.from, texts.to, curve, duration).sequence(playback)
        let distinct = try #require(sequence.distinct(limit: 10_000))
        for index in 0...1_000 {
          let time = playback.delay + Double(index) / 1_000 * (sequence.duration - playback.delay)
          let frame = distinct.frame(at: distinct.index(at: time))
          let nearby = [-1e-4, 0, 1e-4].map { sequence.text(at: time + $0 * duration / playback.speed) }
          #expect(nearby.contains(frame.text), "\(texts) \(curve) \(playback) at \(time)")
        }
      }
    }
  }

  // At such times the next number there is comes two nanoseconds later.
  @Test(
    arguments: [("1", "2", "linear"), ("1+2", "3+7", "ease"), ("0.00000000000000000001", "7", "ease")])
  func `a search of many days comes to its end`(source: String, target: String, curve: String) throws {
    let start = processorSeconds()
    for playback in [try Playback(repeatCount: .times(100)), try Playback(repeatCount: .times(20), speed: 0.1)] {
      let sequence = try DistinctCase(source, target, curve, 86_400).sequence(playback)
      #expect(sequence.distinct(limit: 36_000, keepsEnd: true)?.distinctTimes?.last == sequence.duration)
    }
    #expect(processorSeconds() - start < 60)
  }

  @Test func `many passes have each of their texts, or are too many`() throws {
    func frames(_ passes: Int) throws -> Int? {
      let sequence = try DistinctCase("0", "20", "easeInOut", 3).sequence(Playback(repeatCount: .times(passes)))
      return sequence.distinct(limit: 36_000)?.count
    }
    #expect(try frames(1714) == 21 * 1714)
    #expect(try frames(1715) == nil)
    #expect(try frames(1_000_000) == nil)
  }

  @Test func `a long text that changes often is looked at less often, and not refused`() throws {
    let text = String(repeating: "a", count: 16_000)
    let sequence = try DistinctCase("\(text)0", "\(text)100", "linear", 2).sequence(Playback(repeatCount: .times(100)))
    let count = try #require(sequence.distinct(limit: 36_000)?.count)
    #expect((16 * 100...101 * 100).contains(count))
  }

  @Test(arguments: [
    ("0", "66.66666666666667", "%.1f%%", "easeInOut"), ("0", "333.3333333333333", "%.0f", "easeInOut"),
    ("0.33333333333", "10.33333333333", "%.0f", "linear(0, 0.1 49.9%, 0.9 50.1%, 1)"), ("0", "99999", "%.0f", "linear"),
  ])
  func `the way back shows what stands there, however it is looked for`(
    source: String, target: String, format: String, curve: String
  ) throws {
    let prepared = try FormatInterpolator(format: PrintfFormat(format)).prepare(from: source, to: target)
    let animation = Animation(
      from: source, to: target, curve: try CurveCatalog.standard.curve(curve), duration: 2,
      content: .interpolated(prepared, writesEnds: false))
    let sequence = FrameSequence(
      animation, playback: try Playback(repeatCount: .times(2), autoreverse: true), fps: 240)
    let distinct = try #require(sequence.distinct(limit: 36_000))
    for tick in stride(from: 0, through: 8 * 4_800, by: 31) {
      let time = Double(tick) / 4_800
      let shown = try #require(Double(distinct.frame(at: distinct.index(at: time)).text.prefix { $0 != "%" }))
      // As long as it is between two looks.
      let lately = (max(tick - 20, 0)...tick).compactMap {
        Double(sequence.text(at: Double($0) / 4_800).prefix { $0 != "%" })
      }
      let (least, most) = (lately.min() ?? .nan, lately.max() ?? .nan)
      #expect(least <= shown && shown <= most, "\(shown) at \(time)")
    }
    #expect(distinct.frame(at: distinct.index(at: 4)).text == sequence.text(at: 0))
  }

  @Test func `a delay leaves the looks where something happens`() throws {
    let row = DistinctCase("0", "99999999999999999999999", "linear", 2)
    let late = try row.sequence(Playback(delay: 3_600)).distinct(limit: 36_000)
    #expect(late?.count == (try row.sequence().distinct(limit: 36_000)?.count))
    #expect(late?.count ?? 0 > 400)
  }

  @Test func `each pass is looked at, however many there are`() throws {
    let sequence = try DistinctCase("ab", "ba", "linear", 2, "typewriter").sequence(
      Playback(repeatCount: .times(4_000)))
    #expect(try #require(sequence.distinct(limit: 36_000)?.count) >= 3 * 4_000)
  }

  @Test func `an interpolation without levels is looked at 240 times a second`() throws {
    struct Halves: TextInterpolation {
      var threshold: Double { 0.1 }
      func write(at progress: Double, to text: inout UTF8Buffer) { text.append(progress < 0.5 ? "a" : "b") }
    }
    let animation = Animation(
      from: "a", to: "b", curve: Linear(), duration: 1, content: .interpolated(Halves(), writesEnds: false))
    let distinct = try #require(FrameSequence(animation).distinct(limit: 3))
    #expect(distinct.distinctTimes?.count == 2)
    #expect(abs((distinct.distinctTimes?.last ?? 0) - 0.5) < 1e-8)
    #expect(FrameSequence(animation).distinct(limit: 1) == nil)
  }

  @Test(arguments: cases) func `the last text is that of the end, and with the end kept the last frame is there`(
    row: DistinctCase
  ) throws {
    for playback in [
      Playback.once, try Playback(delay: 0.7, repeatCount: .times(3), speed: 2.5), try Playback(autoreverse: true),
      try Playback(delay: 3600, speed: 10),
    ] {
      let sequence = try row.sequence(playback)
      let last = sequence.frame(at: (sequence.count ?? 0) - 1)
      let distinct = try #require(sequence.distinct(limit: 10_000)?.distinctTimes)
      let whole = try #require(sequence.distinct(limit: 10_000, keepsEnd: true))
      let end = whole.frame(at: (whole.count ?? 0) - 1)
      #expect(text(sequence, distinct) == last.text)
      #expect((end.time, end.progress, end.text) == (last.time, last.progress, last.text))
      let times = try #require(whole.distinctTimes)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times == distinct || times == distinct + [sequence.duration])
      #expect(whole.index(at: .infinity) == end.index)
    }
  }

  private func text(_ sequence: FrameSequence, _ times: [Double]) -> String {
    let distinct = FrameSequence(sequence, distinctTimes: times, cost: 0)
    return distinct.frame(at: times.count - 1).text
  }

  @Test func `the end is one of the frames that are possible`() throws {
    let sequence = try DistinctCase("0", "10", "linear", 2).sequence()
    #expect(sequence.distinct(limit: 11)?.count == 11)
    #expect(sequence.distinct(limit: 11, keepsEnd: true) == nil)
    #expect(sequence.distinct(limit: 12, keepsEnd: true)?.count == 12)
  }

  @Test func `what changes at once has no end of its own`() throws {
    let animation = Animation(from: "a", to: "b", curve: Linear(), content: .immediate(NotAnimatable(reason: "")))
    #expect(FrameSequence(animation, fps: 8).distinct(limit: 2, keepsEnd: true)?.distinctTimes == [0, 0.125])
  }

  @Test func `a search costs what it looks at, found or not`() throws {
    func cost(_ source: String, _ target: String, _ curve: String, limit: Int = 36_000) throws -> Int {
      try DistinctCase(source, target, curve, 0.1).sequence().distinct(limit: limit)?.distinctCost ?? -1
    }
    let few = try cost("0", "10", "linear")
    #expect((100...1_000).contains(few))
    // The samples cost the same for all.
    let samples = try cost("0", "1", "linear")
    #expect((20...200).contains(try (cost("0", "1000", "linear") - samples) / (few - samples)))
    // More than are possible, so that only 24 are shown; far more are noticed before the first is looked for.
    #expect(try cost("0", "36000", "linear") > 100_000)
    #expect(try cost("0", "1000000000", "linear") < 1_000)
    #expect(
      try cost("0" + String(repeating: "x", count: 12_800), "10" + String(repeating: "x", count: 12_800), "linear") > 2
        * few)
    #expect(try DistinctCase("0", "10", "linear", 2).sequence().distinctCost == 0)
    let often = try Playback(repeatCount: .times(100))
    let cost100 = try DistinctCase("0", "10", "linear", 2).sequence(often).distinct(limit: 36_000)?.distinctCost
    #expect((5_000...10_000).contains(cost100 ?? 0))
  }

  @Test(arguments: [0, 1, 2, 3, 4].map { 50 << (3 * $0) })
  func `a search that gives up leaves frames that can be asked for`(units: Int) throws {
    for row in cases {
      var meter = Meter(limit: units)
      let sequence = try #require(try row.sequence().distinct(limit: 1_000, spending: &meter))
      #expect(sequence.time(of: 0) >= 0)
      _ = sequence.markers(at: [0, 0.5, 1], spending: &meter)
    }
  }

  @Test(arguments: cases) func `equal steps are equal texts, and steps never fall`(row: DistinctCase) throws {
    let interpolator = try #require(InterpolatorCatalog.standard[row.interpolation]).make(.init(seed: 3))
    let prepared = try interpolator.prepare(from: row.source, to: row.target)
    let steps = try #require(prepared.steps?.count)
    var last = (step: Int.min, text: "")
    for index in -1000...3000 {
      let progress = Double(index) / 2000
      let (step, text) = (steps(progress), prepared.text(at: progress))
      #expect(step >= last.step)
      if step == last.step { #expect(text == last.text, "\(row) at \(progress)") }
      last = (step, text)
    }
  }
}

extension FrameSequence {
  fileprivate func text(at seconds: Double) -> String {
    var text = UTF8Buffer()
    animation.write(at: progress(at: seconds), to: &text)
    return text.text()
  }
}
