import Testing

@testable import System

struct ResponseReaderTests {
  private func read(_ text: String, by length: Int = 1000) throws -> (status: Int?, body: String, isComplete: Bool) {
    var (reader, body) = (ResponseReader(), [UInt8]())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      try reader.append(Array(bytes[start..<min(start + length, bytes.count)]))
      body += reader.takeBody()
    }
    return (reader.status, String(decoding: body, as: UTF8.self), reader.isComplete)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"),
      ("HTTP/1.1 200\r\ncontent-length:0\r\n\r\n", ""),
      ("HTTP/1.1 204 No Content\r\n\r\n", ""),
      (
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
        "x"
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=1\r\n0123456789\r\n0\r\nTrailer: y\r\n\r\n",
        "abc0123456789"
      ),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n", ""),
    ], [1, 2, 5, 1000])
  func `an answer is read to its end, in pieces of any length`(answer: (text: String, body: String), length: Int) throws
  {
    let result = try read(answer.text, by: length)
    #expect(result.body == answer.body)
    #expect(result.isComplete)
  }

  @Test func `an answer has a status once its whole head has come`() throws {
    #expect(try read("HTTP/1.1 503 Service Unavailable\r\nRetry-After:  3 \r\nX:\r\n:\r\n").status == nil)
    #expect(try read("HTTP/1.1 503 Service Unavailable\r\nRetry-After:  3 \r\nX:\r\n:\r\n\r\n").status == 503)
  }

  @Test func `chunks count, and not the length beside them`() throws {
    for head in ["Content-Length: 1\r\nTransfer-Encoding: chunked", "Transfer-Encoding:chunked\r\nContent-Length: 1"] {
      #expect(try read("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n2\r\nab\r\n0\r\n\r\n").body == "ab")
    }
  }

  @Test func `without a length the body ends with the connection, and else it is cut off`() throws {
    var reader = ResponseReader()
    try reader.append(Array("HTTP/1.0 200 OK\r\n\r\nabc".utf8))
    #expect(reader.takeBody() == Array("abc".utf8) && !reader.isComplete)
    try reader.end()
    #expect(reader.isComplete)
    for head in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
      var reader = ResponseReader()
      try reader.append(Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n3\r\na".utf8))
      #expect(throws: HTTPClientError.self) { try reader.end() }
    }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH", "HTTP/2 200\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    "HTTP/1.1 200 OK\r\n" + String(repeating: "x", count: 70_000),
  ])
  func `anything else is no answer`(text: String) {
    #expect(throws: HTTPClientError.self) { try read(text) }
  }
}
