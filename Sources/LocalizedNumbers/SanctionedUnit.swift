/// A unit that ECMA-402 sanctions, or one of them per another: `kilobyte`, `kilometer-per-hour`.
public struct SanctionedUnit: Hashable, Sendable {
  /// Its name in CLDR.
  let identifier: String

  /// - Returns: `nil` for a name that is none of the sanctioned ones.
  public init?(_ name: String) {
    let parts = name.split(separator: "-per-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ Self.names.contains(String($0)) }) else { return nil }
    identifier = name
  }

  /// All names that have no other in them (ECMA-402, table 2).
  public static let names = [
    "acre", "bit", "byte", "celsius", "centimeter", "day", "degree", "fahrenheit", "fluid-ounce", "foot", "gallon",
    "gigabit", "gigabyte", "gram", "hectare", "hour", "inch", "kilobit", "kilobyte", "kilogram", "kilometer", "liter",
    "megabit", "megabyte", "meter", "microsecond", "mile", "mile-scandinavian", "milliliter", "millimeter",
    "millisecond", "minute", "month", "nanosecond", "ounce", "percent", "petabyte", "pound", "second", "stone",
    "terabit", "terabyte", "week", "yard", "year",
  ]
}
