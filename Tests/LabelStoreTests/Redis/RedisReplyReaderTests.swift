import Testing

@testable import LabelStore

struct RedisReplyReaderTests {
  /// Reads a text in pieces.
  private func read(_ text: String, by length: Int = .max, limit: Int = 1 << 20) throws -> [RedisReply] {
    let reader = try #require(RedisReplyReader(limit: limit))
    var replies: [RedisReply] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(length)) { replies.append($0) }
      rest = rest.dropFirst(length)
    }
    return replies
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `every kind of reply, in pieces`(length: Int) throws {
    let text = """
      +OK\r\n-ERR no\r\n:-42\r\n$-1\r\n*-1\r\n$0\r\n\r\n$4\r\na\r\nb\r\n*0\r\n*3\r\n:1\r\n*2\r\n$1\r\nx\r\n-no\r\n$-1\r\n\
      :9223372036854775807\r\n
      """
    #expect(
      try read(text, by: length) == [
        .status("OK"), .error("ERR no"), .integer(-42), .null, .null, .text(""), .text("a\r\nb"), .array([]),
        .array([.integer(1), .array([.text("x"), .error("no")]), .null]), .integer(.max),
      ])
  }

  @Test func `a part of a reply is none yet`() throws {
    for text in ["", "$", "$3\r\nab", "$3\r\nabc\r", "*2\r\n:1\r\n"] { #expect(try read(text).isEmpty) }
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n", "\u{15}\u{3}\r\n", "$x\r\n", "$-2\r\n", "*-2\r\n", ":x\r\n",
    ":9223372036854775808\r\n", "*2147483648\r\n", "*1048577\r\n", String(repeating: "*1\r\n", count: 10),
  ])
  func `what is no reply is told`(text: String) throws {
    let error = try #require(throws: RedisProtocolError.self) { try read(text) }
    #expect(error.reason.hasPrefix("its reply is not in the protocol of Redis ("))
  }

  @Test func `replies before the fault are read`() throws {
    let reader = try #require(RedisReplyReader())
    var replies: [RedisReply] = []
    #expect(throws: RedisProtocolError.self) {
      try reader.read(Array("+OK\r\nnonsense\r\n".utf8)[...]) { replies.append($0) }
    }
    #expect(replies == [.status("OK")])
  }

  @Test func `a reply that grows beyond the limit is not waited for, several together are no such`() throws {
    let kilobyte = String(repeating: "x", count: 1024)
    let error = try #require(throws: RedisProtocolError.self) {
      try read("$9000000000\r\n" + String(repeating: kilobyte, count: 1200), by: 1024)
    }
    #expect(error.reason == "a reply is longer than 1 MiB")
    let replies = try read(String(repeating: "$1024\r\n\(kilobyte)\r\n", count: 1200), by: 1000)
    #expect(replies == Array(repeating: .text(kilobyte), count: 1200))
  }
}
