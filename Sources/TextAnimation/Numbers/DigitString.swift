/// The digits of one field of a number as they stand in a text, leading zeros included.
///
/// As one machine word where they fit, as they nearly always do: reading a number then allocates nothing.
struct DigitString: Sendable {
  /// How many there are.
  let count: Int
  /// What they stand for, where there are no more than ``wordLimit``.
  private let word: UInt64
  /// All of them where there are more, 0…9.
  private let long: [UInt8]
  /// The first, 0…9; `nil` where there is none.
  let first: UInt8?

  /// The most digits that every machine word holds.
  private static let wordLimit = 19

  /// No digits.
  static let none = DigitString(word: 0, count: 0, first: nil)

  private init(word: UInt64, count: Int, first: UInt8?, long: [UInt8] = []) {
    self.word = word
    self.count = count
    self.first = first
    self.long = long
  }

  /// Takes the digits, 0…9, at those positions where `digit` has one; there must be `count` of them.
  @inline(__always)
  init(_ positions: Range<Int>, count: Int, digit: (Int) -> UInt8?) {
    var word: UInt64 = 0
    var first: UInt8?
    guard count <= Self.wordLimit else {
      let digits = positions.compactMap(digit)
      self.init(word: 0, count: count, first: digits.first, long: digits)
      return
    }
    for position in positions {
      guard let digit = digit(position) else { continue }
      if first == nil { first = digit }
      word = word &* 10 &+ UInt64(digit)
    }
    self.init(word: word, count: count, first: first)
  }
}

extension DigitString {
  var isEmpty: Bool { count == 0 }

  /// What they stand for.
  var units: BigInteger { long.isEmpty ? BigInteger(Int128(word)) : BigInteger(digits: long) }

  /// Puts them behind those of a number.
  func append(to units: BigInteger) -> BigInteger {
    isEmpty ? units : units.multiplied(by: 10, power: count) + self.units
  }
}
