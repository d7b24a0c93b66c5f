import System
import Testing

struct SHA256Tests {
  /// The examples of FIPS 180-4 that NIST publishes, and the empty message.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248D6A61D20638B8E5C026930C3E6039A33CE45964FF2167F6ECEDD419DB06C1"
      ),
    ])
  func `a message has its hash`(message: String, hexadecimal: String) {
    #expect(SHA256(of: message.utf8Span.span) == SHA256(hexadecimal: hexadecimal))
  }

  @Test func `one bit makes another hash`() throws {
    let hash = SHA256(of: [1].span)
    #expect(hash.bytes.count == 32)
    for index in 0..<64 {
      var digits = hash.bytes.flatMap { [$0 >> 4, $0 & 15] }
      digits[index] ^= 1
      let other = try #require(SHA256(hexadecimal: digits.map { String($0, radix: 16) }.joined()))
      #expect(hash != other)
    }
  }

  /// The first and the second example of RFC 4231.
  @Test(
    arguments: [
      (
        String(repeating: "\u{0B}", count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
    ])
  func `a message with a key has its code`(key: String, message: String, hexadecimal: String) throws {
    let code = SHA256(authenticating: message.utf8Span.span, key: key.utf8Span.span)
    #expect(code == SHA256(hexadecimal: hexadecimal))
    #expect(SHA256(code.bytes) == code)
    #expect(SHA256(Array(code.bytes.dropLast())) == nil)
  }

  @Test(arguments: [
    "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65), String(repeating: "g", count: 64),
    String(repeating: "０", count: 64),
  ])
  func `anything but 64 digits is none`(text: String) {
    #expect(SHA256(hexadecimal: text) == nil)
  }
}
