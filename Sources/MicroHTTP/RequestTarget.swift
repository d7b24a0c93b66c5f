/// A request target split into path and query, both as they came.
///
/// An object, because what a loop remembers is handed on with each request.
final class RequestTarget {
  let path: String
  let query: String?
  /// The answer of the last request with this target and its head, if a repeat may have it (``RequestMemo``).
  var lastAnswer: (head: SharedHead, answer: any RepeatableAnswer)?

  /// Cuts the target of a request line.
  ///
  /// - Returns: `nil` for bytes that no target can have: controls, spaces, what is not UTF-8, or nothing at all.
  init?(_ target: Span<UInt8>) {
    guard !target.isEmpty else { return nil }
    var mark: Int?
    for index in target.indices {
      if target[index] <= 0x20 || target[index] == 0x7F { return nil }
      if mark == nil, target[index] == UInt8(ascii: "?") { mark = index }
    }
    guard let line = try? UTF8Span(validating: target.extracting(..<(mark ?? target.count))) else { return nil }
    let path = Self.path(in: String(copying: line))
    self.path = path.isEmpty ? "/" : path
    guard let mark else {
      query = nil
      return
    }
    guard let query = try? UTF8Span(validating: target.extracting((mark + 1)...)) else { return nil }
    self.query = String(copying: query)
  }

  /// RFC 9112 section 3.2.2: a server must take the absolute form as well, `http://host/path`.
  ///
  /// Schemes are compared without regard to case, RFC 3986 section 3.1.
  private static func path(in target: String) -> String {
    guard target.utf8.first != UInt8(ascii: "/") else { return target }
    let schemes = ["http://", "https://"]
    for scheme in schemes where target.utf8.starts(with: scheme.utf8, by: { $0.isEqualIgnoringCase($1) }) {
      let authority = target.utf8.dropFirst(scheme.utf8.count)
      return String(target[(authority.firstIndex(of: UInt8(ascii: "/")) ?? target.endIndex)...])
    }
    return target
  }
}
