/// What is wrong with a JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One rule of RFC 8259, or of the stricter reading here.
  public enum Reason: String, Hashable, Sendable {
    /// The bytes are not UTF-8 (§8.1).
    case notUTF8 = "The text is not UTF-8"
    /// The text ends inside a value, or holds none.
    case unexpectedEnd = "The text ends before the value does"
    /// Another character is wanted here.
    case unexpectedCharacter = "This character cannot stand here"
    /// A number breaks the grammar of §6, by a leading zero for instance.
    case malformedNumber = "The number is malformed"
    /// An escape is none of those of §7.
    case malformedEscape = "The escape is malformed"
    /// Half of a surrogate pair stands alone, which no UTF-8 text can express.
    case loneSurrogate = "The escape is half of a surrogate pair"
    /// A control character stands in a string unescaped (§7).
    case controlCharacter = "A control character must be escaped"
    /// A name occurs twice in one object, of which readers make different things (§4).
    case duplicateName = "The name occurs twice in this object"
    /// More arrays and objects are nested than the limit allows.
    case tooDeep = "The value is nested too deeply"
  }

  /// The broken rule.
  public var reason: Reason
  /// The place in bytes from the beginning of the text.
  public var offset: Int
  /// The place's line, from 1.
  public var line: Int
}

extension JSONSyntaxError: CustomStringConvertible {
  /// One sentence with the place.
  public var description: String { "\(reason.rawValue) (line \(line), byte \(offset))." }
}
