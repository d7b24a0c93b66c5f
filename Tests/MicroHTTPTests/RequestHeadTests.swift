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
    #expect(head.fields.map(\.name) == ["Host", "X-B", "accept", "x-b", "X-Old"])
    #expect(head.fields[.accept] == "x")
    #expect(Array(head.fields).count == 5)
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

  @Test(
    arguments: [
      ("", true), ("a", true), ("a.b-c_d~e", true), ("a:", true), ("a:80", true), (":80", true), ("127.0.0.1:1", true),
      ("[::1]", true), ("[::1]:80", true), ("a%20b", true), ("a b", false), ("a/b", false), ("a:b", false),
      ("a:8:0", false), ("u@a", false), ("a?b", false), ("a#b", false), ("::1", false), ("[::1", false), ("[]", false),
      ("[::1]80", false), ("[::1/]", false), ("a]", false), ("\u{E9}", false), ("http://a", false),
    ])
  func `a host is a name or an address, maybe with a port`(text: String, isAllowed: Bool) {
    #expect(RequestHead.isHostAndPort(text) == isAllowed)
  }
}
