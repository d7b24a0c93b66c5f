import HTTPTypes
import Testing

@testable import MicroHTTP

@Suite struct RequestHeadTests {
  @Test func `fields keep their order, their repetitions and their obsolete bytes`() {
    var head = RequestHead()
    for (name, value) in [("Host", "a"), ("X-B", "1"), ("accept", "x"), ("x-b", "2")] {
      head.append(name: Array(name.utf8).span, value: Array(value.utf8).span)
    }
    head.append(name: Array("X-Old".utf8).span, value: ([0x63, 0xE9] as [UInt8]).span)
    #expect(head.rejection(method: "GET", isHTTP10: false, bodyLimit: 0) == nil)
    #expect(head.fields.map(\.name.rawName) == ["Host", "X-B", "accept", "x-b", "X-Old"])
    #expect(head.fields[.accept] == "x")
    #expect(head.fields.count == 5)
  }

  @Test(
    arguments: [
      (["Host: a", "Content-Length: 10"], nil),
      (["Host: a", "Content-Length: 11"], .bodyTooLarge(limit: 10)),
      (["Host: a", "Content-Length: 99999999999999999999"], .bodyTooLarge(limit: 10)),
      (["Host: a", "Transfer-Encoding: CHUNKED"], nil),
      (["Host: a", "Transfer-Encoding: br"], .transferCodingNotImplemented("br")),
      ([], .malformed(reason: "the Host field is missing")),
      (["Host: a", "host: b"], .malformed(reason: "there is more than one Host field")),
      (["Host: a", "X: \u{8}"], .malformed(reason: "the value of X has a control character")),
      (["Host: a", "X y: b"], .malformed(reason: "a field name has a character that is not allowed")),
      (["Host: a", ": b"], .malformed(reason: "a field name has a character that is not allowed")),
    ] as [([String], RequestRejection?)])
  func `a head is judged by RFC 9110 and 9112`(lines: [String], rejection: RequestRejection?) throws {
    var head = RequestHead()
    for line in lines {
      let colon = try #require(line.firstRange(of: ": ") ?? line.firstRange(of: ":"))
      head.append(
        name: Array(line[..<colon.lowerBound].utf8).span, value: Array(line[colon.upperBound...].utf8).span)
    }
    #expect(head.rejection(method: "POST", isHTTP10: false, bodyLimit: 10) == rejection)
  }
}
