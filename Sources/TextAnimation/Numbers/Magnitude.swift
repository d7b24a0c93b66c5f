/// A natural number of any size: one machine word, or limbs of 32 bits where it needs more.
///
/// Only what exact decimals need. The package BigInt was measured instead: it saves these lines but brings Foundation
/// into the room (three of its files import it), and 7 s to a cold release build.
struct Magnitude: Sendable {
  /// The number where it fits; 0 where there are limbs.
  private var word: UInt64
  /// Base 2³², the lowest first, without zeros at the end; three at least, or none.
  private var limbs: [UInt32] = []

  init(_ value: UInt64 = 0) {
    word = value
  }

  /// Reads decimal digits, 0…9, the most significant first.
  init(digits: some Sequence<UInt8>) {
    word = 0
    append(digits)
  }

  private init(limbs: [UInt32]) {
    word = 0
    self.limbs = limbs
    normalize()
  }

  var isZero: Bool { word == 0 && limbs.isEmpty }

  /// The number as an unsigned integer of 64 bits, or `nil` if it is larger.
  var narrow: UInt64? { limbs.isEmpty ? word : nil }

  /// The number as an unsigned integer of 128 bits, or `nil` if it is larger.
  var wide: UInt128? {
    guard limbs.count <= 4 else { return nil }
    return limbs.isEmpty ? UInt128(word) : limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
  }

  private mutating func normalize() {
    while limbs.last == 0 { limbs.removeLast() }
    guard limbs.count <= 2 else { return }
    word = limbs.reversed().reduce(0) { $0 << 32 | UInt64($1) }
    limbs = []
  }

  private mutating func widen() {
    limbs = allLimbs
    word = 0
  }

  private var allLimbs: [UInt32] {
    limbs.isEmpty ? [UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32)] : limbs
  }
}

// MARK: - Arithmetic

extension Magnitude {
  /// Puts more decimal digits behind those of the number.
  mutating func append(_ digits: some Sequence<UInt8>) {
    for digit in digits { multiply(by: 10, adding: UInt32(digit)) }
  }

  /// Puts `count` decimal digits, given as the number they make, behind those of the number.
  mutating func append(_ digits: UInt64, count: Int) {
    multiply(by: 10, power: count)
    self = self + Magnitude(digits)
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    if limbs.isEmpty {
      let (high, low) = word.multipliedFullWidth(by: UInt64(factor))
      let (sum, isCarried) = low.addingReportingOverflow(UInt64(addend))
      if high == 0, !isCarried {
        word = sum
        return
      }
      widen()
    }
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
    if lhs.limbs.isEmpty, rhs.limbs.isEmpty {
      let (high, low) = lhs.word.multipliedFullWidth(by: rhs.word)
      if high == 0 { return Magnitude(low) }
    }
    let (left, right) = (lhs.allLimbs, rhs.allLimbs)
    var product = [UInt32](repeating: 0, count: left.count + right.count)
    for (offset, factor) in left.enumerated() {
      var carry: UInt64 = 0
      for (index, limb) in right.enumerated() {
        carry += UInt64(limb) * UInt64(factor) + UInt64(product[offset + index])
        product[offset + index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product[offset + right.count] = UInt32(carry)
    }
    return Magnitude(limbs: product)
  }

  static func + (lhs: Magnitude, rhs: Magnitude) -> Magnitude {
    if lhs.limbs.isEmpty, rhs.limbs.isEmpty {
      let (sum, isCarried) = lhs.word.addingReportingOverflow(rhs.word)
      if !isCarried { return Magnitude(sum) }
    }
    let (left, right) = (lhs.allLimbs, rhs.allLimbs)
    var sum: [UInt32] = []
    sum.reserveCapacity(max(left.count, right.count) + 1)
    var carry: UInt64 = 0
    for index in 0..<max(left.count, right.count) {
      carry += UInt64(index < left.count ? left[index] : 0) + UInt64(index < right.count ? right[index] : 0)
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    if carry != 0 { sum.append(UInt32(carry)) }
    return Magnitude(limbs: sum)
  }

  /// The distance of two numbers, whichever is larger.
  static func distance(_ lhs: Magnitude, _ rhs: Magnitude) -> Magnitude {
    let (large, small) = lhs < rhs ? (rhs, lhs) : (lhs, rhs)
    guard !large.limbs.isEmpty else { return Magnitude(large.word - small.word) }
    var difference = large.limbs
    let subtrahend = small.allLimbs
    var borrow: Int64 = 0
    for index in difference.indices {
      borrow += Int64(difference[index]) - Int64(index < subtrahend.count ? subtrahend[index] : 0)
      difference[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
    return Magnitude(limbs: difference)
  }
}

extension Magnitude: Comparable {
  static func < (lhs: Magnitude, rhs: Magnitude) -> Bool {
    if lhs.limbs.isEmpty, rhs.limbs.isEmpty { return lhs.word < rhs.word }
    return lhs.limbs.count != rhs.limbs.count
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
    reversed.reserveCapacity(max(limbs.count, 2) * 10)
    while !rest.limbs.isEmpty {
      var nine = rest.removeNineDigits()
      for _ in 0..<9 {
        reversed.append(UInt8(nine % 10))
        nine /= 10
      }
    }
    while rest.word > 0 {
      reversed.append(UInt8(rest.word % 10))
      rest.word /= 10
    }
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
    guard !limbs.isEmpty else {
      defer { word /= UInt64(divisor) }
      return UInt32(word % UInt64(divisor))
    }
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
    guard !limbs.isEmpty else {
      defer { word >>= UInt64(bits) }
      return UInt8(word & (1 << UInt64(bits) - 1))
    }
    let lowest = limbs[0] & (1 << UInt32(bits) - 1)
    for index in limbs.indices {
      let next = index + 1 < limbs.count ? limbs[index + 1] : 0
      limbs[index] = limbs[index] >> UInt32(bits) | next << UInt32(32 - bits)
    }
    normalize()
    return UInt8(lowest)
  }
}
