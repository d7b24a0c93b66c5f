/// The head of an answer.
public struct ResponseHead: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// Names in small letters with their values, in the order in which they came.
  public var fields: [Field]

  /// A header field.
  public struct Field: Sendable, Equatable {
    /// In small letters.
    public var name: String
    /// Without white space around it.
    public var value: String
  }

  /// The value of the first field with a name in small letters.
  public subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}

/// Reads an answer of HTTP/1.1 (RFC 9112) from the bytes as they come.
struct ResponseReader {
  private enum Part {
    case head
    case body(rest: Int)
    case bodyUntilEnd
    case chunkHead
    case chunk(rest: Int)
    case chunkEnd
    case trailer
    case complete
  }

  private static let lineLimit = 65_536

  private(set) var head: ResponseHead?
  private var part = Part.head
  private var bytes: [UInt8] = []
  private var body: [UInt8] = []
}

extension ResponseReader {
  /// Whether the whole answer has been read.
  var isComplete: Bool { if case .complete = part { true } else { false } }

  /// What has come of the body since this was asked last.
  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// Reads more of the answer.
  mutating func append(_ more: [UInt8]) throws(HTTPClientError) {
    bytes += more
    while try readPart() {}
  }

  /// Reads the end of the connection.
  ///
  /// - Throws: Where it comes before that of the answer.
  mutating func end() throws(HTTPClientError) {
    if case .bodyUntilEnd = part { part = .complete }
    guard isComplete else { throw HTTPClientError(reason: "the connection was lost in the middle of the answer") }
  }

  /// - Returns: Whether there may be more to read.
  private mutating func readPart() throws(HTTPClientError) -> Bool {
    switch part {
    case .head: return try readHead()
    case .body(let rest): return readBody(rest) { $0 == 0 ? .complete : .body(rest: $0) }
    case .chunk(let rest): return readBody(rest) { $0 == 0 ? .chunkEnd : .chunk(rest: $0) }
    case .bodyUntilEnd:
      body += bytes
      bytes = []
      return false
    case .chunkHead:
      guard let line = try takeLine() else { return false }
      let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
      guard !digits.hasPrefix("+"), let size = Int(digits, radix: 16), size >= 0 else { throw Self.malformed }
      part = size == 0 ? .trailer : .chunk(rest: size)
      return true
    case .chunkEnd:
      guard let line = try takeLine() else { return false }
      guard line.isEmpty else { throw Self.malformed }
      part = .chunkHead
      return true
    case .trailer:
      guard let line = try takeLine() else { return false }
      if line.isEmpty { part = .complete }
      return true
    case .complete: return false
    }
  }

  private mutating func readBody(_ rest: Int, _ next: (Int) -> Part) -> Bool {
    let piece = bytes.prefix(rest)
    body += piece
    bytes.removeFirst(piece.count)
    part = next(rest - piece.count)
    return piece.count == rest
  }

  private mutating func readHead() throws(HTTPClientError) -> Bool {
    guard bytes.starts(with: "HTTP/1.".utf8.prefix(bytes.count)) else { throw Self.malformed }
    guard let end = Self.endOfHead(bytes) else {
      guard bytes.count <= Self.lineLimit else { throw Self.malformed }
      return false
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    bytes.removeFirst(end)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]) else { throw Self.malformed }
    // What comes before the answer (RFC 9110 section 15.2).
    if (100..<200).contains(status) { return true }
    let head = ResponseHead(status: status, fields: lines.dropFirst().compactMap(Self.field))
    self.head = head
    part = try Self.body(of: head)
    return true
  }

  /// Behind the empty line.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    bytes.indices.dropFirst(3).first { bytes[$0 - 3...$0].elementsEqual("\r\n\r\n".utf8) }.map { $0 + 1 }
  }

  private static func field(_ line: Substring) -> ResponseHead.Field? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { $0 != " " && $0 != "\t" }.map { value.index(after: $0) } ?? value.startIndex
    return ResponseHead.Field(name: line[..<colon].lowercased(), value: String(value[..<end]))
  }

  private static func body(of head: ResponseHead) throws(HTTPClientError) -> Part {
    if head.status == 204 || head.status == 304 { return .complete }
    if head["transfer-encoding"]?.lowercased() == "chunked" { return .chunkHead }
    guard let length = head["content-length"] else { return .bodyUntilEnd }
    guard let count = Int(length), count >= 0 else { throw malformed }
    return count == 0 ? .complete : .body(rest: count)
  }

  private mutating func takeLine() throws(HTTPClientError) -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      guard bytes.count <= Self.lineLimit else { throw Self.malformed }
      return nil
    }
    let line = bytes[..<end]
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private static let malformed = HTTPClientError(reason: "the answer is not HTTP")
}
