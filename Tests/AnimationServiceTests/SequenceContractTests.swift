import AnimationService
import Testing
import TextAnimation
import WrittenNumbers

/// What every sequence keeps, whatever is interpolated over whatever curve.
struct SequenceContractTests {
  private static let pairs = [
    ("100 apples", "400 apples"), ("$1,234.50", "$9,876.25"), ("", "Hello"), ("Hello", "Help!"), ("-1.5", "2.25"),
    ("007", "120"), ("9007199254740993", "9007199254740995"), ("0.1", "0.10"), ("5 of 10", "10 of 5"),
    ("1234567890123456789012345678901234567.5", "-1"), ("1:59:58", "2:00:03"), ("(5)", "(7)"), ("12%", "-3%"),
    ("👨‍👩‍👧 hi", "👨‍👩‍👧 hello"), ("e\u{301}te\u{301} 1", "e\u{301}te\u{301} 2"), ("١٢٣", "٤٥٦"), ("🇩🇪 1", "🇫🇷 1"),
    ("line\r\nbreak 1", "line\r\nbreak 22"), ("same", "same"), ("2020-05-01", "2021-12-31"), ("مرحبا 1", "مرحبا 9"),
  ]

  private static let curves = [
    "linear", "easeInOut", "ease-in", "steps(3, start)", "linear(0, 1.5 30%, -0.5 60%, 1)", "easeOutBounce",
    "easeInOutElastic", "easeInBack", "spring", "spring(1, 100, 2)", "bouncy", "pop(20, 5)",
    "spring(dampingRatio: 0.3, velocity: 3)", "cubic-bezier(0, -9, 1, 9)",
  ]

  private static let interpolations = ["auto", "none"] + InterpolatorCatalog.standard.entries.map(\.name)

  private func sequence(
    _ pair: (String, String), _ curve: String, _ interpolation: String, _ more: [(name: String, value: String)] = []
  ) throws -> FrameSequence {
    let parameters = [
      ("from", pair.0), ("to", pair.1), ("curve", curve), ("interpolation", interpolation), ("fps", "24"),
      ("duration", "1.3"),
    ]
    return try NamedAnimation(parameters.map { (name: $0.0, value: $0.1) } + more).sequence
  }

  @Test(arguments: interpolations, curves)
  func `a sequence begins with the source, ends with the target, and is the same however it is asked`(
    interpolation: String, curve: String
  ) throws {
    for pair in Self.pairs {
      let sequence = try sequence(pair, curve, interpolation)
      let count = try #require(sequence.count)
      let frames = (0..<count).map { sequence.frame(at: $0) }
      if sequence.animation.isAnimated {
        #expect(Array(frames[0].text.utf8) == Array(pair.0.utf8))
        #expect(frames[0].progress == 0)
      }
      #expect(Array(frames[count - 1].text.utf8) == Array(pair.1.utf8))
      #expect(frames[count - 1].progress == 1)
      #expect(frames.allSatisfy { $0.progress.isFinite })
      for frame in frames.reversed() {
        #expect(sequence.index(at: frame.time) == frame.index)
        #expect(sequence.frame(at: frame.index) == frame)
      }
    }
  }

  @Test(arguments: ["number", "numbers", "typewriter", "odometer"], curves)
  func `no frame shows an exponent, a negative nought or half a character`(interpolation: String, curve: String) throws
  {
    for pair in Self.pairs {
      let sequence = try sequence(pair, curve, interpolation)
      let known = Set(pair.0).union(pair.1).union("0123456789٠١٢٣٤٥٦٧٨٩.,:-")
      for index in 0..<(sequence.count ?? 0) {
        let text = sequence.frame(at: index).text
        #expect(text.allSatisfy(known.contains), "\(text)")
        #expect(!text.contains("nan"))
        #expect(text.wholeMatch(of: /\D*-0+([.,:]0+)*\D*/) == nil, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("repeat", "3"), ("autoreverse", "true"), ("speed", "2.5"), ("delay", "0.7"), ("frames", "distinct"),
  ])
  func `playback changes when frames are shown, not what they are`(name: String, value: String) throws {
    // A million cents are more texts than can be shown one by one.
    for pair in Self.pairs.prefix(6) where name != "frames" || !pair.0.hasPrefix("$") {
      let sequence = try sequence(pair, "easeInOut", "auto", [(name: name, value: value)])
      guard sequence.animation.isAnimated, let count = sequence.count else { continue }
      let frames = (0..<count).map { sequence.frame(at: $0) }
      #expect(frames[0].text == pair.0)
      #expect(frames[count - 1].text == (name == "autoreverse" ? pair.0 : pair.1))
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }
}
