import System

/// Where a service is: `http://localhost:8080`, or `https://example.org/kinetype` behind a proxy.
struct ServerAddress {
  let authority: Authority
  let isSecure: Bool
  /// What stands before each path, without a `/` at its end.
  let base: String

  /// Reads an address; `nil` where it is none, or has a query or a user.
  init?(_ text: String) {
    let (isSecure, rest): (Bool, Substring)
    if text.lowercased().hasPrefix("http://") {
      (isSecure, rest) = (false, text.dropFirst(7))
    } else if text.lowercased().hasPrefix("https://") {
      (isSecure, rest) = (true, text.dropFirst(8))
    } else {
      return nil
    }
    guard rest.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !rest.contains(where: { "?#@".contains($0) }) else {
      return nil
    }
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    guard let authority = Self.authority(rest[..<end], standardPort: isSecure ? 443 : 80) else { return nil }
    self.authority = authority
    self.isSecure = isSecure
    var base = rest[end...]
    while base.last == "/" { base.removeLast() }
    self.base = String(base)
  }

  /// `host`, `host:port`, `[::1]` or `[::1]:port`.
  private static func authority(_ text: Substring, standardPort: Int) -> Authority? {
    var (host, rest) = (text, text[text.endIndex...])
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    guard !host.isEmpty else { return nil }
    if rest.isEmpty { return Authority(host: String(host), port: standardPort) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return Authority(host: String(host), port: Int(port))
  }
}
