/// Which labels are listed, in order of the bytes of their names.
///
/// Private ones are looked at only where they are opened, so that neither what is found nor the time that it takes tells
/// anything of the others. Those of visitors are never listed.
public struct LabelQuery: Sendable, Equatable {
  /// What the names begin with.
  public let prefix: String
  /// The last name of the page before.
  public let after: String?
  /// The most labels.
  public let limit: Int
  /// Whether public labels are listed that are not opened.
  let includesPublic: Bool
  /// Which labels are listed, private or not; in order, and none means what another means.
  let opened: [NamePattern]

  /// Asks for a page of labels.
  ///
  /// - Parameters:
  ///   - prefix: What their names begin with.
  ///   - after: The last name of the page before.
  ///   - limit: The most labels.
  ///   - isPublicOpen: Whether public labels are listed, whatever else is opened.
  ///   - opened: Which labels are listed even where they are private.
  public init(
    prefix: String = "", after: String? = nil, limit: Int, isPublicOpen: Bool = true, opening opened: [NamePattern]
  ) {
    (self.prefix, self.after, self.limit) = (prefix, after, limit)
    var disjoint: [NamePattern] = []
    for pattern in opened.compactMap({ $0.narrowed(to: prefix) }).sorted(by: NamePattern.isBefore)
    where disjoint.last?.covers(pattern) != true && (pattern.isPrefix || !StoredLabel.isVisitors(pattern.text)) {
      disjoint.append(pattern)
    }
    self.opened = disjoint
    includesPublic = isPublicOpen && disjoint.first != NamePattern(prefix: prefix)
  }
}

extension LabelQuery {
  /// Whether it asks for a label, on whatever page.
  func includes(_ label: StoredLabel) -> Bool {
    label.name.utf8.starts(with: prefix.utf8) && !StoredLabel.isVisitors(label.name)
      && (after.map { $0.utf8.lexicographicallyPrecedes(label.name.utf8) } ?? true)
      && (includesPublic && !label.isPrivate || opened.contains { $0.matches(label.name) })
  }

  /// The page of what was found: each label that it asks for once, in order.
  public func page(of found: [StoredLabel]) -> [StoredLabel] {
    let sorted = found.filter(includes).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var page: [StoredLabel] = []
    for label in sorted where page.last?.name != label.name && page.count < limit { page.append(label) }
    return page
  }
}

/// The name of a label, or the beginning of names before a `*`.
public struct NamePattern: Equatable, Sendable {
  let text: String
  let isPrefix: Bool

  /// Reads a name or `prefix*`.
  public init(_ text: String) {
    isPrefix = text.hasSuffix("*")
    self.text = isPrefix ? String(text.dropLast()) : text
  }

  /// All names that begin alike.
  public init(prefix: String) {
    (text, isPrefix) = (prefix, true)
  }

  /// Every name.
  public static let all = NamePattern(prefix: "")

  /// Whether it means this name.
  public func matches(_ name: String) -> Bool {
    isPrefix ? name.utf8.starts(with: text.utf8) : text == name
  }

  /// What it means of the names with a prefix; `nil` for none.
  fileprivate func narrowed(to prefix: String) -> NamePattern? {
    if text.utf8.starts(with: prefix.utf8) { return self }
    return isPrefix && prefix.utf8.starts(with: text.utf8) ? NamePattern(prefix: prefix) : nil
  }

  /// Whether it means all that another means.
  fileprivate func covers(_ other: NamePattern) -> Bool {
    isPrefix ? other.text.utf8.starts(with: text.utf8) : self == other
  }

  /// By the bytes, a prefix before the name that is equal to it.
  fileprivate static func isBefore(_ one: NamePattern, _ other: NamePattern) -> Bool {
    one.text == other.text ? one.isPrefix && !other.isPrefix : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
