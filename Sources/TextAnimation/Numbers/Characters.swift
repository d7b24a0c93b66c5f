internal import TextBytes

/// A text split into grapheme clusters, accessed by position.
///
/// In plain ASCII each byte is a character (except for CR LF), so it is not split: finding the boundaries costs more than
/// everything that is done with the characters here.
struct Characters: Sendable {
  /// The byte of each ASCII character, ``notASCII`` for any other scalar, ``several`` for more scalars than one.
  let units: [UInt8]
  /// Each character, in a text that is not plain ASCII.
  private let clusters: [Character]

  /// What splitting a text takes, in units of a meter.
  static func units(of text: String) -> Int {
    // Scanned once, the text itself knows.
    (text.utf8Span.isKnownASCII ? 10 : 150) * text.utf8.count
  }

  /// Stands for a character beyond ASCII.
  static let notASCII: UInt8 = 0xFF
  /// Stands for a character of several scalars, which is no sign, separator or money: comparing it with them is slow.
  static let several: UInt8 = 0xFE

  init(_ text: String) {
    let bytes = text.utf8Span.span
    if Self.isPlain(bytes) {
      var units: [UInt8] = []
      units.append(addingCapacity: bytes.count) { units in
        for index in bytes.indices { units.append(bytes[index]) }
      }
      (self.units, clusters) = (units, [])
    } else {
      clusters = Array(text)
      units = clusters.map { cluster in
        guard let scalar = cluster.onlyScalar else { return Self.several }
        return scalar.isASCII ? UInt8(scalar.value) : Self.notASCII
      }
    }
  }

  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
    return true
  }

  var count: Int { units.count }

  /// Whether every character is one byte of ASCII.
  private var isASCII: Bool { clusters.isEmpty }

  /// The character at a valid position.
  subscript(position: Int) -> Character {
    isASCII ? Character(Unicode.Scalar(units[position])) : clusters[position]
  }

  /// The text of some characters.
  func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return isASCII ? String(decoding: units[range], as: UTF8.self) : String(clusters[range])
  }

  /// The same, ready to be written often.
  func literal(_ range: Range<Int>) -> Literal {
    isASCII ? Literal(units.span.extracting(range)) : Literal(text(range))
  }

  /// Whether two characters are canonically equal, as é and e + ◌́ are.
  func isEqual(at position: Int, to other: Characters, at otherPosition: Int) -> Bool {
    let (unit, otherUnit) = (units[position], other.units[otherPosition])
    guard unit >= Self.several, otherUnit >= Self.several else { return unit == otherUnit }
    return clusters[position] == other.clusters[otherPosition]
  }
}

extension Character {
  /// The scalar of a character that consists of one.
  var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first] : nil
  }
}
