/// An IPv4 or IPv6 address; IPv4 is the part of IPv6 that it is mapped into (RFC 4291 section 2.5.5.2).
package struct IPAddress: Hashable, Sendable {
  /// The 64 bits that say where the network is.
  package let high: UInt64
  /// The 64 bits that say which interface in it.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An IPv4 address, its first number in the highest byte.
  init(v4 number: UInt32) {
    self.init(high: 0, low: Self.mapping | UInt64(number))
  }

  init(groups: [UInt16]) {
    let halves = [groups.prefix(4), groups.dropFirst(4)].map { $0.reduce(0 as UInt64) { $0 << 16 | UInt64($1) } }
    self.init(high: halves[0], low: halves[1])
  }

  /// `::ffff:0:0/96`.
  private static let mapping: UInt64 = 0xffff_0000_0000

  /// `::`, which stands for no address.
  package static let unspecified = IPAddress(high: 0, low: 0)

  package var isV4: Bool { high == 0 && low >> 32 == Self.mapping >> 32 }

  /// Whether it is of this machine alone: `127.0.0.0/8` or `::1`.
  package var isLoopback: Bool { isV4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

  /// What stands for one client: an IPv4 address, or the 64 bits of network that one subscriber of IPv6 has at least
  /// (RFC 6177), within which it takes a new address whenever it likes.
  package var client: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }
}

// MARK: - Reading

extension IPAddress {
  /// Reads an address as RFC 4291 section 2.2 writes it, or as four decimal numbers without leading zeros.
  ///
  /// A zone (`fe80::1%eth0`) is not part of the address, and never are more than 64 bytes looked at.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(65))
    guard bytes.count <= 64 else { return nil }
    guard bytes.contains(UInt8(ascii: ":")) else {
      guard let number = Self.v4(bytes[...]) else { return nil }
      self.init(v4: number)
      return
    }
    guard let groups = Self.v6(bytes.prefix { $0 != UInt8(ascii: "%") }) else { return nil }
    self.init(groups: groups)
  }

  private static func v4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    var (number, part): (UInt32, UInt32) = (0, 0)
    var (parts, digits) = (1, 0)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ".") where digits > 0:
        (number, part) = (number << 8 | part, 0)
        (parts, digits) = (parts + 1, 0)
      case 0x30...0x39 where parts <= 4 && (digits == 0 || part > 0):
        (part, digits) = (part * 10 + UInt32(byte - 0x30), digits + 1)
        guard part < 256 else { return nil }
      default: return nil
      }
    }
    return parts == 4 && digits > 0 ? number << 8 | part : nil
  }

  /// Eight groups, with `::` filled up.
  private static func v6(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    let colon = UInt8(ascii: ":")
    guard let gap = bytes.firstRange(of: [colon, colon]) else {
      return groups(bytes, mayEndInV4: true).flatMap { $0.count == 8 ? $0 : nil }
    }
    let (before, after) = (bytes[..<gap.lowerBound], bytes[gap.upperBound...])
    guard let left = before.isEmpty ? [] : groups(before, mayEndInV4: false),
      let right = after.isEmpty ? [] : groups(after, mayEndInV4: true), left.count + right.count <= 7
    else { return nil }
    return left + [UInt16](repeating: 0, count: 8 - left.count - right.count) + right
  }

  private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInV4: Bool) -> [UInt16]? {
    var groups: [UInt16] = []
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if mayEndInV4, index == parts.count - 1, let number = v4(part) {
        groups += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
      } else if let group = group(part) {
        groups.append(group)
      } else {
        return nil
      }
    }
    return groups
  }

  private static func group(_ part: ArraySlice<UInt8>) -> UInt16? {
    guard (1...4).contains(part.count) else { return nil }
    var group: UInt16 = 0
    for byte in part {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46, 0x61...0x66: digit = (byte | 0x20) - 0x61 + 10
      default: return nil
      }
      group = group << 4 | UInt16(digit)
    }
    return group
  }
}

// MARK: - Writing

extension IPAddress: CustomStringConvertible {
  /// The address as RFC 5952 writes it: four decimal numbers, or groups in which the longest run of zeros is left out.
  package var description: String {
    if isV4 { return [24, 16, 8, 0].map { "\(low >> $0 & 0xff)" }.joined(separator: ".") }
    let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> $0 & 0xffff } }
    let texts = groups.map { String($0, radix: 16) }
    guard let zeros = Self.longestZeros(in: groups) else { return texts.joined(separator: ":") }
    return "\(texts[..<zeros.lowerBound].joined(separator: ":"))::\(texts[zeros.upperBound...].joined(separator: ":"))"
  }

  /// The first of the longest runs of at least two zeros.
  private static func longestZeros(in groups: [UInt64]) -> Range<Int>? {
    var longest = 0..<1
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest.count > 1 ? longest : nil
  }
}

// MARK: - Networks

/// All addresses that begin alike: `10.0.0.0/8`, `2001:db8::/32`, or one address alone (RFC 4632 section 3.1).
package struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  package let description: String
  private let address: IPAddress
  /// The bits that count, 0...128.
  private let length: Int

  /// Bits behind the length do not matter.
  package init?(_ text: some StringProtocol) {
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

  package func contains(_ other: IPAddress) -> Bool {
    let (high, low) = (address.high ^ other.high, address.low ^ other.low)
    // A shift by 64 or more leaves nothing, as it should.
    return high >> (64 - min(length, 64)) == 0 && low >> (64 - max(length - 64, 0)) == 0
  }
}
