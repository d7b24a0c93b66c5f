import Testing
import WrittenNumbers

struct CivilDateTests {
  @Test func `each day follows the one before over 400 years`() {
    let wrong = (Int64(-80_000)...66_097).filter { days in
      let (before, date) = (CivilDate(days: days - 1), CivilDate(days: days))
      let isNext =
        date.year == before.year && date.month == before.month && date.day == before.day + 1
        || date.year == before.year && date.month == before.month + 1 && date.day == 1
        || date.year == before.year + 1 && date.month == 1 && date.day == 1
      return date.days != days || !isNext
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [
    (1970, 1, 1, 0), (2000, 2, 29, 11_016), (1969, 12, 31, -1), (0, 1, 1, -719_528), (9999, 12, 31, 2_932_896),
    (1900, 3, 1, -25_508), (2024, 2, 29, 19_782),
  ])
  func `days are counted from 1970`(year: Int, month: Int, day: Int, days: Int64) {
    #expect(CivilDate(year: year, month: month, day: day)?.days == days)
    #expect(CivilDate(days: days) == CivilDate(year: year, month: month, day: day))
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (2024, 1, 32),
  ])
  func `a day that does not exist is none`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
