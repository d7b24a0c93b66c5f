import CGnuTLS

/// The 32 bytes that SHA-256 (FIPS 180-4) makes of others.
///
/// GnuTLS computes it, which the server needs for TLS anyway; swift-crypto takes longer to build than this whole package.
public struct SHA256: Equatable, Sendable {
  private var words = InlineArray<4, UInt64>(repeating: 0)

  package init(of message: Span<UInt8>) {
    unsafe withUnsafeMutableBytes(of: &words) { digest in
      unsafe message.withUnsafeBytes { message in
        unsafe cgnutls_sha256(
          message.baseAddress, message.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
      }
    }
    for index in words.indices { words[index] = UInt64(bigEndian: words[index]) }
  }

  /// Computes HMAC-SHA256 (RFC 2104), by which the holders of a key know that a message is theirs.
  package init(authenticating message: Span<UInt8>, key: Span<UInt8>) {
    unsafe withUnsafeMutableBytes(of: &words) { digest in
      unsafe message.withUnsafeBytes { message in
        unsafe key.withUnsafeBytes { key in
          unsafe cgnutls_hmac_sha256(
            key.baseAddress, key.count, message.baseAddress, message.count,
            digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
      }
    }
    for index in words.indices { words[index] = UInt64(bigEndian: words[index]) }
  }

  /// Takes 32 bytes; `nil` for any other count.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
  }

  /// Reads 64 hexadecimal digits; `nil` for anything else.
  package init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64 else { return nil }
    for (index, digit) in digits.enumerated() {
      guard let digit else { return nil }
      words[index / 16] = words[index / 16] << 4 | UInt64(digit)
    }
  }

  /// Always 32.
  public var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (56 - 8 * ($0 % 8))) }
  }

  package var hexadecimal: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The bytes in base64 (RFC 4648 section 4).
  package var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    // 32 bytes are ten groups of three and one of two.
    let padded = bytes + [0]
    let digits = stride(from: 0, to: padded.count, by: 3).flatMap { start in
      let group = padded[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
      return [18, 12, 6, 0].map { alphabet[group >> $0 & 63] }
    }
    return String(digits.dropLast()) + "="
  }

  /// Whether they are equal, in a time that does not tell where they differ.
  public static func == (left: SHA256, right: SHA256) -> Bool {
    left.words.indices.reduce(0 as UInt64) { $0 | (left.words[$1] ^ right.words[$1]) } == 0
  }
}
