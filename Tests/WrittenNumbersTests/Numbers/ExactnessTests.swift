import TextFilms
import Interpolation
import SeededNumbers
import Testing
import WrittenNumbers

@Suite struct `Exact values` {
  private static let pairs: [(String, String)] = [
    ("0", "1"), ("-1", "1"), ("1", "-1"), ("100", "400"), ("0.05", "-0.05"), ("1234.50", "9876.25"),
    ("9007199254740993", "9007199254740995"), ("-9999999999999999", "9999999999999999"),
    ("9999999999999999", "10000000000000000"), ("0.0000000000000001", "0.9"), ("16.4", "37.66"),
    ("12345678901234567890123456789012345678", "-98765432109876543210987654321098765432"),
    ("0.1234567890123456789012345678901234567", "3"), ("999999999999999999999999.995", "1000000000000000000000000"),
  ]
  private static let progresses: [Double] = [
    0, 1, 0.5, 0.25, 0.1, 1.0 / 3, 0.75, 0.999999, 1.0.nextDown, -0.5, -1e-9, 1.7, 120.0 / 121, 2, 1e16, -1e17,
    4_503_599_627_370_496, 4_503_599_627_370_495.5, 9_007_199_254_740_992, 1e300, -1e300, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, 1e-20,
    2.2250738585072014e-308, 7.52316384526264e-37,
  ]

  @Test(arguments: pairs)
  func `every text equals what one finds on paper`(source: String, target: String) throws {
    let places = [source, target].map { $0.contains(".") ? $0.split(separator: ".")[1].count : 0 }.max() ?? 0
    let interpolations = try Rounding.allCases.map {
      try NumbersInterpolator(.number, rounding: $0).prepare(from: source, to: target)
    }
    for progress in Self.progresses {
      let value = Schoolbook.interpolate(source, target, at: progress, places: places)
      for (rounding, interpolation) in zip(Rounding.allCases, interpolations) {
        #expect(
          interpolation.text(at: progress) == value.text(places: places, rounding), "\(rounding) at \(progress)")
      }
    }
  }

  @Test func `random pairs equal what one finds on paper`() throws {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<400 {
      let places = Int.random(in: 0...3, using: &generator)
      let texts = (0..<2).map { _ in
        let digits = Int64.random(in: -99_999_999...99_999_999, using: &generator)
        let text = String(repeating: "0", count: 12) + String(digits.magnitude)
        let whole = text.dropLast(places).drop { $0 == "0" }
        let sign = digits < 0 ? "-" : ""
        return sign + (whole.isEmpty ? "0" : whole) + (places > 0 ? "." + text.suffix(places) : "")
      }
      let rounding = Rounding.allCases.randomElement(using: &generator) ?? .halfEven
      // Few bits make exact halves frequent.
      let progress = Double(Int.random(in: -64...192, using: &generator)) / 128
      let expected = Schoolbook.interpolate(texts[0], texts[1], at: progress, places: places).text(
        places: places, rounding)
      let text = try NumbersInterpolator(.number, rounding: rounding).text(texts[0], texts[1], at: progress)
      #expect(text == expected, "\(texts) \(rounding) at \(progress)")
    }
  }

  @Test(arguments: [
    (Rounding.halfExpand, "-3 -2 -1 1 2 3"), (.halfEven, "-2 -2 0 0 2 2"), (.trunc, "-2 -1 0 0 1 2"),
    (.floor, "-3 -2 -1 0 1 2"), (.ceil, "-2 -1 0 1 2 3"), (.expand, "-3 -2 -1 1 2 3"),
    (.halfCeil, "-2 -1 0 1 2 3"), (.halfFloor, "-3 -2 -1 0 1 2"), (.halfTrunc, "-2 -1 0 0 1 2"),
  ])
  func `halves go where the rounding says`(rounding: Rounding, expected: String) throws {
    let halves = try NumbersInterpolator(.number, rounding: rounding).prepare(from: "0", to: "1")
    let texts = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5].map(halves.text(at:))
    #expect(texts.joined(separator: " ") == expected)
  }

  @Test func `large integers end as themselves`() throws {
    #expect(
      try NumbersInterpolator(.number).film("9007199254740993", "9007199254740995", frames: 3)
        == "9007199254740993\n9007199254740994\n9007199254740995")
    #expect(
      try NumbersInterpolator(.number).film(
        "88898157482356200000000000000000000001", "88898157482356200000000000000000000005")
          == """
          88898157482356200000000000000000000001
          88898157482356200000000000000000000002
          88898157482356200000000000000000000003
          88898157482356200000000000000000000004
          88898157482356200000000000000000000005
          """)
  }

  @Test func `twenty thousand ways of up to 38 digits are exact`() throws {
    var generator = SeededGenerator(state: 35)
    for _ in 0..<20_000 {
      let rounding = Rounding.allCases.randomElement(using: &generator) ?? .halfEven
      let ends = (0..<2).map { _ in whole(digits: Int.random(in: 14...38, using: &generator), &generator) }
      let bits = Int.random(in: 1...53, using: &generator)
      let part = UInt64.random(in: 0...UInt64.max >> UInt64(64 - bits), using: &generator)
      let shift = Int.random(in: bits...100, using: &generator)
      let progress = Double(part) / Double(sign: .plus, exponent: shift, significand: 1)
      let expected = quotient(from: ends[0], to: ends[1], part, shift, rounding)
      let text = try NumbersInterpolator(.number, rounding: rounding).text("\(ends[0])", "\(ends[1])", at: progress)
      // On a shorter way a value within the error of a progress of a whole number is that.
      guard way(ends[0], ends[1]) >= 10_000_000_000_000 else { continue }
      #expect(text == "\(expected)", "\(ends) \(rounding) at \(progress)")
    }
  }

  private func whole(digits: Int, _ generator: inout SeededGenerator) -> Int128 {
    let text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    return (Int128(text) ?? 0) * (Bool.random(using: &generator) ? 1 : -1)
  }

  private func way(_ source: Int128, _ target: Int128) -> UInt128 {
    UInt128(bitPattern: target < source ? source &- target : target &- source)
  }

  /// source + (target − source) · part / 2^shift in 256 bits.
  private func quotient(
    from source: Int128, to target: Int128, _ part: UInt64, _ shift: Int, _ rounding: Rounding
  ) -> Int128 {
    let way = way(source, target)
    let (high, low) = way.multipliedFullWidth(by: UInt128(part))
    let whole = high << UInt128(128 - shift) | low >> UInt128(shift)
    let rest = low & (1 << UInt128(shift) - 1)
    guard rest > 0 else { return target < source ? source - Int128(whole) : source + Int128(whole) }
    let below = target < source ? source - Int128(whole) - 1 : source + Int128(whole)
    let half: UInt128 = 1 << UInt128(shift - 1)
    let side = rest == half ? 0 : (rest > half) == (target < source) ? -1 : 1
    let isUp =
      switch rounding {
      case .floor: false
      case .ceil: true
      case .trunc: below < 0
      case .expand: below >= 0
      case .halfExpand: side > 0 || side == 0 && below >= 0
      case .halfTrunc: side > 0 || side == 0 && below < 0
      case .halfEven: side > 0 || side == 0 && !below.isMultiple(of: 2)
      case .halfCeil: side >= 0
      case .halfFloor: side > 0
      }
    return isUp ? below + 1 : below
  }

  @Test func `beyond 38 digits a number stands still`() throws {
    let nines = String(repeating: "9", count: 38)
    let there = try NumbersInterpolator(.number).prepare(from: "-5.25", to: "12345678901234567890")
    let limit = nines.dropLast(2) + "." + nines.suffix(2)
    for progress in [1e18, 1e30, 1e300, .greatestFiniteMagnitude] {
      #expect(there.text(at: progress) == limit)
      #expect(there.text(at: -progress) == "-" + limit)
    }
    let longest = try NumbersInterpolator(.number).prepare(from: "-" + nines, to: nines)
    #expect([-1, 0, 0.5, 1, 1.5].map(longest.text(at:)) == ["-" + nines, "-" + nines, "0", nines, nines])
  }
}
