import LocalizedNumbers
import Testing

/// A number that Node wrote, and how it was asked to.
struct NodeNumber: Decodable {
  var locale: String
  var style: String
  var currency: String?
  var notation: String?
  var minimumFractionDigits: Int?
  var minimumIntegerDigits: Int?
  var useGrouping: Grouping?
  var signDisplay: String?
  var currencySign: String?
  var value: String
  var text: String

  /// `false`, or `"always"`.
  struct Grouping: Decodable {
    let choice: LocalizedStyle.Grouping

    init(from decoder: any Decoder) throws {
      choice = (try? decoder.singleValueContainer().decode(String.self)) == "always" ? .always : .never
    }
  }

  /// The same style here.
  func localized() throws -> LocalizedStyle {
    let kind: LocalizedStyle.Kind =
      style == "percent" ? .percent : style == "currency" ? .currency(currency ?? "") : .decimal
    return LocalizedStyle(
      locale: try #require(NumberLocale(locale)), kind: kind,
      fractionDigits: minimumFractionDigits.map { .exactly($0) },
      minimumIntegerDigits: minimumIntegerDigits ?? 1, grouping: useGrouping?.choice ?? .auto,
      sign: currencySign == nil ? .init(rawValue: signDisplay ?? "auto") ?? .auto : .accounting,
      notation: notation == nil ? .standard : .compact)
  }
}
