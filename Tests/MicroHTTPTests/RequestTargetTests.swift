import Testing

@testable import MicroHTTP

@Suite struct RequestTargetTests {
  @Test(
    arguments: [
      ("/", "/", nil),
      ("/a/b", "/a/b", nil),
      ("/a?", "/a", ""),
      ("/a?b?c", "/a", "b?c"),
      ("/%61?%3F", "/%61", "%3F"),
      ("/ä?ö", "/ä", "ö"),
      ("http://host/a?b", "/a", "b"),
      ("http://host", "/", nil),
      ("HTTP://host/A", "/A", nil),
      ("hTTpS://host/a", "/a", nil),
      ("https://host?b", "/", "b"),
      ("*", "*", nil),
      ("host:80", "host:80", nil),
    ] as [(String, String, String?)])
  func `a target has a path and maybe a query`(target: String, path: String, query: String?) throws {
    let bytes = Array(target.utf8)
    let result = RequestTarget(bytes.span)
    let cut = try #require(result)
    #expect(cut.path == path)
    #expect(cut.query == query)
  }

  @Test(
    arguments: [[], [0x2F, 0x20], [0x2F, 0x09], [0x2F, 0x7F], [0x2F, 0x01], [0x2F, 0xFF], [0x2F, 0xC3]] as [[UInt8]])
  func `bytes that cannot stand in a target make none`(bytes: [UInt8]) {
    let result = RequestTarget(bytes.span)
    #expect(result == nil)
  }
}
