import HTTPTypes
import MicroHTTP
import Testing

@Suite struct HeaderFieldsTests {
  private let fields: HeaderFields = [.contentType: "text/plain", .vary: "Accept", .eTag: "\"a\"", .age: ""]

  @Test func `fields stand as on the wire`() {
    let text = "Content-Type: text/plain\r\nVary: Accept\r\nETag: \"a\"\r\nAge: \r\n"
    #expect(String(decoding: fields.bytes, as: UTF8.self) == text)
    #expect(HeaderFields().isEmpty && !fields.isEmpty)
  }

  @Test func `a field is found by its name in any case, and no other is`() throws {
    let odd = try #require(HTTPField.Name("cOnTeNt-TyPe"))
    #expect(fields[odd] == "text/plain")
    #expect(fields[.age] == "")
    #expect(fields[.accept] == nil)
    for name in ["Content", "ontent-Type", "Content-Typ", "Content-Types", "text", "a"] {
      #expect(fields[try #require(HTTPField.Name(name))] == nil)
    }
  }

  @Test func `several with one name are joined, and found one by one`() {
    var fields = fields
    fields.append(.vary, "Origin")
    fields.append(.vary, "")
    #expect(fields[.vary] == "Accept, Origin, ")
    #expect(fields[values: .vary] == ["Accept", "Origin", ""])
    #expect(fields[values: .accept] == [])
  }

  @Test func `setting a field replaces all with its name`() {
    var fields = fields
    fields.append(.vary, "Origin")
    fields[.vary] = "User-Agent"
    #expect(fields.map(\.name) == ["Content-Type", "ETag", "Age", "Vary"])
    fields[.contentType] = nil
    #expect(!fields.contains(.contentType))
    #expect(fields.map(\.value) == ["\"a\"", "", "User-Agent"])
  }

  @Test(arguments: [
    ("a\r\nSet-Cookie: b", "a  Set-Cookie: b"), (" a\tb ", "a\tb"), ("\0", ""), ("\u{7F}x", "x"), ("\n", ""),
    ("caf\u{E9}", "caf\u{E9}"),
  ])
  func `no value ends its line`(value: String, expected: String) {
    var fields = HeaderFields()
    fields.append(.location, value)
    #expect(fields.map(\.name) == ["Location"])
    #expect(fields[.location]?.trimmingPrefix { $0 == " " } == expected[...])
  }
}
