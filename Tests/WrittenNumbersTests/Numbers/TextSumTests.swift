import TextFilms
import Interpolation
import WrittenNumbers
import Testing

struct TextSumTests {
  @Test(arguments: [
    ("$1,234.50", "12.50", "$1,247.00"), ("$1,234.50 raised", "0.005", "$1,234.505 raised"),
    ("100 apples", "-100", "0 apples"),
    ("5 apples", "-7", "-2 apples"), ("$5", "-7", "-$2"), ("999", "1", "1000"), ("9,999", "1", "10,000"),
    ("9007199254740993", "0.01", "9007199254740993.01"), ("007", "1", "008"), ("+5", "1", "+6"), ("0.1", "0.2", "0.3"),
    ("1.234,50 €", "1", "1.235,50 €"), ("12 points", "1.0", "13.0 points"), ("-0.01", "0.01", "0.00"),
    ("10 MB", "5", "15 MB"), ("1 day left", "1", "2 days left"), ("0 minutes", "1", "1 minute"),
    ("2 hours", "-0.5", "1.5 hours"), ("5 min", "-4", "1 min"),
    ("100%", "1", "101%"), ("Total: 5", "12", "Total: 17"),
  ])
  func `a sum is written as the number was`(text: String, addend: String, sum: String) throws {
    let addend = try #require(Addend(addend))
    #expect(try TextSum(text, plus: addend).text == sum)
  }

  @Test(arguments: [
    ("$9,100 raised", "12.5", "$9,112.50 raised"), ("1.250 €", "0.5", "1.250,50 €"),
    ("USD 9,100", "-0.5", "USD 9,099.50"), ("$9.5", "0.5", "$10.00"),
    ("$9,100", "12", "$9,112"), ("$5", "0.125", "$5.125"), ("¥500", "0.5", "¥500.5"),
    ("500円", "0.5", "500.5円"), ("BHD 5", "0.5", "BHD 5.5"), ("₿2", "0.5", "₿2.5"), ("5 KM", "0.5", "5.5 KM"),
    ("5 L", "0.5", "5.5 L"), ("5%", "0.5", "5.5%"),
  ])
  func `beside money that has cents a fraction has two digits`(text: String, addend: String, sum: String) throws {
    let addend = try #require(Addend(addend))
    #expect(try TextSum(text, plus: addend).text == sum)
  }

  @Test(arguments: [
    ("5 apples", "-4", "1 apple"), ("5 apples left", "-6", "-1 apple left"), ("5 APPLES", "-4", "1 APPLE"),
    ("3 entries", "-2", "1 entry"), ("5 apples", "-3.5", "1.5 apples"), ("2 news", "-1", "1 news"),
    ("1 items", "0", "1 items"), ("1 apple", "1", "2 apple"), ("1 child", "1", "2 child"),
  ])
  func `a regular English plural takes its singular beside one, and no plural is guessed`(
    text: String, addend: String, sum: String
  ) throws {
    let addend = try #require(Addend(addend))
    #expect(try TextSum(text, plus: addend).text == sum)
  }

  @Test(arguments: ["apples", "", "1 of 2", "2024-01-31T12:30", "12:30 PM", "3/4"])
  func `a text without exactly one plain number has no sum`(text: String) throws {
    let addend = try #require(Addend("1"))
    #expect(throws: NotAnimatable.self) { try TextSum(text, plus: addend).text }
  }

  @Test(arguments: [
    ("4:58", "5:00", "9:58"), ("4:58", "300", "9:58"), ("1:00:00", "-0:00:01", "0:59:59"), ("0:10", "-1:00", "-0:50"),
    ("59:59", "1", "60:00"), ("5:00.5", "0.25", "5:00.75"), ("1h 59m", "60", "2h 0m"), ("1h 59m", "1:00:00", "2h 59m"),
    ("0d 00h 00m 05s", "100", "0d 00h 01m 45s"), ("2 days, 1 hour", "-3600", "2 days, 0 hours"),
    ("34 days", "1", "35 days"), ("90 s left", "1:00", "150 s left"),
  ])
  func `to a time are added seconds or a time, and to a number with a unit that many`(
    text: String, addend: String, sum: String
  ) throws {
    let addend = try #require(Addend(addend))
    #expect(try TextSum(text, plus: addend).text == sum)
  }

  @Test(arguments: [
    ("$5", "5:00"), ("12 m", "5:00"), ("1h 59m", "30"), ("12:30 PM", "5:00"), ("2024-01-31", "1:00:00"),
    ("2024-01-31", "0.5"), ("2024-01-31", "1000000"), ("31 mars 2026", "1"),
  ])
  func `no time is added to what is none, no part of a unit, and nothing to a date`(text: String, addend: String) throws
  {
    let addend = try #require(Addend(addend))
    #expect(throws: NotAnimatable.self) { try TextSum(text, plus: addend).text }
  }

  @Test(arguments: [
    ("2026-12-31", "0.5"), ("Dec 31, 2026", "0.5"), ("2026-12-31", "1:00"), ("2026-12-31", "1000000"),
  ])
  func `what can be added to a date is said where something else is`(text: String, addend: String) throws {
    let addend = try #require(Addend(addend))
    let refusal = #expect(throws: NotAnimatable.self) { try TextSum(text, plus: addend).text }
    #expect(refusal?.reason == "only whole days can be added to a date, and fewer than a million")
  }

  @Test func `what a date lacks is named where its next day is refused`() {
    let refusal = #expect(throws: NotAnimatable.self) { try TextSum("28 de febrero", plus: .number(Decimal(1))) }
    #expect(refusal?.reason.contains("tells no year") ?? false)
  }

  @Test(arguments: ["", "5", "a", "5:0", "1:00:00:00", ":30", "--5:00", "5:00 PM", "2024-01-31", "5:00:", "5.5:00"])
  func `only decimals and times can be added`(text: String) {
    #expect((Addend(text) != nil) == (text == "5"))
  }

  @Test func `a sum of too many digits is refused`() throws {
    let addend = try #require(Addend("1"))
    let small = try #require(Addend("0.000000000000000000001"))
    let nines = String(repeating: "9", count: 38)
    for text in [nines, "1" + nines] {
      #expect(throws: NotAnimatable.self) { try TextSum(text, plus: addend).text }
      #expect(throws: NotAnimatable.self) { try TextSum.number(text, plus: addend) }
    }
    #expect(throws: NotAnimatable.self) { try TextSum("$100,000,000,000,000,000", plus: small) }
    #expect(try TextSum("-$\(nines)", plus: addend).text == "-$\(nines.dropLast())8")
    #expect(try TextSum("$10,000,000,000,000,000", plus: small).text == "$10,000,000,000,000,000.000000000000000000001")
  }

  @Test(arguments: [("1234.5", "12.50", "1247.00"), ("", "1", "1"), ("1,234", "1", "1235"), ("-3", "3", "0")])
  func `a number by itself stays plain`(text: String, addend: String, sum: String) throws {
    let addend = try #require(Addend(addend))
    #expect(try TextSum.number(text, plus: addend) == sum)
  }

  @Test func `a thousand hundredths are ten`() throws {
    let addend = try #require(Addend("0.01"))
    var text = "$0"
    for _ in 0..<1000 { text = try TextSum(text, plus: addend).text }
    #expect(text == "$10.00")
  }
}
