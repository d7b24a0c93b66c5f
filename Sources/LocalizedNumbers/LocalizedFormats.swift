internal import Synchronization
package import TextAnimation

/// A cache of the templates and symbols of locales, which are slow to read from ICU.
///
/// Reading takes about 1 ms, also in compact notation and for the words of units; 4 ms where a language has plurals there
/// (Macedonian). The very first touches ICU's data, which takes 30 ms.
package final class LocalizedFormats: Sendable {
  private let known: Mutex<Known>

  private struct Known {
    var templates: RecentValues<LocalizedStyle, NumberTemplate>
    var symbols: RecentValues<NumberLocale, NumberSymbols>
  }

  package init(capacity: Int = 256) {
    known = Mutex(Known(templates: RecentValues(capacity: capacity), symbols: RecentValues(capacity: capacity)))
  }

  /// Touches ICU's data, so that no request waits for them.
  package func load() {
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
