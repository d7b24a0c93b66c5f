/// The request target cut into path and query, both as they came.
///
/// An object, because what a loop knows already is handed on with each request.
final class RequestTarget {
  let path: String
  let query: String?

  /// Cuts the target of a request line.
  ///
  /// - Returns: `nil` for bytes that no target can have: controls, spaces, what is not UTF-8, or nothing at all.
  init?(_ target: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: target), !text.isEmpty else { return nil }
    for index in target.indices where target[index] <= 0x20 || target[index] == 0x7F { return nil }
    let whole = String(copying: text)
    let bytes = whole.utf8
    let start = Self.pathStart(in: whole)
    let mark = bytes[start...].firstIndex(of: UInt8(ascii: "?"))
    let path = whole[start..<(mark ?? whole.endIndex)]
    self.path = path.isEmpty ? "/" : String(path)
    query = mark.map { String(whole[bytes.index(after: $0)...]) }
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
