package import Documents
import HTTPTypes
package import MicroHTTP
import Requests
package import System
import TextBytes

/// Finds the API key of a request.
package enum Credential {
  /// The query parameter for clients that cannot send header fields, as a browser's EventSource cannot.
  static let parameter = RequestParameters.key

  /// The header field that many clients and gateways know.
  private static let field = HTTPField.Name("X-API-Key")

  /// How a parameter with a key begins.
  private static let beginning = Array("\(parameter)=".utf8)

  /// The key of a request; `nil` where there is none.
  ///
  /// Another scheme may be for a proxy in front, whose password a browser sends with everything.
  package static func key(of request: Request) -> String? {
    if let key = request.headerFields[.authorization].flatMap(bearer) { return key }
    return field.flatMap { request.headerFields[$0] }
  }

  /// The token of a request, in its query or behind `Bearer`, `nil` for none; 401 where it is longer than any may be.
  package static func token(of request: Request) throws(Problem) -> String? {
    guard let text = sentToken(of: request) else { return nil }
    guard text.utf8.count <= WebToken.maximumBytes else {
      throw .unauthorized(
        "The token has more than \(WebToken.maximumBytes) bytes; `prefix*` in its `labels` means many names.",
        hadKey: true)
    }
    return text
  }

  /// Whether a request shows neither a key nor a token, which would have to be looked at.
  package static func isMissing(in request: Request) -> Bool {
    key(of: request) == nil && sentToken(of: request) == nil
  }

  private static func sentToken(of request: Request) -> String? {
    if let text = request.headerFields[.authorization].flatMap(bearer), WebToken.isLikely(text) { return text }
    guard let query = request.query, query.contains("token="),
      let members = try? FormURLEncoded.read(query.utf8Span.span)
    else { return nil }
    let text = members.first { $0.name == tokenParameter }.flatMap { try? $0.value.text() }
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
  package static func moveKey(in request: inout Request) {
    guard let query = request.query, holdsKey(query) else { return }
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let rest = pairs.filter { !$0.starts(with: beginning) }
    request.query = rest.isEmpty ? nil : rest.map { Substring($0) }.joined(separator: "&")
    guard key(of: request) == nil, let field, let pair = pairs.first(where: { $0.starts(with: beginning) }) else {
      return
    }
    let decoded = try? FormURLEncoded.read(Array(pair).span).first?.value.text()
    request.headerFields[field] = decoded ?? ""
  }

  /// Whether a query has a parameter with a key, in one pass, since every query is checked and few have one.
  private static func holdsKey(_ query: String) -> Bool {
    let bytes = query.utf8Span.span
    var met: Int? = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "&") {
        met = 0
      } else if let count = met {
        met = bytes[index] == beginning[count] ? count + 1 : nil
        if met == beginning.count { return true }
      }
    }
    return false
  }
}

extension Problem {
  /// 401, with what a client can do about it (RFC 9110 section 11.6.1, RFC 6750 section 3).
  package static func unauthorized(hadKey: Bool) -> Problem {
    let ways =
      "`Authorization: Bearer KEY`, `X-API-Key: KEY`, or the parameter `\(Credential.parameter)` for EventSource"
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
