import Documents
import HTTPTypes
import MicroHTTP
import System
import TextBytes

/// The strong validator of an answer in one form (RFC 9110 section 8.8.3).
///
/// The same request gives the same bytes on every node of a version that has the same curves and interpolations, and, where
/// it is drawn, the same fonts. So hashing what was asked for says as much as hashing the answer, and a client that already
/// has it costs no computation. Where an answer depends on more, that is hashed with it: `content`.
struct EntityTag: Equatable, CustomStringConvertible {
  private let hash: UInt64

  /// The tag of a GET or HEAD; `nil` for other methods, whose answers are not cached.
  ///
  /// `maker` is what makes an answer of a request, as ``Workbench/maker(of:)`` tells it.
  init?(of request: borrowing Request, mediaType: String, by maker: [UInt8] = version, content: [UInt8] = []) {
    guard request.method == .get || request.method == .head else { return nil }
    var text = UTF8Buffer()
    text.append(contentsOf: maker)
    text.append(request.path, endedBy: 0xFF)
    text.append(request.query ?? "", endedBy: 0xFF)
    text.append(mediaType, endedBy: 0xFF)
    text.append(contentsOf: content)
    hash = text.fingerprint
  }

  /// What makes an answer in which neither curves nor interpolations are.
  static let version = Array(KinetypeVersion.text.utf8) + [0xFF]

  /// Reads the tag of an answer, plain or as gzip; `nil` for any that is none of these.
  init?(_ tag: String) {
    let digits = (tag.hasSuffix("-gzip\"") ? tag.dropLast(6) : tag.dropLast()).dropFirst()
    guard digits.utf8.count == 16, let hash = UInt64(digits, radix: 16) else { return nil }
    self.hash = hash
    guard description == tag || encoded == tag else { return nil }
  }

  /// The tag of a label in one form at rest: its version, by which `If-Match` asks for it, and what else it depends on.
  func text(ofVersion version: Int) -> String { "\"\(version)-\(description.dropFirst())" }

  var description: String {
    var text = InlineArray<18, UInt8>(repeating: UInt8(ascii: "\""))
    for place in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: hash &>> UInt64(60 - 4 * place)) & 0x0F
      text[place + 1] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    guard let span = try? UTF8Span(validating: text.span) else { preconditionFailure("digits are ASCII") }
    return String(copying: span)
  }

  /// The tag of the gzip form of the same answer.
  var encoded: String { Self.encoded(description) }

  /// The tag of the gzip form of an answer, from the tag of its plain form.
  static func encoded(_ tag: String) -> String { "\(tag.dropLast())-gzip\"" }

  /// A list of tags with each gzip form's replaced by its plain form's.
  static func plain(_ field: String) -> String {
    field.split(separator: "-gzip\"", omittingEmptySubsequences: false).joined(separator: "\"")
  }

  /// Whether `If-None-Match` names it; weak tags count as equal (RFC 9110 section 13.1.2).
  func matches(_ field: String?) -> Bool {
    guard let field else { return false }
    let own = description
    return field.elements(separatedBy: ",").contains { $0 == "*" || $0 == own || $0 == "W/\(own)" }
  }

  /// The tag by which `If-None-Match` says that the client holds this answer; `nil` where it does not.
  ///
  /// A client that accepts gzip may hold either form; `*` means the one that would be sent, whose tag is `selected`.
  func held(_ field: String, _ coding: ContentCoding, selected: String) -> String? {
    if field == "*" { return selected }
    if coding == .gzip, field.contains(encoded) { return encoded }
    return matches(field) ? description : nil
  }
}

extension Workbench {
  /// What makes answers in a form, for their tags; fonts as well where it is drawn, which the first who asks has looked at.
  mutating func maker(of form: SequenceRepresentation?) -> [UInt8] {
    guard let form, let fonts = form.fonts else { return context.maker }
    guard fonts.known != nil || meter.demand(form.leastUnits, .form) else { return [] }
    return context.maker + String(fonts.value, radix: 16).utf8
  }
}

extension UTF8Buffer {
  fileprivate mutating func append(_ text: String, endedBy end: UInt8) {
    append(contentsOf: text)
    append(end)
  }
}
