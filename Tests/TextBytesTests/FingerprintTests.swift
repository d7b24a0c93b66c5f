import Testing
import TextBytes

struct FingerprintTests {
  private static func fingerprint(_ text: String) -> UInt64 {
    var buffer = UTF8Buffer()
    buffer.append(contentsOf: text)
    return buffer.fingerprint
  }

  @Test func `it is the same in every process`() {
    #expect(String(Self.fingerprint("the same bytes"), radix: 16) == "65f64aa90d8d13de")
  }

  @Test func `each byte and the length count`() {
    let text = Array("0123456789abcdefghij".utf8)
    var seen: Set<UInt64> = []
    for count in 0...text.count {
      for position in 0...count {
        var changed = Array(text.prefix(count))
        if position < count { changed[position] ^= 1 }
        seen.insert(Self.fingerprint(String(decoding: changed, as: UTF8.self)))
      }
    }
    #expect(seen.count == (0...text.count).reduce(0) { $0 + $1 + 1 })
  }

  @Test func `spaces at either end are bytes`() {
    #expect(Set(["a", " a", "a ", "  a", " ", ""].map(Self.fingerprint)).count == 6)
  }
}
