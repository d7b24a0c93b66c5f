import TextFilms
import Testing
import TextAnimation
import Interpolation
import WrittenNumbers

struct OdometerInterpolatorTests {
  private func odometer(
    _ source: String, _ target: String, _ mode: ColumnMode = .carry, _ direction: ColumnDirection = .auto,
    highestDigits: [Int: Int] = [:]
  ) throws -> any TextInterpolation {
    let interpolator = OdometerInterpolator(mode: mode, direction: direction, highestDigits: highestDigits)
    return try interpolator.prepare(from: source, to: target)
  }

  private func filmStrip(_ odometer: any TextInterpolation, frames: Int) -> String {
    (0..<frames).map { odometer.columns(at: Double($0) / Double(frames - 1)).strip }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "09", "11",
      """
      0 9
      0.5 9.5
      1 0
      1 0.5
      1 1
      """
    ),
    (
      "18", "20",
      """
      1 8
      1 8.5
      1 9
      1.5 9.5
      2 0
      """
    ),
    (
      "99", "100",
      """
      9 9
      0.25×0.25 9.25 9.25
      0.5×0.5 9.5 9.5
      0.75×0.75 9.75 9.75
      1 0 0
      """
    ),
    (
      "1,000", "999",
      """
      1 , 0 0 0
      0.75×0.75 ,×0.75 9.75 9.75 9.75
      0.5×0.5 ,×0.5 9.5 9.5 9.5
      0.25×0.25 ,×0.25 9.25 9.25 9.25
      9 9 9
      """
    ),
    (
      "9999", "10.001",
      """
      9 9 9 9
      0.5×0.5 9.5 .×0.5 9.5 9.5 9.5
      1 0 . 0 0 0
      1 0 . 0 0 0.5
      1 0 . 0 0 1
      """
    ),
    (
      "1.95", "2.05",
      """
      1 . 9 5
      1 . 9 7.5
      2 . 0 0
      2 . 0 2.5
      2 . 0 5
      """
    ),
    (
      "1.9", "2.1",
      """
      1 . 9
      1.5 . 9.5
      2 . 0
      2 . 0.5
      2 . 1
      """
    ),
    (
      "-1", "1",
      """
      - 1
      -×0.5 0.5
      0
      0.5
      1
      """
    ),
    (
      "$2", "-$2",
      """
      $ 2
      $ 1
      $ 0
      -$ 1
      -$ 2
      """
    ),
    (
      "(1)", "3",
      """
      ( 1 )
      0
      1
      2
      3
      """
    ),
    (
      "0:59 left", "1:01 left",
      """
      0 : 5 9  left
      0.5 : 5.5 9.5  left
      1 : 0 0  left
      1 : 0 0.5  left
      1 : 0 1  left
      """
    ),
    (
      "59:59", "1:00:01",
      """
      5 9 : 5 9
      0.5×0.5 :×0.5 5.5 9.5 : 5.5 9.5
      1 : 0 0 : 0 0
      1 : 0 0 : 0 0.5
      1 : 0 0 : 0 1
      """
    ),
    (
      "7 of 9", "8 of 9",
      """
      7  of 9
      7.25  of 9
      7.5  of 9
      7.75  of 9
      8  of 9
      """
    ),
  ])
  func `a column moves only while all to its right pass from nine to zero`(
    source: String, target: String, strip: String
  ) throws {
    #expect(filmStrip(try odometer(source, target), frames: 5) == strip)
  }

  @Test(arguments: [
    (
      "09", "11",
      """
      0 9
      0.25 9.5
      0.5 0
      0.75 0.5
      1 1
      """
    ),
    (
      "99", "103",
      """
      9 9
      0.25×0.25 9.25 0
      0.5×0.5 9.5 1
      0.75×0.75 9.75 2
      1 0 3
      """
    ),
    (
      "-8", "40",
      """
      - 8
      1 4
      2 6
      3 8
      4 0
      """
    ),
  ])
  func `continuously each column rolls evenly through the number it makes`(
    source: String, target: String, strip: String
  ) throws {
    #expect(filmStrip(try odometer(source, target, .continuous), frames: 5) == strip)
  }

  @Test(
    arguments: [
      ("195", "203", ColumnMode.carry), ("0", "20", .carry), ("10.5", "12.5", .carry), ("-8", "12", .carry),
      ("0", "21", .digit), ("12.5", "10.3", .digit), ("986", "1024", .digit), ("-8", "14", .digit),
    ])
  func `by itself a column rolls where the last would turn round more than twice`(
    source: String, target: String, mode: ColumnMode
  ) throws {
    let other: ColumnMode = mode == .carry ? .digit : .carry
    let strips = try [.auto, mode, other].map { filmStrip(try odometer(source, target, $0), frames: 9) }
    #expect(strips[0] == strips[1] && strips[0] != strips[2])
  }

  @Test(
    arguments: [
      (
        "195", "203", .auto,
        """
        1 9 5
        1.25 9.25 7
        1.5 9.5 9
        1.75 9.75 1
        2 0 3
        """
      ),
      (
        "203", "195", .auto,
        """
        2 0 3
        1.75 9.75 1
        1.5 9.5 9
        1.25 9.25 7
        1 9 5
        """
      ),
      (
        "8", "12", .shortest,
        """
        8
        0.25×0.25 9
        0.5×0.5 0
        0.75×0.75 1
        1 2
        """
      ),
      (
        "-5", "9", .down,
        """
        - 5
        -×0.75 3.5
        -×0.5 2
        -×0.25 0.5
        9
        """
      ),
    ] as [(String, String, ColumnDirection, String)])
  func `digit by digit each column goes its own way`(
    source: String, target: String, direction: ColumnDirection, strip: String
  ) throws {
    #expect(filmStrip(try odometer(source, target, .digit, direction), frames: 5) == strip)
  }

  @Test(
    arguments: [
      ("9", "1", .shortest, "9.5"), ("1", "9", .shortest, "0.5"), ("9", "1", .up, "9.5"), ("1", "9", .down, "0.5"),
      ("9", "1", .down, "7"), ("1", "9", .up, "3"), ("9", "1", .auto, "7"), ("2", "6", .shortest, "3"),
    ] as [(String, String, ColumnDirection, String)])
  func `the direction chooses the way round`(
    source: String, target: String, direction: ColumnDirection, quarter: String
  ) throws {
    for mode in ColumnMode.allCases {
      #expect(try odometer(source, target, mode, direction).columns(at: 0.25).strip == quarter, "\(mode)")
    }
  }

  @Test(
    arguments: [
      ("98", "02", .up, "9 9"), ("98", "02", .shortest, "9 9"), ("02", "98", .down, "0 1"),
      ("9:58", "0:02", .up, "9 : 5 9"), ("-5", "3", .up, "-×0.75 7"), ("-3", "-5", .up, "- 3.5"),
    ] as [(String, String, ColumnDirection, String)])
  func `a counter starts again beyond its largest number`(
    source: String, target: String, direction: ColumnDirection, quarter: String
  ) throws {
    #expect(try odometer(source, target, .carry, direction).columns(at: 0.25).strip == quarter)
  }

  @Test(
    arguments: [
      ("59", "00", .up, [1: 5], "5.5 9.5"), ("00", "59", .down, [1: 5], "5.5 9.5"),
      ("123", "150", .auto, [1: 5], "1 3.5 6.5"), ("1.3", "2.0", .up, [-1: 3], "1.5 . 3.5"),
      ("0:59", "1:01", .auto, [1: 3], "1 : 0 0"),
      ("80", "10", .auto, [1: 5], "4.5 0"), ("60", "03", .up, [1: 5], "6.5 1.5"),
    ] as [(String, String, ColumnDirection, [Int: Int], String)])
  func `a wheel of a number has the digits that it is told, and turns by itself`(
    source: String, target: String, direction: ColumnDirection, highestDigits: [Int: Int], half: String
  ) throws {
    let odometer = try odometer(source, target, .carry, direction, highestDigits: highestDigits)
    #expect(odometer.columns(at: 0).map(\.text).joined() == source)
    #expect(odometer.columns(at: 0.5).strip == half)
    #expect(odometer.columns(at: 1).map(\.text).joined() == target)
  }

  @Test func `a wheel comes to rest on no digit above its highest`() {
    let refusal = #expect(throws: NotAnimatable.self) { try odometer("0", "165", highestDigits: [1: 5]) }
    #expect(refusal?.reason == "a wheel that ends with 5 has no 6")
  }

  @Test func `as many digits as a number may have are exact`() throws {
    let digits = "9007199254740993" + String(repeating: "9", count: 21)
    let odometer = try odometer(digits + "1", digits + "9")
    #expect(odometer.columns(at: 0.0625).strip == (digits.map { String($0) } + ["1.5"]).joined(separator: " "))
    let nines = String(repeating: "9", count: 36)
    let carry = try self.odometer(nines + "8", "1" + String(repeating: "0", count: 37))
    let strip = "0.5×0.5 " + Array(repeating: "9.5", count: 37).joined(separator: " ")
    #expect(carry.columns(at: 0.75).strip == strip)
  }

  @Test func `an overshoot rolls on`() throws {
    #expect(try odometer("90", "100").columns(at: 1.25).strip == "1 0 2.5")
    #expect(try odometer("10", "90").columns(at: 1.125).strip == "1 0 0")
    #expect(try odometer("4", "0").columns(at: 1.125).strip == "-×0.5 0.5")
    #expect(try odometer("2", "6", .digit).columns(at: -0.625).strip == "9.5")
    #expect(try odometer("9", "1", .carry, .up).columns(at: 1.25).strip == "1.5")
  }

  @Test func `digits of every script follow each other`() throws {
    let columns = try odometer("٩ تفاح", "١٠ تفاح").columns(at: 0.25)
    #expect(columns.map(\.text) == ["٠", "٩", " تفاح"])
    #expect(columns.map(\.next) == ["١", "٠", nil])
    #expect(columns.map(\.offset) == [0.25, 0.25, nil])
  }

  @Test func `the texts are those of numbers`() throws {
    for rounding in Rounding.allCases {
      let odometer = try OdometerInterpolator(rounding: rounding).prepare(from: "from -3 to 1,000", to: "from 5 to 900")
      let numbers = try NumbersInterpolator(rounding: rounding).prepare(from: "from -3 to 1,000", to: "from 5 to 900")
      #expect(odometer.film(frames: 61) == numbers.film(frames: 61))
    }
  }

  @Test func `what differs besides the numbers is refused`() {
    #expect(throws: NotAnimatable.self) { try OdometerInterpolator().prepare(from: "1 a", to: "2 b") }
    #expect(throws: NotAnimatable.self) { try OdometerInterpolator().prepare(from: "a", to: "b") }
  }
}
