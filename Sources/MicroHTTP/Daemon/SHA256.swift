import CMicrohttpd

/// The 32 bytes that SHA-256 (FIPS 180-4) makes of others.
///
/// GnuTLS computes it, which libmicrohttpd is linked with and whose headers it needs: nothing more to build or install,
/// where swift-crypto takes longer to build than all of this package.
public struct SHA256: Equatable, Sendable {
  /// Always 32.
  public let bytes: [UInt8]

  /// Computes it.
  public init(of message: [UInt8]) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      unsafe message.withUnsafeBytes { message in
        unsafe cmicrohttpd_sha256(message.baseAddress, message.count, digest.baseAddress)
      }
      count = 32
    }
  }

  /// Reads 64 hexadecimal digits; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }

  /// Whether they are equal, in a time that does not tell where they differ.
  public static func == (left: SHA256, right: SHA256) -> Bool {
    zip(left.bytes, right.bytes).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
