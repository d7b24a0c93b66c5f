/// All addresses that begin alike: `10.0.0.0/8`, `2001:db8::/32`, or one address alone (RFC 4632 section 3.1).
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  public let description: String
  private let address: IPAddress
  /// The bits that count, 0...128.
  private let length: Int

  /// Reads a network; bits behind the length do not matter.
  ///
  /// - Returns: `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]) else { return nil }
    self.address = address
    description = String(text)
    guard parts.count == 2 else {
      length = 128
      return
    }
    let isV4 = !parts[0].utf8.contains(UInt8(ascii: ":"))
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]),
      bits <= (isV4 ? 32 : 128)
    else { return nil }
    length = isV4 ? 96 + bits : bits
  }

  /// Whether an address belongs to it.
  public func contains(_ other: IPAddress) -> Bool {
    let (high, low) = (address.high ^ other.high, address.low ^ other.low)
    // A shift by 64 or more leaves nothing, as it should.
    return high >> (64 - min(length, 64)) == 0 && low >> (64 - max(length - 64, 0)) == 0
  }
}
