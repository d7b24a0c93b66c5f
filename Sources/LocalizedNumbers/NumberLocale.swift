internal import FoundationEssentials
internal import FoundationInternationalization
internal import Synchronization

/// A locale whose way of writing numbers is known: `en`, `de-CH`, `hi-IN-u-nu-deva`.
package struct NumberLocale: Hashable, Sendable {
  /// The ISO 4217 code of the money that is used there; `nil` where no region is named.
  package let currency: String?
  let numberingSystem: String?
  private let identifier: String

  package static let english = NumberLocale(currency: nil, numberingSystem: nil, identifier: "en")

  /// Finds the data for a BCP 47 tag; upper and lower case count as equal, and `_` stands for `-` as in `de_CH`.
  ///
  /// The language must be one that CLDR has numbers for, and the region must exist; old names and those of three letters
  /// will do: `iw` is `he`, `deu` is `de`. A language in a region that CLDR says nothing about is written as the language
  /// is: `de-JP` as `de`.
  /// - Returns: `nil` if the tag is malformed or unknown.
  package init?(_ tag: String) {
    let recent = Self.recent.withLock { $0.use(tag) }
    guard let locale = recent ?? NumberLocale(reading: tag) else { return nil }
    if recent == nil { Self.recent.withLock { $0.insert(locale, for: tag) } }
    self = locale
  }

  /// By their tags: reading one takes 33,000 instructions.
  private static let recent = Mutex(RecentValues<String, NumberLocale>(capacity: 256))

  private init?(reading tag: String) {
    guard let asked = LanguageTag(tag), let (tag, identifier) = Self.known(asked) ?? Self.known(Self.renamed(asked))
    else { return nil }
    self.init(
      currency: tag.region.flatMap { Locale(identifier: "und_\($0)").currency?.identifier },
      numberingSystem: asked.numberingSystem, identifier: identifier)
  }

  private init(currency: String?, numberingSystem: String?, identifier: String) {
    (self.currency, self.numberingSystem, self.identifier) = (currency, numberingSystem, identifier)
  }

  var language: String { String(identifier.prefix { $0 != "_" }) }

  var locale: Locale {
    let system = numberingSystem ?? Self.numberingSystems[language]
    return Locale(identifier: system.map { "\(identifier)@numbers=\($0)" } ?? identifier)
  }

  package static func knowsCurrency(_ code: String) -> Bool {
    currencies.contains(code)
  }

  // The ICU of Swift's toolchain has Apple's data, which differ from CLDR's for some regions, as in the groups of de-AT. Of
  // two languages they would even have other digits.
  private static let numberingSystems = ["bn": "beng", "mr": "deva"]

  private static let identifiers = Set(Locale.availableIdentifiers)
  private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))
  private static let currencies = Set(Locale.Currency.isoCurrencies.map { $0.identifier.uppercased() })

  /// The nearest locale with data of its own, found here because ICU would take the separators of the region from
  /// another language: those of `fr` for `de-FR`.
  private static func known(_ tag: LanguageTag?) -> (LanguageTag, String)? {
    guard let tag, tag.region.map(regions.contains) ?? true else { return nil }
    let likely = Locale(identifier: [tag.language, tag.region].compactMap(\.self).joined(separator: "_"))
    let script = tag.script ?? likely.language.script?.identifier
    let candidates = [
      [tag.language, script, tag.region], [tag.language, tag.script == nil ? nil : script, tag.region],
      [tag.language, script], [tag.language],
    ]
    let identifier = candidates.lazy.map { $0.compactMap(\.self).joined(separator: "_") }.first(
      where: identifiers.contains)
    return identifier.map { (tag, $0) }
  }

  /// The tag with current names: `he` for Android's `iw`.
  private static func renamed(_ tag: LanguageTag) -> LanguageTag? {
    let parts = [tag.language, tag.script, tag.region].compactMap(\.self)
    return LanguageTag(Locale.identifier(.icu, from: parts.joined(separator: "_")))
  }
}

/// The parts of a BCP 47 tag that numbers depend on (RFC 5646 section 2.1, and `nu` of the extension `u`, UTS 35).
struct LanguageTag {
  let language: String
  private(set) var script: String?
  private(set) var region: String?
  private(set) var numberingSystem: String?

  private static let maximumLength = 100

  /// Reads a tag; variants and private parts say nothing about numbers.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isNumber } }),
      let language = subtags.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter)
    else { return nil }
    self.language = String(language)
    let singleton = subtags.firstIndex { $0.count == 1 } ?? subtags.endIndex
    guard readPlace(subtags[1..<singleton]) else { return nil }
    guard singleton == subtags.endIndex || singleton < subtags.endIndex - 1 else { return nil }
    readExtension(subtags[singleton...])
  }

  private mutating func readPlace(_ subtags: ArraySlice<Substring>) -> Bool {
    var rest = subtags
    if let first = rest.first, first.count == 4, first.allSatisfy(\.isLetter) {
      script = first.prefix(1).uppercased() + first.dropFirst()
      rest.removeFirst()
    }
    if let first = rest.first, first.count == (first.allSatisfy(\.isLetter) ? 2 : 3),
      first.allSatisfy(\.isLetter) || first.allSatisfy(\.isNumber)
    {
      region = first.uppercased()
      rest.removeFirst()
    }
    return rest.allSatisfy { $0.count >= 5 || $0.count == 4 && $0.first?.isNumber == true }
  }

  /// Takes the type of the key `nu`, which ends at the next key of two characters.
  private mutating func readExtension(_ subtags: ArraySlice<Substring>) {
    let parts = subtags.prefix { $0 != "x" }
    guard let start = parts.firstIndex(of: "u") else { return }
    let keywords = parts[(start + 1)...].prefix { $0.count > 1 }
    guard let key = keywords.firstIndex(of: "nu") else { return }
    numberingSystem = keywords[(key + 1)...].prefix { $0.count > 2 }.joined(separator: "-")
  }
}
