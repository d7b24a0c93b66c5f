package import Documents
import HTTPTypes
package import MicroHTTP
import Requests
package import System
import TextBytes

// The keys and tokens that requests show.
extension Request {
  /// The query parameter for clients that cannot send header fields, as a browser's EventSource cannot.
  static let keyParameter = RequestParameters.key

  /// The header field that many clients and gateways know.
  private static let keyField = HTTPField.Name("X-API-Key")

  /// How a parameter with a key begins.
  private static let keyBeginning = Array("\(keyParameter)=".utf8)

  /// The key that it shows; `nil` where there is none.
  ///
  /// Another scheme may be for a proxy in front, whose password a browser sends with everything.
  package var shownKey: String? {
    if let key = headerFields[.authorization].flatMap(Self.bearer) { return key }
    return Self.keyField.flatMap { headerFields[$0] }
  }

  /// The token that it shows, in its query or behind `Bearer`, `nil` for none; 401 where it is longer than any may be.
  package func shownToken() throws(Problem) -> String? {
    guard let text = sentToken else { return nil }
    guard text.utf8.count <= WebToken.maximumBytes else {
      throw .unauthorized(
        "The token has more than \(WebToken.maximumBytes) bytes; `prefix*` in its `labels` means many names.",
        hadKey: true)
    }
    return text
  }

  /// Whether it shows a key or a token, which would have to be looked at.
  package var hasCredential: Bool { shownKey != nil || sentToken != nil }

  private var sentToken: String? {
    if let text = headerFields[.authorization].flatMap(Self.bearer), WebToken.isLikely(text) { return text }
    guard let query, query.contains("token="),
      let members = try? FormURLEncoded.read(query.utf8Span.span)
    else { return nil }
    let text = members.first { $0.name == Self.tokenParameter }.flatMap { try? $0.value.text() }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The query parameter for a token.
  static let tokenParameter = "token"

  /// What stands behind the scheme `Bearer`, which may be written in any case.
  private static func bearer(_ value: String) -> String? {
    guard let space = value.utf8.firstIndex(of: UInt8(ascii: " ")),
      value.utf8[..<space].elementsEqual("bearer".utf8, by: { $0.isEqualIgnoringCase($1) })
    else { return nil }
    return String(value[space...].trimmingSpaces())
  }

  /// Moves a key out of the query, where endpoints, caches and entity tags would see it, into a header field.
  ///
  /// A key in a header field counts before it.
  package mutating func moveKey() {
    guard let query, Self.holdsKey(query) else { return }
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let rest = pairs.filter { !$0.starts(with: Self.keyBeginning) }
    self.query = rest.isEmpty ? nil : rest.map { Substring($0) }.joined(separator: "&")
    guard shownKey == nil, let field = Self.keyField,
      let pair = pairs.first(where: { $0.starts(with: Self.keyBeginning) })
    else { return }
    let decoded = try? FormURLEncoded.read(Array(pair).span).first?.value.text()
    headerFields[field] = decoded ?? ""
  }

  /// Whether a query has a parameter with a key, in one pass, since every query is checked and few have one.
  private static func holdsKey(_ query: String) -> Bool {
    let bytes = query.utf8Span.span
    var met: Int? = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "&") {
        met = 0
      } else if let count = met {
        met = bytes[index] == keyBeginning[count] ? count + 1 : nil
        if met == keyBeginning.count { return true }
      }
    }
    return false
  }
}

extension Problem {
  /// 401, with what a client can do about it (RFC 9110 section 11.6.1, RFC 6750 section 3).
  package static func unauthorized(hadKey: Bool) -> Problem {
    let ways =
      "`Authorization: Bearer KEY`, `X-API-Key: KEY`, or the parameter `\(Request.keyParameter)` for EventSource"
    return .unauthorized(hadKey ? "The API key is not known." : "An API key is required: \(ways).", hadKey: hadKey)
  }

  /// The same with the reason in one sentence.
  static func unauthorized(_ detail: String, hadKey: Bool) -> Problem {
    Problem(
      type: .unauthorized, detail: detail,
      headerFields: [.wwwAuthenticate: "Bearer realm=\"kinetype\"" + (hadKey ? ", error=\"invalid_token\"" : "")])
  }
}

/// A key that opens the service, as the configuration has it: under a name, and as its hash.
///
/// A plain hash is enough for keys that were drawn at random (`openssl rand -hex 24`): nobody can try them all.
public struct APIKey: Equatable, Sendable {
  /// The name of its holder, the client that limits are counted for.
  public let name: String
  /// What SHA-256 makes of the key's UTF-8.
  package let hash: SHA256

  /// Reads `name:hash`, the hash as 64 hexadecimal digits; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let hash = SHA256(hexadecimal: parts[1])
    else { return nil }
    name = String(parts[0])
    self.hash = hash
  }
}

extension [APIKey] {
  /// The name under which a key is known; `nil` where it is not.
  ///
  /// It is compared with every one, so that the time tells neither which it is nor how near.
  package func name(of key: String) -> String? {
    let hash = SHA256(of: key.utf8Span.span)
    return reduce(nil as String?) { $1.hash == hash ? $1.name : $0 }
  }
}

/// A key that may change labels: all, or those whose names begin with a prefix.
public struct WriteKey: Equatable, Sendable, CustomStringConvertible {
  /// What the names of its labels begin with; empty for all.
  public let prefix: String
  /// What SHA-256 makes of the key's UTF-8, so that comparing takes the same time for every key.
  package let hash: SHA256

  /// Reads a secret, or `prefix*=secret`; `nil` for anything else.
  ///
  /// Only a `*` before the `=` makes a prefix, since a secret in base64 may end in `=`.
  init?(_ text: String) {
    let parts = text.split(separator: "*=", maxSplits: 1, omittingEmptySubsequences: false)
    prefix = parts.count == 2 ? String(parts[0]) : ""
    guard let secret = parts.last, !secret.isEmpty, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      prefix.isEmpty || (try? LabelName(prefix)) != nil
    else { return nil }
    hash = SHA256(of: String(secret).utf8Span.span)
  }

  /// The prefix; the secret is nowhere.
  public var description: String { "\(prefix)*" }

  /// Whether it may change a label.
  func opens(_ name: LabelName) -> Bool { name.description.utf8.starts(with: prefix.utf8) }
}

extension [WriteKey] {
  /// Where a key stands; `nil` where it is not known.
  ///
  /// It is compared with every one, as an ``APIKey``.
  package func index(of key: String) -> Int? {
    let hash = SHA256(of: key.utf8Span.span)
    return indices.reduce(nil as Int?) { self[$1].hash == hash ? $1 : $0 }
  }
}
