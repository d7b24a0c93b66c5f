/// A natural number of any size to the base 2⁶⁴, the lowest limb first, without zeros at the end.
struct Limbs: Sendable, Equatable {
  private var limbs: [UInt64]

  init(_ value: UInt128) {
    limbs = [UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)]
    normalize()
  }

  private mutating func normalize() {
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// The number where it has no more than 128 bits.
  var word: UInt128? {
    guard limbs.count <= 2 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 64 | UInt128($1) }
  }

  var isOdd: Bool { (limbs.first ?? 0) & 1 != 0 }

  /// The number of bits up to the highest that is set.
  var bitCount: Int { limbs.count * 64 - (limbs.last?.leadingZeroBitCount ?? 0) }
}

extension Limbs {
  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in limbs.indices {
      let (high, low) = limbs[index].multipliedFullWidth(by: factor)
      let (sum, overflows) = low.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = overflows ? high &+ 1 : high
    }
    if carry != 0 { limbs.append(carry) }
    normalize()
  }

  /// Divides by a number above 0 and gives the remainder.
  mutating func divide(by divisor: UInt64) -> UInt64 {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
    }
    normalize()
    return remainder
  }

  /// The number without its lowest `count` bits, and what they are worth.
  func shifted(by count: Int) -> (quotient: Limbs, rest: Remainder) {
    let (whole, bits) = count.quotientAndRemainder(dividingBy: 64)
    let rest = Remainder(highest: bit(count - 1), isMore: (0..<max(count - 1, 0)).hasSetBit(in: limbs))
    var quotient = self
    quotient.limbs.removeFirst(min(whole, limbs.count))
    if bits > 0 {
      for index in quotient.limbs.indices {
        let next = index + 1 < quotient.limbs.count ? quotient.limbs[index + 1] : 0
        quotient.limbs[index] = quotient.limbs[index] >> UInt64(bits) | next << UInt64(64 - bits)
      }
    }
    quotient.normalize()
    return (quotient, rest)
  }

  private func bit(_ position: Int) -> Bool {
    position >= 0 && position / 64 < limbs.count && limbs[position / 64] >> UInt64(position % 64) & 1 != 0
  }

  static func + (left: Limbs, right: Limbs) -> Limbs {
    var (sum, other) = left.limbs.count < right.limbs.count ? (right, left) : (left, right)
    var carry: UInt64 = 0
    for index in sum.limbs.indices {
      let total =
        UInt128(sum.limbs[index]) + UInt128(index < other.limbs.count ? other.limbs[index] : 0) + UInt128(carry)
      sum.limbs[index] = UInt64(truncatingIfNeeded: total)
      carry = UInt64(truncatingIfNeeded: total >> 64)
    }
    if carry != 0 { sum.limbs.append(carry) }
    other.limbs = []
    return sum
  }

  /// The distance of two numbers, whichever is larger.
  static func distance(_ left: Limbs, _ right: Limbs) -> Limbs {
    var (difference, other) = left < right ? (right, left) : (left, right)
    var borrow: UInt64 = 0
    for index in difference.limbs.indices {
      let subtrahend = UInt128(index < other.limbs.count ? other.limbs[index] : 0) + UInt128(borrow)
      let minuend = UInt128(difference.limbs[index])
      borrow = minuend < subtrahend ? 1 : 0
      difference.limbs[index] = UInt64(truncatingIfNeeded: minuend &- subtrahend)
    }
    difference.normalize()
    other.limbs = []
    return difference
  }

  /// A few bits in a row, the lowest of them at `position`.
  func bits(at position: Int, count: Int) -> UInt8 {
    (0..<count).reversed().reduce(0) { $0 << 1 | (bit(position + $1) ? 1 : 0) }
  }
}

extension Limbs: Comparable {
  static func < (left: Limbs, right: Limbs) -> Bool {
    left.limbs.count != right.limbs.count
      ? left.limbs.count < right.limbs.count : left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
  }
}

extension Range<Int> {
  /// Whether one of these bits is set.
  fileprivate func hasSetBit(in limbs: [UInt64]) -> Bool {
    let end = Swift.min(upperBound, limbs.count * 64)
    let whole = end / 64
    if limbs.prefix(whole).contains(where: { $0 != 0 }) { return true }
    return whole < limbs.count && end % 64 > 0 && limbs[whole] << UInt64(64 - end % 64) != 0
  }
}
