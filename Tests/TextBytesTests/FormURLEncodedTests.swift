import SeededNumbers
import Testing
import TextBytes

@Suite struct FormURLEncodedTests {
  @Test(
    arguments: [
      ("", []),
      ("to=400+apples", [.init("to", "400 apples")]),
      ("from=100%20apples&to=400%20apples", [.init("from", "100 apples"), .init("to", "400 apples")]),
      ("b=2&a=1&b=3", [.init("b", "2"), .init("a", "1"), .init("b", "3")]),
      ("&&a=1&&", [.init("a", "1")]),
      ("a", [.init("a", "")]),
      ("=1", [.init("", "1")]),
      ("a=b=c", [.init("a", "b=c")]),
      ("a%3Db=c%26d", [.init("a=b", "c&d")]),
      ("t=%2B%25%e3%81%82%00", [.init("t", "+%あ\0")]),
      ("t=あ", [.init("t", "あ")]),
      ("curve=cubic-bezier(0.25,0.1,.25,1)", [.init("curve", "cubic-bezier(0.25,0.1,.25,1)")]),
    ] as [(String, [JSONValue.Member])])
  func `a query is read in order`(query: String, pairs: [JSONValue.Member]) throws {
    #expect(try FormURLEncoded.read(Array(query.utf8).span) == pairs)
  }

  @Test(
    arguments: [
      ("a=%", .malformedEscape(parameter: "a")),
      ("a=1&to=%4", .malformedEscape(parameter: "to")),
      ("to=%zz", .malformedEscape(parameter: "to")),
      ("to=100%&from=1", .malformedEscape(parameter: "to")),
      ("%=1", .malformedEscape(parameter: nil)),
      ("%74o=%ff", .notUTF8(parameter: "to")),
      ("to=%ed%a0%80", .notUTF8(parameter: "to")),
      ("%c0%af=1", .notUTF8(parameter: nil)),
      ("a&b&c&d", .tooManyPairs(limit: 3)),
    ] as [(String, FormURLEncoded.Failure)])
  func `a malformed query is refused by name`(query: String, failure: FormURLEncoded.Failure) {
    #expect(throws: failure) { try FormURLEncoded.read(Array(query.utf8).span, pairLimit: 3) }
  }

  @Test(
    arguments: [
      (
        .malformedEscape(parameter: "to"),
        "A percent sign in the value of “to” lacks its two hexadecimal digits; one that is meant as such is `%25`."
      ),
      (.notUTF8(parameter: nil), "The bytes of a parameter's name are not UTF-8."),
      (.tooManyPairs(limit: 64), "There are more than 64 parameters."),
    ] as [(FormURLEncoded.Failure, String)])
  func `a failure is one sentence`(failure: FormURLEncoded.Failure, sentence: String) {
    #expect(failure.description == sentence)
  }

  @Test func `any pairs read back as themselves`() throws {
    var random = SeededGenerator(state: 8)
    for _ in 0..<1_000 {
      let pairs = (0..<5).map { ("\($0)" + random.oddText(upTo: 4), random.oddText(upTo: 12)) }
      let query = pairs.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
      #expect(try FormURLEncoded.read(Array(query.utf8).span) == pairs.map { JSONValue.Member($0, .string($1)) })
    }
  }

  @Test func `no bytes trap`() {
    let seed = Array("from=100%20apples&to=400+%e3%81%82&curve=ease-in&fps=29.97".utf8)
    var (random, refused) = (SeededGenerator(state: 9), 0)
    for _ in 0..<20_000 {
      let bytes = random.mutation(of: seed)
      if let pairs = try? FormURLEncoded.read(bytes.span) {
        #expect(pairs.count <= 64)
      } else {
        refused += 1
      }
    }
    #expect(refused > 1_000)
  }

  private func escaped(_ text: String) -> String {
    text.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
  }
}
