/// Kinds of characters that separate digits, whatever a script writes for them.
///
/// All of it is inlined, since texts are read by it character by character.
public struct Separators: OptionSet, Sendable {
  /// A bit for each kind.
  public let rawValue: UInt8

  /// Takes a bit for each kind.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether both are the same kinds.
  @inlinable
  public static func == (left: Separators, right: Separators) -> Bool { left.rawValue == right.rawValue }

  /// A point.
  @inlinable public static var point: Separators { Separators(rawValue: 1) }
  /// A comma.
  @inlinable public static var comma: Separators { Separators(rawValue: 2) }
  /// An apostrophe.
  @inlinable public static var apostrophe: Separators { Separators(rawValue: 4) }
  /// A blank of any width.
  @inlinable public static var space: Separators { Separators(rawValue: 8) }
  /// U+066B, which is decimal in all conventions.
  @inlinable public static var arabicPoint: Separators { Separators(rawValue: 16) }
  /// U+066C, which groups in all conventions.
  @inlinable public static var arabicComma: Separators { Separators(rawValue: 32) }

  /// The kind of a character: those of East Asia are as wide as a digit, and `،` is a comma.
  @inlinable
  public static func of(_ scalar: Unicode.Scalar) -> Separators {
    switch scalar {
    case ".", "\u{FF0E}": .point
    case ",", "\u{FF0C}", "\u{60C}", "\u{2E41}": .comma
    case "'", "\u{2019}", "\u{FF07}": .apostrophe
    case " ", "\u{A0}", "\u{2009}", "\u{202F}": .space
    case "\u{66B}": .arabicPoint
    case "\u{66C}": .arabicComma
    default: []
    }
  }

  package init(_ characters: [Character]) {
    self = characters.reduce(into: []) { $0.formUnion($1.onlyScalar.map(Separators.of) ?? []) }
  }
}

/// Which separators stand before a fraction, and which between groups.
package struct Convention: Equatable, Sendable {
  package let decimal: Separators
  package let group: Separators

  init(decimal: Separators, group: Separators) {
    self.decimal = decimal.union(.arabicPoint)
    self.group = group.union(.arabicComma)
  }

  static let english = Convention(decimal: .point, group: .comma)

  /// All that people write, the more frequent first: `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`, `1 234.5`, `1'234,5`.
  private static let all = [
    english, Convention(decimal: .comma, group: .point), Convention(decimal: .comma, group: .space),
    Convention(decimal: .point, group: .apostrophe), Convention(decimal: .point, group: .space),
    Convention(decimal: .comma, group: .apostrophe),
  ]

  /// The order in which conventions are tried beside one: those with its decimal separator first, since `1.900` is no
  /// fraction where a comma begins one.
  static func following(_ first: Convention) -> [Convention] {
    if first == english { return all }
    let others = all.filter { $0 != first }
    let isAlike = others.map { !$0.decimal.isDisjoint(with: first.decimal.subtracting(.arabicPoint)) }
    return [first] + zip(others, isAlike).filter(\.1).map(\.0) + zip(others, isAlike).filter { !$0.1 }.map(\.0)
  }
}

/// Some of the conventions that are tried, a bit for each by its place.
package struct ConventionSet: OptionSet {
  package var rawValue: UInt8

  package init(_ conventions: [Convention], where part: KeyPath<Convention, Separators>, has separators: Separators) {
    rawValue = 0
    for (place, convention) in conventions.enumerated()
    where !convention[keyPath: part].isDisjoint(with: separators) {
      rawValue |= 1 << UInt8(truncatingIfNeeded: place)
    }
  }

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let all = ConventionSet(rawValue: .max)

  package var first: Int? { rawValue == 0 ? nil : rawValue.trailingZeroBitCount }
}

extension Character {
  package var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first] : nil
  }
}
