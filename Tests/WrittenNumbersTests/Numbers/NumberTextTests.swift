import TextFilms
import SeededNumbers
import Testing
import Interpolation
import WrittenNumbers
import TextBytes

/// Number texts at any progress are what one writes down after working them out on paper.
@Suite struct `The text of a number at any progress` {
  static let progresses: [Double] = [
    0, 1, 0.5, 0.25, 0.1, 1.0 / 3, 120.0 / 121, 1.0.nextDown, 0.999999, -0.5, -1e-9, -0.0625, 1.7, 2, 1e-20, 7e5,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 4_503_599_627_370_495.5, 1e16, -1e17,
  ]

  private static let commonProgresses = progresses.filter { $0 == 0 || $0.magnitude > 1e-10 }

  // What is found on paper is the same for every rounding, and takes longest.
  @Test(arguments: WrittenStyle.all)
  func `as many digits as a number may have in any way of writing`(style: WrittenStyle) throws {
    var generator = SeededGenerator(state: 7)
    for digits in [1, 2, 3, 4, 6, 8, 9, 15, 16, 17, 20, 37, 38] {
      let numbers = (0..<2).map { _ in style.number(digits: digits, &generator) }
      let interpolations = try Rounding.allCases.map { rounding in
        try NumbersInterpolator(rounding: rounding).prepare(
          from: style.write(numbers[0], in: numbers), to: style.write(numbers[1], in: numbers))
      }
      let progress = Double(Int.random(in: -64...192, using: &generator)) / 128
      for progress in Self.commonProgresses + [progress, Double.random(in: -1...2, using: &generator)] {
        let value = Schoolbook.interpolate(numbers[0], numbers[1], at: progress, places: style.places)
        for (rounding, interpolation) in zip(Rounding.allCases, interpolations) {
          let expected = style.write(value.text(places: style.places, rounding), in: numbers)
          #expect(interpolation.text(at: progress) == expected, "\(numbers) \(rounding) at \(progress)")
        }
      }
    }
  }

  @Test(arguments: Rounding.allCases) func `as many digits as a number may have at any progress`(rounding: Rounding)
    throws
  {
    var generator = SeededGenerator(state: 8)
    let style = WrittenStyle.all[0]
    let numbers = (0..<2).map { _ in style.number(digits: 38, &generator) }
    let interpolation = try NumbersInterpolator(.number, rounding: rounding).prepare(
      from: style.write(numbers[0], in: numbers), to: style.write(numbers[1], in: numbers))
    for progress in [0, 0.3, 0.5, 1, -0.7, 1.25, 1e-300, 0.1] {
      let value = Schoolbook.interpolate(numbers[0], numbers[1], at: progress)
      #expect(interpolation.text(at: progress) == style.write(value.text(places: style.places, rounding), in: numbers))
    }
  }

  @Test(arguments: [("0", "1"), ("100", "400"), ("123450", "987625"), ("-7", "0"), ("5", "-9999994")])
  func `next to every half and every whole step`(source: String, target: String) throws {
    let interpolations = try Rounding.allCases.map {
      try NumbersInterpolator(.number, rounding: $0).prepare(from: source, to: target)
    }
    let distance = (Double(target) ?? 0) - (Double(source) ?? 0)
    for half in [-9, -2, -1, 0, 1, 2, 3, 5, 8, 251, 600] {
      let progress = Double(half) / 2 / distance
      for near in [progress, progress.nextUp, progress.nextDown, progress + 0.4995 / distance] {
        let value = Schoolbook.interpolate(source, target, at: near, places: 0)
        for (rounding, interpolation) in zip(Rounding.allCases, interpolations) {
          #expect(interpolation.text(at: near) == value.text(places: 0, rounding), "\(rounding) at \(near)")
        }
      }
    }
  }

  @Test(arguments: [("5", 0), ("0.25", 2), ("100", 0), ("7", 0), ("0.1", 1)])
  func `multiples of a factor`(row: (factor: String, places: Int)) throws {
    let factor = try #require(Int(row.factor.filter { $0 != "." }))
    for (source, target) in [
      ("0", "1000"), ("3.7", "-12.25"), ("0.1", "0.9"), ("5", "123456789012345678901234567890"), ("20", "40"),
    ] {
      let places = max([source, target].map(fractionDigits).max() ?? 0, row.places)
      let interpolations = try Rounding.allCases.map {
        try NumbersInterpolator(.number, rounding: $0).prepare(from: source, to: target)
          .rounded(toMultiplesOf: row.factor)
      }
      for progress in Self.progresses where progress.magnitude < 1e6 || target.count < 20 {
        // The half of an odd factor has a digit more than the factor.
        let value = Schoolbook.interpolate(source, target, at: progress, places: row.places + 1)
        let isEnd = progress == 0 || progress == 1
        for (rounding, interpolation) in zip(Rounding.allCases, interpolations) {
          let expected =
            isEnd
            ? value.text(places: places, rounding)
            : value.text(places: places, multipleOf: factor, factorPlaces: row.places, rounding)
          #expect(interpolation.text(at: progress) == expected, "\(source) → \(target) \(rounding) at \(progress)")
        }
      }
    }
  }

  @Test(arguments: [("0", "10", "5", 0.25), ("0", "10", "3", 0.05), ("0", "1", "0.25", 0.125)])
  func `half of a factor is the threshold where it divides the target`(
    source: String, target: String, factor: String, threshold: Double
  ) throws {
    let interpolation = try NumbersInterpolator(.number).prepare(from: source, to: target).rounded(
      toMultiplesOf: factor)
    #expect(abs(interpolation.threshold / threshold - 1) < 1e-12)
  }

  @Test(arguments: [
    ("0", "1", 0.5), ("1", "98765432109876543210", 0.5 / 9.876543210987654e19), ("0.001", "5.5", 0.5 / 5499),
  ])
  func `half of the last digit is the threshold`(source: String, target: String, threshold: Double) throws {
    #expect(abs(try NumbersInterpolator(.number).prepare(from: source, to: target).threshold / threshold - 1) < 1e-12)
  }

  @Test(arguments: Rounding.allCases) func `times never show sixty seconds`(rounding: Rounding) throws {
    for (source, target, showsHours) in [
      (("0:05", 5.0), ("2:03", 123.0), false), (("59:58", 3598), ("1:00:02", 3602), true),
      (("9:59:59.5", 35999.5), ("0:00:00.0", 0), true), (("-0:30", -30), ("1:00", 60), false),
    ] {
      let interpolation = try NumbersInterpolator(rounding: rounding).prepare(from: source.0, to: target.0)
      let places = fractionDigits(source.0)
      let isOpen = source.0.filter { $0 == ":" }.count != target.0.filter { $0 == ":" }.count
      for progress in Self.progresses where progress.magnitude < 1e6 {
        let value = Schoolbook.interpolate("\(source.1)", "\(target.1)", at: progress, places: places)
          .text(places: places, rounding)
        let parts = value.drop { $0 == "-" }.split(separator: ".")
        let whole = try #require(Int(parts[0]))
        let tail = String("0\(whole % 60)".suffix(2)) + (parts.count > 1 ? "." + parts[1] : "")
        let hours = isOpen ? whole >= 3600 : showsHours
        let head = hours ? "\(whole / 3600):" + String("0\(whole / 60 % 60)".suffix(2)) : "\(whole / 60)"
        #expect(interpolation.text(at: progress) == (value.hasPrefix("-") ? "-" : "") + head + ":" + tail)
      }
    }
  }

  private func fractionDigits(_ text: String) -> Int {
    text.contains(".") ? text.split(separator: ".")[1].count : 0
  }
}

extension TextInterpolation {
  /// The same numbers, kept to multiples of one.
  func rounded(toMultiplesOf factor: String) throws -> any TextInterpolation {
    let numbers = try #require(self as? NumbersInterpolation)
    return try numbers.rounded(toMultiplesOf: try Decimal(parsing: factor))
  }
}
