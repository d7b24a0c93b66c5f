/// A text cut at its grapheme cluster boundaries, to be looked through by position.
///
/// Plain ASCII is its own row of characters (but for CR LF, which is one), and is never taken apart: a `Character` is
/// sixteen bytes, and finding where it ends costs more than all that is done with it here.
struct Characters: Sendable {
  /// Each character's byte where it is one of ASCII, else ``notASCII``.
  let units: [UInt8]
  /// Each character, in a text that is not plain ASCII.
  private let clusters: [Character]

  /// Stands for a character beyond ASCII, or made of several.
  static let notASCII: UInt8 = 0xFF

  init(_ text: String) {
    if Self.isPlain(text.utf8Span.span) {
      self.init(units: Array(text.utf8), clusters: [])
    } else {
      self.init(Array(text))
    }
  }

  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
    return true
  }

  private init(_ clusters: [Character]) {
    let units = clusters.map { cluster in
      guard let scalar = cluster.onlyScalar, scalar.isASCII else { return Self.notASCII }
      return UInt8(scalar.value)
    }
    self.init(units: units, clusters: clusters)
  }

  private init(units: [UInt8], clusters: [Character]) {
    self.units = units
    self.clusters = clusters
  }

  var count: Int { units.count }

  /// Whether every character is one byte of ASCII.
  var isASCII: Bool { clusters.isEmpty }

  /// The character at a position that there is.
  subscript(position: Int) -> Character {
    isASCII ? Character(Unicode.Scalar(units[position])) : clusters[position]
  }

  /// The text of some characters.
  func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return isASCII ? String(decoding: units[range], as: UTF8.self) : String(clusters[range])
  }

  /// Whether two characters are the same byte for byte; `==` takes é and e + ◌́ for equal.
  func isEqual(at position: Int, to other: Characters, at otherPosition: Int) -> Bool {
    let (unit, otherUnit) = (units[position], other.units[otherPosition])
    guard unit == Self.notASCII, otherUnit == Self.notASCII else { return unit == otherUnit }
    return clusters[position].utf8.elementsEqual(other.clusters[otherPosition].utf8)
  }
}
