internal import Synchronization
public import TextAnimation

/// A cache of the templates and symbols of locales, which are slow to read from ICU.
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
  /// - Parameter capacity: The most templates, and the most sets of symbols; the cache is emptied when one more comes.
  public init(capacity: Int = 256) {
    self.capacity = capacity
  }

  /// How numbers are written.
  ///
  /// - Throws: ``UnreadableNumbers`` if the numbering system does not consist of ten consecutive digits.
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
  /// - Throws: ``UnreadableNumbers`` if the numbering system does not consist of ten consecutive digits.
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

/// The error for a numbering system that does not consist of ten consecutive digits.
public struct UnreadableNumbers: Error, Equatable, Sendable {}
