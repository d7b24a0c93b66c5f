public import System

/// A key that may change labels: all, or those whose names begin with a prefix.
public struct WriteKey: Equatable, Sendable, CustomStringConvertible {
  /// What the names of its labels begin with; empty for all.
  public let prefix: String
  /// What SHA-256 makes of the key's UTF-8, so that comparing takes the same time for every key.
  public let hash: SHA256

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
  func index(of key: String) -> Int? {
    let hash = SHA256(of: key.utf8Span.span)
    return indices.reduce(nil as Int?) { self[$1].hash == hash ? $1 : $0 }
  }
}
