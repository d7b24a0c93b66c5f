import TextFilms
import Interpolation
import Testing
import WrittenNumbers
import TextBytes

@Suite struct `Numbers in two texts` {
  /// Source, target, and the texts at 0, ¼, ½, ¾ and 1, separated by bars.
  private static let films: [(String, String, String)] = [
    // Grouping: never regrouped between frames (peers.md §4 rows 1, 14).
    ("$1,234.50", "$9,876.25", "$1,234.50|$3,394.94|$5,555.38|$7,715.81|$9,876.25"),
    ("999", "1,003", "999|1,000|1,001|1,002|1,003"),
    ("1,500 x", "2,500 x", "1,500 x|1,750 x|2,000 x|2,250 x|2,500 x"),
    ("99,999", "1,00,001", "99,999|1,00,000|1,00,000|1,00,001|1,00,001"),
    ("9,99,99,998", "10,00,00,002", "9,99,99,998|9,99,99,999|10,00,00,000|10,00,00,001|10,00,00,002"),
    // Leading zeros (row 2).
    ("007", "010", "007|008|009|009|010"),
    ("0", "00356", "00000|00089|00178|00267|00356"),
    // Trailing zeros (row 3) and the last cent (row 4).
    ("$50.00", "$60", "$50.00|$52.50|$55.00|$57.50|$60.00"),
    ("0", "16.4", "0.0|4.1|8.2|12.3|16.4"),
    ("0", "37.66", "0.00|9.42|18.83|28.25|37.66"),
    ("0", "60,056", "0|15,014|30,028|45,042|60,056"),
    // Big numbers (row 5).
    (
      "8889815748235620000", "8889815748235620008",
      "8889815748235620000|8889815748235620002|8889815748235620004|8889815748235620006|8889815748235620008"
    ),
    // Zero and the minus (rows 11, 12).
    ("-1", "1", "-1|-1|0|1|1"),
    ("1", "-1", "1|1|0|-1|-1"),
    ("-111", "-999", "-111|-333|-555|-777|-999"),
    ("-0.4", "0.4", "-0.4|-0.2|0.0|0.2|0.4"),
    ("\u{2212}2", "2", "\u{2212}2|\u{2212}1|0|1|2"),
    ("-5", "\u{2212}9", "\u{2212}5|\u{2212}6|\u{2212}7|\u{2212}8|\u{2212}9"),
    ("-$2", "$2", "-$2|-$1|$0|$1|$2"),
    ("$-2", "$2", "$-2|$-1|$0|$1|$2"),
    ("+2", "-2", "+2|+1|0|-1|-2"),
    ("+0", "+4", "+0|+1|+2|+3|+4"),
    ("5", "(7)", "5|2|(1)|(4)|(7)"),
    ("($2.00)", "$2", "($2.00)|($1.00)|$0.00|$1.00|$2.00"),
    ("(1,234.50)", "(1,236.50)", "(1,234.50)|(1,235.00)|(1,235.50)|(1,236.00)|(1,236.50)"),
    ("f(1)", "f(5)", "f(1)|f(2)|f(3)|f(4)|f(5)"),
    // Other digits (row 16).
    ("١٢٣ تفاحة", "١٢٧ تفاحة", "١٢٣ تفاحة|١٢٤ تفاحة|١٢٥ تفاحة|١٢٦ تفاحة|١٢٧ تفاحة"),
    ("९,९९८", "१०,००२", "९,९९८|९,९९९|१०,०००|१०,००१|१०,००२"),
    ("１０点", "１４点", "１０点|１１点|１２点|１３点|１４点"),
    ("٣٫٥", "٤٫٥", "٣٫٥|٣٫٨|٤٫٠|٤٫٣|٤٫٥"),
    // Two ways of writing the same: the target's.
    ("1.5", "1\u{66B}9", "1\u{66B}5|1\u{66B}6|1\u{66B}7|1\u{66B}8|1\u{66B}9"),
    (
      "1,000.5", "1,000\u{66B}9",
      "1,000\u{66B}5|1,000\u{66B}6|1,000\u{66B}7|1,000\u{66B}8|1,000\u{66B}9"
    ),
    (
      "1.5 of 1.5", "1\u{66B}9 of 1.9",
      "1\u{66B}5 of 1.5|1\u{66B}6 of 1.6|1\u{66B}7 of 1.7|1\u{66B}8 of 1.8|1\u{66B}9 of 1.9"
    ),
    // Times (row 17).
    ("1:59:58", "2:00:02", "1:59:58|1:59:59|2:00:00|2:00:01|2:00:02"),
    ("59:58", "1:00:02", "59:58|59:59|1:00:00|1:00:01|1:00:02"),
    ("0:10", "0:06", "0:10|0:09|0:08|0:07|0:06"),
    ("09:58", "10:02", "09:58|09:59|10:00|10:01|10:02"),
    ("59:58", "60:02", "59:58|59:59|60:00|60:01|60:02"),
    ("-0:02", "0:02", "-0:02|-0:01|0:00|0:01|0:02"),
    ("0:59.9", "1:00.3", "0:59.9|1:00.0|1:00.1|1:00.2|1:00.3"),
    ("01:00:02", "59:58", "01:00:02|01:00:01|01:00:00|59:59|59:58"),
    (
      "at 12:30, 4 left", "at 12:30, 8 left",
      "at 12:30, 4 left|at 12:30, 5 left|at 12:30, 6 left|at 12:30, 7 left|at 12:30, 8 left"
    ),
    ("16:10", "16:98", "16:10|16:32|16:54|16:76|16:98"),
    // What stands between numbers (row 24).
    ("2020-05", "2024-05", "2020-05|2021-05|2022-05|2023-05|2024-05"),
    (
      "agent 007: 1 of 8", "agent 007: 5 of 8",
      "agent 007: 1 of 8|agent 007: 2 of 8|agent 007: 3 of 8|agent 007: 4 of 8|agent 007: 5 of 8"
    ),
    ("10.0.0.1", "10.0.4.1", "10.0.0.1|10.0.1.1|10.0.2.1|10.0.3.1|10.0.4.1"),
    (".5", ".9", ".5|.6|.7|.8|.9"),
    ("👩‍👩‍👧 1é", "👩‍👩‍👧 5é", "👩‍👩‍👧 1é|👩‍👩‍👧 2é|👩‍👩‍👧 3é|👩‍👩‍👧 4é|👩‍👩‍👧 5é"),
    ("same 1.50", "same 1.50", "same 1.50|same 1.50|same 1.50|same 1.50|same 1.50"),
    ("1.0", "1.00", "1.00|1.00|1.00|1.00|1.00"),
  ]

  @Test(arguments: films)
  func `what either text shows is kept in every frame`(source: String, target: String, film: String) throws {
    #expect(try NumbersInterpolator().film(source, target) == film.replacing("|", with: "\n"))
  }

  @Test(arguments: [
    ("a 1", "b 1", "the texts differ at character 1: “a” and “b”"),
    ("10 apples", "12 apes", "the texts differ at character 6: “p” and “e”"),
    ("9 apples", "10 oranges", "the texts differ at character 3 of the source and 4 of the target: “a” and “o”"),
    ("5 kg", "6 k", "the texts differ at character 4: “g” and the end"),
    ("👩‍👩‍👧1x", "👩‍👩‍👧2y", "the texts differ at character 3: “x” and “y”"),
    ("1 é", "2 e", "the texts differ at character 3: “é” and “e”"),
    ("-$5", "$-6", "the texts differ at character 1: “-” and “$”"),
    ("-5", "(7)", "the texts differ at character 1: “-” and “(”"),
    ("one", "2", "no number was found in the source"), ("1", "", "no number was found in the target"),
    ("1 2", "1 2 3", "the source has 2 numbers and the target 3"),
    ("1,5", "1,5,0", "the source has 1 number and the target 3"),
    ("5", String(repeating: "9", count: 39), "a number has more than 38 digits"),
  ])
  func `a refusal says why`(source: String, target: String, reason: String) {
    #expect(NumbersInterpolator().refusal(source, target) == reason)
  }

  @Test(arguments: [
    ("100 apples", "400 apples", 1.0 / 600), ("0.00", "1.00", 0.005), ("-1", "1", 0.25), ("1 of 10", "3 of 50", 0.0125),
    ("7", "7", .infinity), ("1.5", "1.50", .infinity), ("0:00", "0:50", 0.01),
  ])
  func `the threshold is half of the last digit`(source: String, target: String, threshold: Double) throws {
    #expect(
      abs(try NumbersInterpolator().prepare(from: source, to: target).threshold / threshold - 1) < 1e-12
        || threshold == .infinity)
  }

  @Test func `the threshold of the longest number is above zero`() throws {
    let digits = String(repeating: "9", count: 38)
    let threshold = try NumbersInterpolator().prepare(from: "-\(digits)", to: digits).threshold
    #expect(threshold > 0 && threshold < 1e-37)
    #expect(try NumbersInterpolator().prepare(from: "7", to: "7").threshold == .infinity)
  }

  @Test(arguments: [
    ("$1,234.50", "$2,234.50", "1734.5", "1734.50"), ("7 of -3", "7 of -6", "-4.5", "-5"), ("٢", "٤", "3", "3"),
    ("1:00", "2:00", "90", "90"), ("(5)", "7", "1", "1"), ("same 1.50", "same 1.50", "1.5", "1.50"),
    ("-1", "1", "0", "0"), ("0", "0.1", "0.05", "0.1"), ("1", "1\(String(repeating: "0", count: 36))5", nil, nil),
  ])
  func `the value is told in plain digits, as it is and as it is shown`(
    source: String, target: String, value: String?, shown: String?
  ) throws {
    let interpolation = try NumbersInterpolator().prepare(from: source, to: target)
    #expect(interpolation.number(at: 0.5) == value ?? "5\(String(repeating: "0", count: 35))3")
    #expect(interpolation.number(isRounded: true, at: 0.5) == shown ?? "5\(String(repeating: "0", count: 35))3")
  }

  @Test func `times leave the sixteen digits at their end`() throws {
    #expect(try NumbersInterpolator().text("0:00", "0:10", at: 1e300) == "166666666666666:39")
    #expect(try NumbersInterpolator().text("0:00", "0:10", at: -1e300) == "-166666666666666:39")
  }
}

@Suite struct `A number at the start` {
  @Test func `100 apples become 400`() throws {
    #expect(
      try NumbersInterpolator(.number).film("100 apples", "400 apples", frames: 7) == """
        100 apples
        150 apples
        200 apples
        250 apples
        300 apples
        350 apples
        400 apples
        """)
  }

  @Test(arguments: [
    ("apples 1", "apples 2", "the source does not start with a number"),
    (" 1", " 2", "the source does not start with a number"), ("1", "$2", "the target does not start with a number"),
    ("1 apple", "2 pears", "the texts differ at character 3: “a” and “p”"),
    ("1 of 2", "2 of 3", "the texts differ at character 6: “2” and “3”"),
    ("", "", "the source does not start with a number"),
  ])
  func `a refusal says why`(source: String, target: String, reason: String) {
    #expect(NumbersInterpolator(.number).refusal(source, target) == reason)
  }

  @Test(arguments: [
    ("-5 °C", "5 °C", "-5 °C|-3 °C|0 °C|3 °C|5 °C"),
    ("5 of 010", "9 of 010", "5 of 010|6 of 010|7 of 010|8 of 010|9 of 010"),
    ("1:58 left", "2:02 left", "1:58 left|1:59 left|2:00 left|2:01 left|2:02 left"),
    ("4.5 km", "6.5 km", "4.5 km|5.0 km|5.5 km|6.0 km|6.5 km"),
    ("1-5", "5-5", "1-5|2-5|3-5|4-5|5-5"),
  ])
  func `the rest stays`(source: String, target: String, film: String) throws {
    #expect(try NumbersInterpolator(.number).film(source, target) == film.replacing("|", with: "\n"))
  }
}
