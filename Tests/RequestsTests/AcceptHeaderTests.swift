import Testing

@testable import Requests

struct AcceptHeaderTests {
  private let offers = ["application/json", "application/x-ndjson", "text/csv; charset=utf-8", "text/plain"]

  // RFC 9110 section 12.5.1: the most exact range decides, then the quality; ours decides among equals.
  @Test(arguments: [
    ("*/*", 0), ("application/json", 0), ("text/*", 2), ("text/plain", 3), ("TEXT/PLAIN", 3),
    ("text/csv;q=0.5, text/plain;q=0.8", 3), ("application/json;q=0, */*", 1), ("*/*;q=0.1, text/csv", 2),
    ("text/html, application/xhtml+xml, */*;q=0.8", 0), ("", 0), ("nonsense", 0), ("text/csv ; q=1 , */*;q=0.9", 2),
    ("text/csv;q=high, text/plain;q=0.1", 3),
  ])
  func `the best offer wins`(field: String, index: Int) {
    #expect(AcceptHeader(field).best(of: offers) == index)
  }

  @Test(arguments: ["image/png", "application/json;q=0", "text/html, image/*", "*/*;q=0", "text/csv;q=high"])
  func `none may do`(field: String) {
    #expect(AcceptHeader(field).best(of: offers) == nil)
  }
}
