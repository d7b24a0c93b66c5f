package import WrittenNumbers
internal import Synchronization

package struct LocalizedStyle: Hashable, Sendable {
  package var locale: NumberLocale
  package var kind: Kind
  /// Digits after the separator; `nil` is the style's own count.
  package var fractionDigits: DigitBounds?
  /// Significant digits, which win over those after the separator.
  package var significantDigits: DigitBounds?
  /// Zeros are written in front until there are this many digits.
  package var minimumIntegerDigits: Int
  package var grouping: Grouping
  package var sign: Sign
  package var notation: Notation

  package init(
    locale: NumberLocale, kind: Kind = .decimal, fractionDigits: DigitBounds? = nil,
    significantDigits: DigitBounds? = nil,
    minimumIntegerDigits: Int = 1, grouping: Grouping = .auto, sign: Sign = .auto, notation: Notation = .standard
  ) {
    self.locale = locale
    self.kind = kind
    self.fractionDigits = fractionDigits
    self.significantDigits = significantDigits
    self.minimumIntegerDigits = minimumIntegerDigits
    self.grouping = grouping
    self.sign = sign
    self.notation = notation
  }

  package enum Kind: Hashable, Sendable {
    /// Itself, with up to three fraction digits.
    case decimal
    /// Ones, shown as hundredths: 0.25 is 25%.
    case percent
    /// Money, by its ISO 4217 code, with the fraction digits of that currency.
    case currency(String)
    case unit(SanctionedUnit, UnitDisplay)

    /// The power of ten that a value is multiplied with where it is shown.
    var decimalShift: Int { self == .percent ? 2 : 0 }
  }

  package enum UnitDisplay: String, CaseIterable, Sendable {
    /// 5 kB.
    case short
    /// 5 kilobytes.
    case long
    /// 5kB.
    case narrow
  }

  package enum Grouping: String, CaseIterable, Sendable {
    /// As the locale does, which may leave 1234 together.
    case auto
    /// From the first group on.
    case always
    case never
  }

  package enum Sign: String, CaseIterable, Sendable {
    /// Those below zero.
    case auto
    /// All, zero with a plus.
    case always
    case never
    /// All but zero.
    case exceptZero
    /// Those below zero, in parentheses where the locale's accountants write them so; for money only.
    case accounting
  }

  package enum Notation: String, CaseIterable, Sendable {
    /// By its digits.
    case standard
    /// By a letter or a short word: 1.2M.
    case compact
  }
}

/// How many digits are shown, as far as a request says it.
package struct DigitBounds: Hashable, Sendable {
  package var minimum: Int?
  package var maximum: Int?

  package init(minimum: Int?, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  package static func exactly(_ count: Int) -> DigitBounds { DigitBounds(minimum: count, maximum: count) }

  /// Both bounds, where the style's own give way to one that is said (ECMA-402, SetNumberFormatDigitOptions).
  func range(beside own: ClosedRange<Int>) -> ClosedRange<Int> {
    let low = minimum ?? min(own.lowerBound, maximum ?? own.lowerBound)
    return low...max(maximum ?? own.upperBound, low)
  }
}

/// A unit that ECMA-402 sanctions, or one of them per another: `kilobyte`, `kilometer-per-hour`.
package struct SanctionedUnit: Hashable, Sendable {
  let identifier: String

  /// - Returns: `nil` for a name that is none of the sanctioned ones.
  package init?(_ name: String) {
    let parts = name.split(separator: "-per-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ Self.names.contains(String($0)) }) else { return nil }
    identifier = name
  }

  /// All names that have no other in them (ECMA-402, table 2).
  package static let names = [
    "acre", "bit", "byte", "celsius", "centimeter", "day", "degree", "fahrenheit", "fluid-ounce", "foot", "gallon",
    "gigabit", "gigabyte", "gram", "hectare", "hour", "inch", "kilobit", "kilobyte", "kilogram", "kilometer", "liter",
    "megabit", "megabyte", "meter", "microsecond", "mile", "mile-scandinavian", "milliliter", "millimeter",
    "millisecond", "minute", "month", "nanosecond", "ounce", "percent", "petabyte", "pound", "second", "stone",
    "terabit", "terabyte", "week", "yard", "year",
  ]
}

/// A cache of the templates and symbols of locales, which are slow to read from ICU.
///
/// Reading takes about 1 ms, also in compact notation and for the words of units; 4 ms where a language has plurals there
/// (Macedonian). The very first touches ICU's data, which takes 30 ms.
package final class LocalizedFormats: Sendable {
  private let known:
    Mutex<(templates: RecentValues<LocalizedStyle, NumberTemplate>, symbols: RecentValues<NumberLocale, NumberSymbols>)>

  package init(capacity: Int = 256) {
    known = Mutex((RecentValues(capacity: capacity), RecentValues(capacity: capacity)))
  }

  /// Touches ICU's data and the words of all languages, so that no request waits for them.
  package func load() {
    WordSets.load()
    _ = try? template(LocalizedStyle(locale: .english, notation: .compact))
    _ = try? symbols(.english)
  }

  package func template(_ style: LocalizedStyle) throws(UnreadableNumbers) -> NumberTemplate {
    if let template = known.withLock({ $0.templates.use(style) }) { return template }
    let template = try NumberTemplate.reading(style)
    known.withLock { $0.templates.insert(template, for: style) }
    return template
  }

  package func symbols(_ locale: NumberLocale) throws(UnreadableNumbers) -> NumberSymbols {
    if let symbols = known.withLock({ $0.symbols.use(locale) }) { return symbols }
    let symbols = try NumberSymbols(reading: locale)
    known.withLock { $0.symbols.insert(symbols, for: locale) }
    return symbols
  }
}

/// Values in two generations: once the young one is half of what is kept, it becomes the old one, and what was old and
/// has not been used since is dropped.
struct RecentValues<Key: Hashable, Value> {
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func use(_ key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    insert(value, for: key)
    return value
  }

  mutating func insert(_ value: Value, for key: Key) {
    if young.count >= max(capacity / 2, 1) { (old, young) = (young, [:]) }
    young[key] = value
  }
}

/// The error for a numbering system that does not consist of ten consecutive digits.
package struct UnreadableNumbers: Error, Equatable, Sendable {}
