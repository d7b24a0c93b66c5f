package import Documents
import LabelStore
import Requests
import System
import TextBytes

/// What a live label is called: `[A-Za-z0-9][A-Za-z0-9._:-]{0,127}`, and no word that stands for a resource; or `_` with
/// the 32 digits of a visitor's label.
package struct LabelName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Words that stand where a name does: `/v1/labels/stream` is the stream of several labels.
  private static let reserved: Set<String> = ["stream"]

  private static let rule = """
    The name of a label begins with a letter or digit of ASCII and has up to 128 of letters, digits, `.`, `_`, `:` and \
    `-`
    """

  /// Takes a name as it is; 400 with the rule that it breaks.
  package init(_ text: String) throws(Problem) {
    if StoredLabel.isVisitors(text), Self.isDigits(text.utf8.dropFirst()) {
      description = text
      return
    }
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPossible),
      let first = text.utf8.first, Self.isAlphanumeric(first)
    else { throw Problem(type: .invalidLabelName, detail: "\(Self.rule); `\(text.excerpt)` is none.") }
    guard !Self.reserved.contains(text) else {
      throw Problem(
        type: .invalidLabelName, detail: "No label can be called `\(text)`, which is reserved for a resource.")
    }
    description = text
  }

  /// Takes the segment behind `labels` of a path that its route has matched; 400 with the rule that the name breaks.
  package init(inPath path: String) throws(Problem) {
    let segments = path.split(separator: "/")
    let place = segments.firstIndex(of: "labels").map { $0 + 1 } ?? segments.endIndex
    let segment = segments.indices.contains(place) ? segments[place] : ""
    try self.init(Self.decoded(segment))
  }

  /// The name of a visitor's label: 128 bits of what SHA-256 makes of the secret that alone changes it.
  ///
  /// Every node knows a secret by the name that it makes, so that none is kept; the name tells nothing of it.
  package init(ofSecret secret: String) {
    description = StoredLabel.visitorMark + SHA256(of: secret.utf8Span.span).hexadecimal.prefix(32)
  }

  /// Whether it is a visitor's, which has no other names.
  package var isVisitors: Bool { StoredLabel.isVisitors(description) }

  private static func isDigits(_ bytes: Substring.UTF8View) -> Bool {
    bytes.count == 32 && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isPossible(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "._:-".utf8.contains(byte)
  }

  /// RFC 3986 section 2.1; a `%` that encodes nothing stays, and breaks the rule.
  private static func decoded(_ segment: Substring) -> String {
    guard segment.utf8.contains(UInt8(ascii: "%")) else { return String(segment) }
    var bytes: [UInt8] = []
    var rest = segment.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
        let low = rest.dropFirst().first?.hexadecimalValue
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
