/// How the columns of an odometer turn together.
public enum ColumnMode: String, CaseIterable, Sendable {
  /// As a mechanical counter does it: a column moves only while all to its right pass from 9 to 0.
  case carry
  /// Each column rolls through the number that it and the columns to its left make: all move all the time.
  case continuous
  /// Each column rolls by itself from its old digit to its new one.
  case digit
}
