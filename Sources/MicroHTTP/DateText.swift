import System

/// What a `Date` field says, written once a second.
struct DateText {
  private var second = Int.min
  private var text = ""

  /// IMF-fixdate of RFC 9110 section 5.6.7.
  mutating func text(at date: Timestamp) -> String {
    if date.seconds != second { (second, text) = (date.seconds, date.httpDate) }
    return text
  }
}
