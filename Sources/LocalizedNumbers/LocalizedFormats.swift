internal import Synchronization
public import TextAnimation

/// Formats and symbols of locales, each read from ICU once as long as they are in use.
///
/// Reading takes about 1 ms, also in compact notation; 4 ms where a language has plurals there (Macedonian). The very
/// first touches ICU's data, which takes 30 ms.
public final class LocalizedFormats: Sendable {
  private let capacity: Int
  private let known = Mutex(Known())

  private struct Known {
    var templates: [LocalizedStyle: NumberTemplate] = [:]
    var symbols: [NumberLocale: NumberSymbols] = [:]
  }

  /// Creates a cache.
  ///
  /// - Parameter capacity: So many formats and so many sets of symbols; when one more comes, all are forgotten.
  public init(capacity: Int = 256) {
    self.capacity = capacity
  }

  /// How numbers are written.
  ///
  /// - Throws: ``UnreadableNumbers`` if the numbering system has not ten digits in a row.
  public func template(_ style: LocalizedStyle) throws(UnreadableNumbers) -> NumberTemplate {
    if let template = known.withLock({ $0.templates[style] }) { return template }
    let template = try NumberTemplate.reading(style)
    known.withLock {
      if $0.templates.count >= capacity { $0.templates = [:] }
      $0.templates[style] = template
    }
    return template
  }

  /// What numbers in texts are read with.
  ///
  /// - Throws: ``UnreadableNumbers`` if the numbering system has not ten digits in a row.
  public func symbols(_ locale: NumberLocale) throws(UnreadableNumbers) -> NumberSymbols {
    if let symbols = known.withLock({ $0.symbols[locale] }) { return symbols }
    let symbols = try NumberSymbols(reading: locale)
    known.withLock {
      if $0.symbols.count >= capacity { $0.symbols = [:] }
      $0.symbols[locale] = symbols
    }
    return symbols
  }
}

/// Why ICU's numbers cannot be written here: their numbering system does not consist of ten digits in a row.
public struct UnreadableNumbers: Error, Equatable, Sendable {}
