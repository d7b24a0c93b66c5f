import TextFilms
import WrittenNumbers
import Testing
import TextBytes
import Timing

import TextAnimation
import Interpolation

/// Frames written in one go have the texts that are made one by one.
struct FramesAtOnceContractTests {
  static let progresses: [Double] = {
    let even = (0...96).map { Double($0) / 96 }
    let halves = (-8...40).map { Double($0) / 32 }
    let odd: [Double] = [
      0, -0.0, 1, 0, 1, 1.0.nextDown, 1.0.nextUp, 0.1, 1.0 / 3, -0.25, -1.75, 1.25, 3.5, 1e-9, -1e-9,
    ]
    let far: [Double] = [1e9, -1e9, 1e16, -1e17, 1e300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude]
    return even + halves + odd + far + even.reversed()
  }()

  private static let pairs = [
    ("100 apples", "400 apples"), ("$1,234.50", "$9,876.25"), ("-1.5", "2.25"), ("(5)", "(7)"), ("0", "99999999"),
    ("99999998", "100000001"), ("-100000001", "99999999"), ("9999999999999999", "-9999999999999999"),
    ("9007199254740993", "9007199254740995"),
    ("12,34,567.125 in a long text of many words", "98,76,543.5 in a long text of many words"),
    ("A long text before 1,000,000.00", "A long text before 9,000,000.25"), ("sixteen bytes!! 5", "sixteen bytes!! 7"),
    ("\"5\" \\", "\"7\" \\"), ("3 of 10 (30%)", "9 of 10 (90%)"), ("1:59:58", "2:00:03"), ("007", "120"),
    ("1 234,5", "9 876,5"), ("Hello", "Help!"), ("", "Hello"), ("same 1", "same 1"), ("١٢٣", "٤٥٦"), ("0.1", "0.10"),
    ("1234567890123456789012345678901234567.5", "-1"),
  ]

  /// The texts of some frames, written the long way and with prefixes that are ready.
  private func texts(count: Int, _ write: (inout FrameWriter) -> Void) -> [String] {
    let none = FramePrefixes(count: count, ofAbout: 0) { _, _ in }
    let both = [nil, none].map { prefixes in
      var writer = FrameWriter(UTF8Buffer(), prefixes: prefixes, end: Literal("\u{0}"))
      write(&writer)
      let texts = writer.finish().text().split(separator: "\u{0}", omittingEmptySubsequences: false)
      return texts.dropLast().map(String.init)
    }
    #expect(both[0] == both[1])
    return both[1]
  }

  @Test(arguments: InterpolatorCatalog.standard.entries.map(\.name), Rounding.allCases)
  func `frames have the texts of their progresses`(name: String, rounding: Rounding) throws {
    let entry = try #require(InterpolatorCatalog.standard[name])
    for (source, target) in Self.pairs {
      let interpolator = entry.make(InterpolatorCatalog.Options(seed: 3, rounding: rounding))
      guard let interpolation = try? interpolator.prepare(from: source, to: target) else { continue }
      let progresses = Self.progresses
      let alone = progresses.map(interpolation.text(at:))
      #expect(texts(count: progresses.count) { interpolation.write(at: progresses.span, to: &$0) } == alone)
      #expect(texts(count: 0) { interpolation.write(at: progresses.span.extracting(0..<0), to: &$0) } == [])
    }
  }

  @Test func `frames of a format have the texts of their progresses`() throws {
    for (layout, counts) in Self.layouts.flatMap({ layout in Self.counts.map { (layout, $0) } }) {
      for (source, target) in [("0", "12345678"), ("-99.5", "1234.125"), ("99999999", "-1234567890123456")] {
        let interpolation = try FormatInterpolator(template: Self.template(layout, counts)).prepare(
          from: source, to: target)
        let progresses = Self.progresses
        let alone = progresses.map(interpolation.text(at:))
        #expect(texts(count: progresses.count) { interpolation.write(at: progresses.span, to: &$0) } == alone)
      }
    }
  }

  @Test func `the ends are the caller's texts, unless a format writes them`() throws {
    let interpolation = try NumbersInterpolator().prepare(from: "1.0", to: "3")
    let progresses = [0, 0.5, 1, 0, 1, 0.25, 1.5, 0]
    for (content, expected) in [
      (
        Animation.Content.interpolated(interpolation, writesEnds: false),
        ["<1", "2.0", "3>", "<1", "3>", "1.5", "4.0", "<1"]
      ),
      (.interpolated(interpolation, writesEnds: true), ["1.0", "2.0", "3.0", "1.0", "3.0", "1.5", "4.0", "1.0"]),
      (.immediate(NotAnimatable(reason: "")), ["<1", "3>", "3>", "<1", "3>", "3>", "3>", "<1"]),
    ] {
      let animation = Animation(from: "<1", to: "3>", curve: Linear(), duration: 1, content: content)
      #expect(texts(count: progresses.count) { animation.write(at: progresses.span, to: &$0) } == expected)
    }
  }

  private static let layouts = [
    DigitLayout(), DigitLayout(grouping: .init()), DigitLayout(grouping: .init(primary: 3, secondary: 2)),
    DigitLayout(grouping: .init(minimum: 2)), DigitLayout(grouping: .init(primary: 1, secondary: 1)),
    DigitLayout(groupingSeparator: "\u{202F}", grouping: .init()),
    DigitLayout(decimalSeparator: "·····", groupingSeparator: "''''", grouping: .init(primary: 4, secondary: 4)),
    DigitLayout(groupingSeparator: "''''", grouping: .init(primary: 5, secondary: 3)),
    DigitLayout(groupingSeparator: "", grouping: .init()),
  ]

  /// Digits before and after the separator.
  private static let counts = [
    (0, 0), (1, 0), (1, 2), (0, 3), (8, 0), (6, 2), (6, 3), (1, 8), (16, 0), (2, 14),
  ]

  private static func template(_ layout: DigitLayout, _ counts: (integer: Int, fraction: Int)) -> NumberTemplate {
    NumberTemplate(
      positive: .init(prefix: "+", suffix: " gained"), negative: .init(prefix: "(", suffix: ") lost"),
      zero: .init(prefix: "none: "), layout: layout, minimumIntegerDigits: counts.integer,
      minimumFractionDigits: counts.fraction, maximumFractionDigits: counts.fraction)
  }

  @Test func `digits in words and digits one by one are the same, however they are grouped`() throws {
    let arabic = try #require(DigitSet(containing: "٠"))
    for (layout, counts) in Self.layouts.flatMap({ layout in Self.counts.map { (layout, $0) } }) {
      var other = layout
      other.digitSet = arabic
      for (source, target) in [("0", "12345678"), ("-99.5", "1234.125"), ("99999999", "-1234567890123456"), ("5", "5")]
      {
        let (words, digits) = (
          try FormatInterpolator(template: Self.template(layout, counts)).prepare(from: source, to: target),
          try FormatInterpolator(template: Self.template(other, counts)).prepare(from: source, to: target)
        )
        for progress in Self.progresses {
          let latin = digits.text(at: progress).unicodeScalars.map { scalar in
            arabic.zero.value..<arabic.zero.value + 10 ~= scalar.value
              ? String(scalar.value - arabic.zero.value) : String(scalar)
          }
          #expect(words.text(at: progress) == latin.joined(), "\(source) → \(target) at \(progress)")
        }
      }
    }
  }
}
