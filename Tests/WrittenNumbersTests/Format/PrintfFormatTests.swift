import TextFilms
import Interpolation
import Foundation
import SeededNumbers
import Testing
import WrittenNumbers
import TextBytes

@Suite struct `printf formats` {
  @Test(arguments: [
    ("", 1, "has no conversion"), ("apples", 1, "has no conversion"), ("100%%", 1, "has no conversion"),
    ("100%", 5, "ends within"),
    ("%s", 2, "“s” is not"), ("%n", 2, "“n” is not"), ("%@", 2, "“@” is not"), ("%c", 2, "“c” is not"),
    ("%p", 2, "“p” is not"),
    ("%*d", 2, "“*” is not"), ("%.*f", 3, "“*” is not"), ("%1$d", 3, "“$” is not"), ("%d %d", 4, "only one"),
    ("%.1f% done", 5, "only one"),
    ("%401d", 4, "the width is more"), ("%.401f", 5, "the precision is more"),
    ("%99999999999999999999d", 4, "the width"),
    ("%.", 3, "ends within"), ("%lld%%%s", 7, "only one"), ("%hhhd", 4, "“h” is not"), ("%a", 2, "“a” is not"),
    ("é%y", 3, "“y” is not"),
    ("%٣d", 2, "“٣” is not"), ("%-", 3, "ends within"), ("%lc", 3, "“c” is not"),
  ])
  func `what is not one number conversion is refused with its place`(format: String, position: Int, reason: String) {
    let error = #expect(throws: MalformedFormat.self) { try PrintfFormat(format) }
    #expect(error?.position == position)
    #expect(error?.reason.contains(reason) == true)
  }

  @Test(arguments: [
    ("Points: %d", "1234.9", "Points: 1234"), ("%.1f%% done", "12.25", "12.2% done"), ("%'d", "-1234567", "-1,234,567"),
    ("%'.2f", "9999.999", "10,000.00"), ("%x", "-255", "-ff"), ("%#X", "-255", "-0XFF"), ("%#o", "8", "010"),
    ("%#o", "0", "0"),
    ("%+d", "0", "+0"), ("% d", "7", " 7"), ("%+u", "7", "7"), ("%u", "-7", "-7"),
    ("%lld", "9007199254740993", "9007199254740993"),
    ("%zu", "5", "5"), ("%d", "-0.9", "0"), ("%.1f", "-0.04", "0.0"), ("%012.3f", "-1.5", "-0000001.500"),
    ("%-6d|", "42", "42    |"),
    ("%.0f", "2.5", "2"), ("%.2f", "0.125", "0.12"), ("%.1f", "0.05", "0.0"), ("%.3e", "1234.5", "1.234e+03"),
    ("%E", "0", "0.000000E+00"),
    ("%.0e", "95", "1e+02"), ("%#.0e", "5", "5.e+00"), ("%g", "1000000", "1e+06"), ("%g", "100000", "100000"),
    ("%g", "0.0001", "0.0001"),
    ("%g", "0.00001", "1e-05"), ("%G", "0.00001", "1E-05"), ("%.0d", "0", ""), ("%8.5d", "-42", "  -00042"),
    ("%08.5d", "42", "   00042"),
    ("%x", "18446744073709551616", "10000000000000000"),
    ("%d", "123456789012345678901234567890", "123456789012345678901234567890"),
    ("%'012d", "1234567", "0001,234,567"), ("%d 👍", "1", "1 👍"), ("%i", "", "0"),
    ("%.30f", "0.1", "0.100000000000000000000000000000"),
  ])
  func `numbers are written by the format`(format: String, number: String, expected: String) throws {
    #expect(try FormatInterpolator(format: PrintfFormat(format)).text("", number, at: 1) == expected)
  }

  @Test func `a count is truncated as the seed does, or rounded as asked`() throws {
    let format = try PrintfFormat("Points: %d")
    #expect(try FormatInterpolator(format: format).film("0", "-3", frames: 3) == "Points: 0\nPoints: -1\nPoints: -3")
    #expect(
      try FormatInterpolator(format: format, rounding: .halfEven).film("0", "-3", frames: 3)
        == "Points: 0\nPoints: -2\nPoints: -3")
  }

  @Test(arguments: [
    ("abc", "a number was expected: character 1 is “a”"), ("1e5", "a number was expected: character 2 is “e”"),
    ("12 apples", "a number was expected: character 3 is “ ”"), ("$5", "a number was expected: character 1 is “$”"),
    (String(repeating: "1", count: 39), "a number has more than 38 digits"),
    (
      "0." + String(repeating: "0", count: 400) + "1",
      "a number is written with more than 400 digits on one side of its point"
    ),
  ])
  func `what is not a number is refused`(text: String, reason: String) throws {
    #expect(try FormatInterpolator(format: PrintfFormat("%d")).refusal("", text) == reason)
  }

  @Test(arguments: [("%d", 0.005), ("%.2f", 0.00005), ("%.2e", 0.005), ("%.3g", 0.005), ("%.0e", 0.5)])
  func `the threshold is half of the last digit`(format: String, threshold: Double) throws {
    let actual = try FormatInterpolator(format: PrintfFormat(format)).prepare(from: "0", to: "100").threshold
    #expect(abs(actual / threshold - 1) < 1e-12)
  }

  @Test(arguments: ["%d", "%.2f", "%e", "%g", "%x", "%'020.3f", "%#o"])
  func `no progress does harm`(format: String) throws {
    let interpolation = try FormatInterpolator(format: PrintfFormat(format)).prepare(
      from: "-1.5", to: "400000000000000000000")
    for progress in [-0.5, 1.7, 1e300, -1e300, .leastNonzeroMagnitude, .nan, .infinity] {
      #expect(!interpolation.text(at: progress).isEmpty)
    }
  }
}

@Suite struct `printf formats against glibc` {
  private static let flags = ["", "-", "+", " ", "#", "0", "+0", "-#", " 0#", "-+"]
  private static let widths = ["", "1", "8", "25"]
  private static let precisions = ["", ".", ".0", ".1", ".3", ".12", ".25"]

  private func glibc(_ format: String, _ argument: any CVarArg) -> String {
    var bytes = [CChar](repeating: 0, count: 1024)
    let count = unsafe withVaList([argument]) { unsafe vsnprintf(&bytes, bytes.count, format, $0) }
    return String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func formats(_ conversions: [String]) -> [String] {
    conversions.flatMap { conversion in
      Self.flags.flatMap { flag in
        Self.widths.flatMap { width in
          Self.precisions.map { "%" + flag + width + $0 + conversion }
        }
      }
    }
  }

  @Test func `integers are equal`() throws {
    var generator = SeededGenerator(state: 2)
    for format in formats(["lld", "lli"]) {
      let interpolator = try FormatInterpolator(format: PrintfFormat(format))
      for value in [
        0, -1, Int.random(in: -99_999...99_999, using: &generator), .random(in: .min ... .max, using: &generator),
      ] {
        #expect(try interpolator.text("", "\(value)", at: 1) == glibc(format, value), "\(format) of \(value)")
      }
    }
    for format in formats(["llu", "llx", "llX", "llo"]) {
      let interpolator = try FormatInterpolator(format: PrintfFormat(format))
      for value in [0, 8, UInt.random(in: 0...99_999, using: &generator), .random(in: 0 ... .max, using: &generator)] {
        #expect(try interpolator.text("", "\(value)", at: 1) == glibc(format, value), "\(format) of \(value)")
      }
    }
  }

  /// All digits of a double.
  private func decimal(_ value: Double) -> String {
    let text = glibc("%.200f", value)
    let significant = text.dropLast(text.reversed().prefix { $0 == "0" }.count)
    return String(significant.hasSuffix(".") ? significant.dropLast() : significant)
  }

  @Test func `fractions are equal`() throws {
    var generator = SeededGenerator(state: 3)
    for format in formats(["f", "F", "e", "E", "g", "G"]) {
      let interpolator = try FormatInterpolator(format: PrintfFormat(format))
      // Of so few bits that the whole fraction has no more digits than a number may have.
      let bits = Double(Int.random(in: -0xFFFFF...0xFFFFF, using: &generator))
      let magnitude = Double(Int.random(in: -40...60, using: &generator))
      let values = [0, 0.5, 9.5, 99_999.9375, -0x1p-13, bits * exp2(magnitude)]
      for value in values {
        let written = glibc(format, value)
        // C shows the minus of a value that it rounds to zero; no text of ours does.
        guard !written.contains("-") || written.contains(where: { "123456789".contains($0) }) else { continue }
        #expect(try interpolator.text("", decimal(value), at: 1) == written, "\(format) of \(value)")
      }
    }
  }
}
