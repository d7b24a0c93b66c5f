/// A day of the proleptic Gregorian calendar, as ISO 8601 has it.
///
/// The two conversions are `days_from_civil` and `civil_from_days` of “chrono-Compatible Low-Level Date Algorithms”: years
/// begin in March, so that the leap day is their last, and 400 of them have 146,097 days.
package struct CivilDate: Equatable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// - Returns: `nil` where the month has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    (self.year, self.month, self.day) = (Int64(year), Int64(month), Int64(day))
    // A day that does not exist is counted as one of the next month.
    guard CivilDate(days: days) == self else { return nil }
  }

  package init(days: Int64) {
    let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Counted from 1970-01-01.
  package var days: Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 0000-01-01 and 9999-12-31, the first and the last day of four digits.
  package static let fourDigits: ClosedRange<Int64> = -719_528...2_932_896
}

extension Int64 {
  package func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
