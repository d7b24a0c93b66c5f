/// The request target cut into path and query, both as they came.
struct RequestTarget: Equatable {
  var path: String
  var query: String?

  /// Cuts the target of a request line.
  ///
  /// - Returns: `nil` for bytes that no target can have: controls, spaces, what is not UTF-8, or nothing at all.
  init?(_ target: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: target), !text.isEmpty else { return nil }
    for index in target.indices where target[index] <= 0x20 || target[index] == 0x7F { return nil }
    let whole = String(copying: text)
    let bytes = whole.utf8
    let start = Self.pathStart(in: whole)
    guard let mark = bytes[start...].firstIndex(of: UInt8(ascii: "?")) else {
      self.init(path: whole[start...], query: nil)
      return
    }
    self.init(path: whole[start..<mark], query: whole[bytes.index(after: mark)...])
  }

  private init(path: Substring, query: Substring?) {
    self.path = path.isEmpty ? "/" : String(path)
    self.query = query.map(String.init)
  }

  /// RFC 9112 section 3.2.2: a server must take the absolute form as well, `http://host/path`.
  ///
  /// Schemes are compared without regard to case, RFC 3986 section 3.1.
  private static func pathStart(in target: String) -> String.Index {
    guard !target.utf8.starts(with: "/".utf8) else { return target.startIndex }
    for scheme in ["http://", "https://"] where target.utf8.starts(with: scheme.utf8, by: isEqualIgnoringCase) {
      let authority = target.utf8.dropFirst(scheme.utf8.count)
      return authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.endIndex
    }
    return target.startIndex
  }

  private static func isEqualIgnoringCase(_ byte: UInt8, _ lowercase: UInt8) -> Bool {
    byte == lowercase || (0x41...0x5A).contains(byte) && byte | 0x20 == lowercase
  }
}
