import Testing

@testable import System

struct TimestampTests {
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),  // RFC 9110 section 5.6.7
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
  ])
  func `a moment has its date`(seconds: Int, text: String) {
    #expect(Timestamp(milliseconds: seconds * 1000 + 999).httpDate == text)
  }

  @Test func `each day follows the one before`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var before = Timestamp(milliseconds: 0).calendar
    var wrong: [Timestamp.Calendar] = []
    for day in 1..<200_000 {
      let date = Timestamp(milliseconds: day * 86_400_000).calendar
      let isLeap = before.year % 4 == 0 && before.year % 100 != 0 || before.year % 400 == 0
      let length = lengths[before.month - 1] + (isLeap && before.month == 2 ? 1 : 0)
      let expected = Timestamp.Calendar(
        year: before.year + (before.month == 12 && before.day == 31 ? 1 : 0),
        month: before.day == length ? before.month % 12 + 1 : before.month,
        day: before.day == length ? 1 : before.day + 1, hour: 0, minute: 0, second: 0, weekday: (before.weekday + 1) % 7
      )
      if date != expected { wrong.append(date) }
      before = date
    }
    #expect(wrong == [])
  }
}
