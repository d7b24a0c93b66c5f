/// A natural number of any size, in limbs of 32 bits.
///
/// Only what exact decimals need. The package BigInt was measured instead: it saves these lines but brings Foundation
/// into the room (three of its files import it), and 7 s to a cold release build.
struct Magnitude: Sendable {
  /// Base 2³², the lowest first, without zeros at the end.
  private(set) var limbs: [UInt32]

  init(_ value: UInt64 = 0) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    normalize()
  }

  /// Reads decimal digits, 0…9, the most significant first.
  init(digits: some Sequence<UInt8>) {
    limbs = []
    for digit in digits { multiply(by: 10, adding: UInt32(digit)) }
  }

  var isZero: Bool { limbs.isEmpty }

  private mutating func normalize() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}

// MARK: - Arithmetic

extension Magnitude {
  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry != 0 { limbs.append(UInt32(carry)) }
  }

  /// Multiplies by `base`, below 2¹⁶, to the power of `exponent`.
  mutating func multiply(by base: UInt32, power exponent: Int) {
    var rest = max(exponent, 0)
    while rest > 0 {
      var factor = base
      rest -= 1
      while rest > 0, factor <= UInt32.max / base {
        factor *= base
        rest -= 1
      }
      multiply(by: factor)
    }
  }

  static func * (lhs: Magnitude, rhs: Magnitude) -> Magnitude {
    var product = Magnitude()
    product.limbs = Array(repeating: 0, count: lhs.limbs.count + rhs.limbs.count)
    for (offset, factor) in lhs.limbs.enumerated() {
      var carry: UInt64 = 0
      for (index, limb) in rhs.limbs.enumerated() {
        carry += UInt64(limb) * UInt64(factor) + UInt64(product.limbs[offset + index])
        product.limbs[offset + index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product.limbs[offset + rhs.limbs.count] = UInt32(carry)
    }
    product.normalize()
    return product
  }

  static func + (lhs: Magnitude, rhs: Magnitude) -> Magnitude {
    var sum = Magnitude()
    var carry: UInt64 = 0
    for index in 0..<max(lhs.limbs.count, rhs.limbs.count) {
      carry += UInt64(lhs.limb(index)) + UInt64(rhs.limb(index))
      sum.limbs.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    if carry != 0 { sum.limbs.append(UInt32(carry)) }
    return sum
  }

  /// The distance of two numbers, whichever is larger.
  static func distance(_ lhs: Magnitude, _ rhs: Magnitude) -> Magnitude {
    let (large, small) = lhs < rhs ? (rhs, lhs) : (lhs, rhs)
    var difference = large
    var borrow: Int64 = 0
    for index in difference.limbs.indices {
      borrow += Int64(large.limbs[index]) - Int64(small.limb(index))
      difference.limbs[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
    difference.normalize()
    return difference
  }

  private func limb(_ index: Int) -> UInt32 {
    index < limbs.count ? limbs[index] : 0
  }
}

extension Magnitude: Comparable {
  static func < (lhs: Magnitude, rhs: Magnitude) -> Bool {
    lhs.limbs.count != rhs.limbs.count
      ? lhs.limbs.count < rhs.limbs.count : lhs.limbs.reversed().lexicographicallyPrecedes(rhs.limbs.reversed())
  }
}

// MARK: - Reading

extension Magnitude {
  /// The decimal digits, 0…9, the most significant first, none for zero.
  ///
  /// - Complexity: Quadratic in the number of digits.
  var digits: [UInt8] {
    var rest = self
    var reversed: [UInt8] = []
    reversed.reserveCapacity(limbs.count * 10)
    while !rest.isZero {
      var nine = rest.removeNineDigits()
      for _ in 0..<9 {
        reversed.append(UInt8(nine % 10))
        nine /= 10
      }
    }
    while reversed.last == 0 { reversed.removeLast() }
    return reversed.reversed()
  }

  /// Divides by 10⁹, a constant, so that the compiler multiplies instead.
  private mutating func removeNineDigits() -> UInt32 {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      let part = remainder << 32 | UInt64(limbs[index])
      limbs[index] = UInt32(part / 1_000_000_000)
      remainder = part % 1_000_000_000
    }
    normalize()
    return UInt32(remainder)
  }

  /// Divides by a number above 0 and gives the remainder.
  mutating func divide(by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      let part = remainder << 32 | UInt64(limbs[index])
      limbs[index] = UInt32(part / UInt64(divisor))
      remainder = part % UInt64(divisor)
    }
    normalize()
    return UInt32(remainder)
  }

  /// The digits to the base 2^`bits`, the most significant first, none for zero.
  func digits(bits: Int) -> [UInt8] {
    var rest = self
    var reversed: [UInt8] = []
    while !rest.isZero {
      reversed.append(rest.removeLowest(bits: bits))
    }
    return reversed.reversed()
  }

  private mutating func removeLowest(bits: Int) -> UInt8 {
    let lowest = limb(0) & (1 << UInt32(bits) - 1)
    for index in limbs.indices {
      limbs[index] = limbs[index] >> UInt32(bits) | limb(index + 1) << UInt32(32 - bits)
    }
    normalize()
    return UInt8(lowest)
  }

  /// The number as an unsigned integer of 64 bits, or `nil` if it is larger.
  var narrow: UInt64? {
    limbs.count <= 2 ? UInt64(limb(1)) << 32 | UInt64(limb(0)) : nil
  }
}
