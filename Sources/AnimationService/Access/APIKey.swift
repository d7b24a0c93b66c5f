public import System

/// A key that opens the service, as the configuration has it: under a name, and as its hash.
///
/// A plain hash is enough for keys that were drawn at random (`openssl rand -hex 24`): nobody can try them all.
public struct APIKey: Equatable, Sendable {
  /// The name of its holder, the client that limits are counted for.
  public let name: String
  /// What SHA-256 makes of the key's UTF-8.
  public let hash: SHA256

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
  func name(of key: String) -> String? {
    let hash = SHA256(of: key.utf8Span.span)
    return reduce(nil as String?) { $1.hash == hash ? $1.name : $0 }
  }
}
