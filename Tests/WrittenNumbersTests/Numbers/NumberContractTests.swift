import Testing
import TextFilms
import Interpolation
import WrittenNumbers
import TextBytes

@Suite struct `The contract of every number` {
  private static let pairs: [(String, String)] = [
    ("0", "1"), ("-1", "1"), ("0.01", "-0.01"), ("$1,234.50", "$-9"), ("$5", "($7)"), ("1:59:58", "0:03"),
    ("-0:01.5", "0:01"),
    ("9007199254740993", "-9007199254740993"), ("٣٫٥", "-٤"), ("a 1 b 2.5 c", "a 2 b -3.75 c"), ("007", "-007"),
    (".5", "-.5"),
    (String(repeating: "9", count: 38), "-" + String(repeating: "1", count: 38)),
    ("0." + String(repeating: "0", count: 398) + "1", "0"), ("12,34,567", "1"), ("+1", "-1"),
  ]
  private static let progresses: [Double] = [
    -0.5, -0.0, 0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300, 0.1, 0.25, 1.0 / 3, 0.5, 0.999999999, 1,
    1.7, -3, 1e15, -1e17, 1e300, -1e300,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  @Test(arguments: pairs)
  func `no exponent, no minus before zero, nothing that is not a number`(source: String, target: String) throws {
    for rounding in Rounding.allCases {
      let interpolation = try NumbersInterpolator(rounding: rounding).prepare(from: source, to: target)
      for progress in Self.progresses {
        var bytes = UTF8Buffer()
        interpolation.write(at: progress, to: &bytes)
        let text = try #require(String(validating: bytes.bytes(), as: UTF8.self))
        #expect(!text.contains { "eEnN∞".contains($0) } && !text.contains("inf"))
        #expect(!isNegativeZero(text), "\(text) at \(progress)")
        for isRounded in [false, true] {
          let value = value(of: interpolation, isRounded: isRounded, at: progress)
          #expect(value.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil)
          #expect(!isNegativeZero(value), "\(value) at \(progress)")
        }
      }
    }
  }

  @Test(arguments: pairs)
  func `the ends are reached exactly and what is not finite does no harm`(source: String, target: String) throws {
    let there = try NumbersInterpolator().prepare(from: source, to: target)
    let back = try NumbersInterpolator().prepare(from: target, to: source)
    #expect(value(of: there, at: 0) == value(of: back, at: 1))
    #expect(value(of: there, at: 1) == value(of: back, at: 0))
    #expect([Double.nan, .infinity, -.infinity].allSatisfy { value(of: there, at: $0) == value(of: there, at: 0) })
  }

  private func value(
    of interpolation: any TextInterpolation, isRounded: Bool = false, at progress: Double
  ) -> String {
    interpolation.number(isRounded: isRounded, at: progress) ?? ""
  }

  /// Whether a minus stands before nothing but zeros.
  private func isNegativeZero(_ text: String) -> Bool {
    text.matches(of: /[-−(]\$?([0-9.,:٠-٩٫]+)/).contains { match in
      !match.1.isEmpty && match.1.allSatisfy { $0.wholeNumberValue ?? 0 == 0 }
    }
  }
}
