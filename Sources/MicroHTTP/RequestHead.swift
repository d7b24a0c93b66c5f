/// Collects the header fields of one request and finds what libmicrohttpd 0.9.75 lets through against RFC 9110 and 9112.
struct RequestHead {
  private(set) var fields = HeaderFields()
  /// The client's name for the request, if it is a sane one.
  private(set) var requestID: String?
  private(set) var userAgent: String?
  private var fault: String?
  private var hostCount = 0
  private var isHostSound = true
  private var contentLengths: [String] = []
  private var transferCodings: [String] = []

  mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
    guard !name.isEmpty, name.allSatisfy(HeaderFields.isNameByte) else {
      fault = fault ?? "a field name has a character that is not allowed"
      return
    }
    guard value.allSatisfy(HeaderFields.isValueByte) else {
      fault = fault ?? "the value of \(String(copying: name)) has a control character"
      return
    }
    let range = fields.append(name: name, value: value)
    note(String(copying: name).lowercased(), fields.text(range), isTrimmed: range.count < value.count)
  }

  private mutating func note(_ name: String, _ value: String, isTrimmed: Bool) {
    switch name {
    case "host":
      hostCount += 1
      isHostSound = Self.isHostAndPort(value)
    case "content-length": contentLengths.append(value)
    case "transfer-encoding":
      // libmicrohttpd does not know `chunked` with white space behind it, and would wait for the connection's end.
      transferCodings.append(isTrimmed ? value + " " : value)
    case "x-request-id": if RequestIDs.isSane(value) { requestID = value }
    case "user-agent": userAgent = value
    default: break
    }
  }
}

/// A head that a loop remembers; access to what is constant needs no check while it runs.
final class SharedHead {
  let value: RequestHead

  init(_ value: RequestHead) { self.value = value }
}

extension Span<UInt8> {
  fileprivate func allSatisfy(_ isAllowed: (UInt8) -> Bool) -> Bool {
    for index in indices where !isAllowed(self[index]) { return false }
    return true
  }
}

// MARK: - Judging

extension RequestHead {
  /// Whether a body follows, maybe an empty one.
  var announcesBody: Bool { !contentLengths.isEmpty || !transferCodings.isEmpty }

  var hasChunks: Bool { !transferCodings.isEmpty }
}

extension RequestHead {
  /// The first reason to refuse the request before its body is read; `nil` when it may go on.
  func rejection(method: String, isHTTP10: Bool, bodyLimit: Int) -> RequestRejection? {
    if let fault { return .malformed(reason: fault) }
    if let reason = hostFault(isHTTP10: isHTTP10) ?? framingFault(isHTTP10: isHTTP10) {
      return .malformed(reason: reason)
    }
    if let coding = transferCodings.first {
      let isChunked = coding.utf8.elementsEqual("chunked".utf8) { $0.isEqualIgnoringCase($1) }
      guard isChunked else { return .transferCodingNotImplemented(coding) }
    }
    guard method == "GET" || Self.methods.contains(method) else {
      guard method.utf8.allSatisfy(HeaderFields.isNameByte) else {
        return .malformed(reason: "the method has a character that is not allowed")
      }
      return .methodNotImplemented(method)
    }
    if let length = contentLengths.first, (Int(length) ?? .max) > bodyLimit {
      return .bodyTooLarge(limit: bodyLimit)
    }
    return nil
  }

  /// RFC 9112 section 3.2: one Host field in every HTTP/1.1 request, which names a host and maybe a port.
  private func hostFault(isHTTP10: Bool) -> String? {
    if hostCount > 1 { return "there is more than one Host field" }
    if hostCount == 0 { return isHTTP10 ? nil : "the Host field is missing" }
    return isHostSound ? nil : "the value of Host is not a host with or without a port"
  }

  /// RFC 9112 section 6: two ways to find the end of a body are one too many.
  private func framingFault(isHTTP10: Bool) -> String? {
    if contentLengths.count > 1 { return "there is more than one Content-Length field" }
    guard let coding = transferCodings.first else { return nil }
    if !contentLengths.isEmpty { return "Content-Length and Transfer-Encoding exclude each other" }
    if transferCodings.count > 1 { return "there is more than one Transfer-Encoding field" }
    return isHTTP10 ? "HTTP/1.0 has no Transfer-Encoding \(coding)" : nil
  }

  /// The registered methods that servers of HTTP are expected to know: RFC 9110 section 9.3, RFC 5789, and QUERY.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
  ]
}

extension RequestHead {
  /// Whether a text is `uri-host [ ":" port ]` of RFC 9110 section 7.2; the host may be empty.
  ///
  /// What stands in brackets and behind `%` is not looked at more closely than by its characters.
  static func isHostAndPort(_ text: String) -> Bool {
    let bytes = text.utf8[...]
    guard bytes.first == UInt8(ascii: "[") else {
      let host = bytes.prefix { $0 != UInt8(ascii: ":") }
      return host.allSatisfy(isNameByte) && isPort(bytes[host.endIndex...])
    }
    guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let literal = bytes[..<bracket].dropFirst()
    let isLiteral = !literal.isEmpty && literal.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    return isLiteral && isPort(bytes[bracket...].dropFirst())
  }

  private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
    guard let colon = bytes.first else { return true }
    return colon == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// RFC 3986 section 3.2.2: unreserved characters, percent-encodings and subcomponent delimiters.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }
}

/// Why the server answers a request without asking its handler for more than the document.
package enum RequestRejection: Equatable, Sendable {
  /// The head breaks RFC 9112: one sentence says where.
  case malformed(reason: String)
  case headTooLarge(limit: Int)
  case targetTooLong(limit: Int)
  case headTooSlow(limit: Duration)
  case bodyTooSlow(limit: Duration)
  case bodyTooLarge(limit: Int)
  case versionNotSupported
  case methodNotImplemented(String)
  /// The body comes in a transfer coding other than `chunked`.
  case transferCodingNotImplemented(String)
  case tooManyConnections(limit: Int)
}

/// A request target split into path and query, both as they came.
///
/// An object, because what a loop remembers is handed on with each request.
final class RequestTarget {
  let path: String
  let query: String?
  /// The answer of the last request with this target and its head, if a repeat may have it (``RequestMemo``).
  var lastAnswer: (head: SharedHead, answer: any RepeatableAnswer)?

  /// `nil` for bytes that no target can have: controls, spaces, what is not UTF-8, or nothing at all.
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
