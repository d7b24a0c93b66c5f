import Documents
import LabelStore
import System
import TextBytes

/// A JSON Web Token (RFC 7519) that lets its holder read some labels for some time.
package struct WebToken: Equatable, Sendable {
  /// When it ends, in seconds since 1970.
  let expiry: Double
  /// When it begins, in seconds since 1970.
  let start: Double
  /// The labels that it opens.
  let labels: [NamePattern]

  /// The most bytes of one, with room for hundreds of names.
  static let maximumBytes = 4096

  /// Whether a text may be one: three parts, the first a JSON object in base64url.
  static func isLikely(_ text: String) -> Bool {
    text.hasPrefix("eyJ") && text.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// Checks a token that is signed with HMAC-SHA256 (`HS256`, RFC 7515); 401 with why it opens nothing, whenever it is used.
  init(_ text: String, secret: String) throws(Problem) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]),
      let code = Self.decoded(parts[2])
    else { throw Self.refusal("is malformed: it must be a JSON Web Token of three parts") }
    guard header["alg"] == .string("HS256"), header["crit"] == nil else {
      throw Self.refusal("must be signed by `HS256`, without extensions")
    }
    let signed = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    guard let code = SHA256(code), code == SHA256(authenticating: signed.span, key: secret.utf8Span.span) else {
      throw Self.refusal("is signed with another secret")
    }
    guard let expiry = Self.date(payload["exp"]) else {
      throw Self.refusal("needs `exp`, its end in seconds since 1970")
    }
    guard let start = payload["nbf"].map(Self.date) ?? -.infinity else {
      throw Self.refusal("has an `nbf` that is not a number")
    }
    guard case .array(let names) = payload["labels"] else {
      throw Self.refusal("needs `labels`, a list of names or `prefix*`")
    }
    var labels: [NamePattern] = []
    for case .string(let name) in names { labels.append(NamePattern(name)) }
    guard labels.count == names.count else { throw Self.refusal("has `labels` that are not strings") }
    (self.expiry, self.start, self.labels) = (expiry, start, labels)
  }

  /// Checks that it is valid at a time; 401 where it is not.
  func check(at time: WallTime) throws(Problem) {
    let seconds = Double(time.microseconds) / 1e6
    guard seconds < expiry else { throw Self.refusal("has expired") }
    guard seconds >= start else { throw Self.refusal("is not valid yet") }
  }

  /// 401 with why a token opens nothing, in words that follow “The token”.
  private static func refusal(_ reason: String) -> Problem {
    .unauthorized("The token \(reason).", hadKey: true)
  }

  private static func object(_ part: Substring.UTF8View) -> JSONValue? {
    guard let bytes = Self.decoded(part), let value = try? JSONValue(parsing: bytes), case .object = value else {
      return nil
    }
    return value
  }

  private static func date(_ value: JSONValue?) -> Double? {
    guard case .number(let text) = value, let seconds = Double(decimal: text), seconds.isFinite else { return nil }
    return seconds
  }
}

extension WebToken {
  /// Reads base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0)
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
