/// The compression of GIF: codes of up to 12 bits, the first bit of each in the lowest that is free.
struct LZWWriter {
  /// The bits of a shade.
  static let symbolBits = 4
  private static let clearCode = 1 << symbolBits
  private static let endCode = clearCode + 1
  private static let maximumBits = 12

  /// The code of each known sequence with each shade behind it, 0 where there is none.
  private var codes = [UInt16](repeating: 0, count: 1 << (maximumBits + symbolBits))
  private var next = endCode + 1
  private var bits = symbolBits + 1
  private var output: [UInt8] = []
  /// Bits that do not make a byte yet.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// The codes of some shades.
  mutating func compressed(_ shades: [UInt8]) -> [UInt8] {
    output = []
    (pending, pendingCount) = (0, 0)
    clear()
    write(shades)
    append(Self.endCode)
    if pendingCount > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
    return output
  }

  private mutating func write(_ shades: [UInt8]) {
    guard var prefix = shades.first.map(Int.init) else { return }
    for shade in shades.dropFirst() {
      let place = prefix << Self.symbolBits | Int(shade)
      if codes[place] > 0 {
        prefix = Int(codes[place])
        continue
      }
      append(prefix)
      learn(place)
      prefix = Int(shade)
    }
    append(prefix)
    // A decoder has learned one more by then.
    growIfNeeded()
  }

  /// Gives a sequence the next code, or begins anew where there is none left.
  private mutating func learn(_ place: Int) {
    guard next < 1 << Self.maximumBits else { return clear() }
    codes[place] = UInt16(next)
    growIfNeeded()
    next += 1
  }

  /// A decoder learns a code one step later, so codes grow when the first has come that needs it.
  private mutating func growIfNeeded() {
    if next == 1 << bits, bits < Self.maximumBits { bits += 1 }
  }

  private mutating func clear() {
    for place in codes.indices { codes[place] = 0 }
    // The first of all has as many bits as those behind it.
    if output.isEmpty, pendingCount == 0 { bits = Self.symbolBits + 1 }
    append(Self.clearCode)
    (next, bits) = (Self.endCode + 1, Self.symbolBits + 1)
  }

  private mutating func append(_ code: Int) {
    pending |= UInt32(code) << UInt32(pendingCount)
    pendingCount += bits
    while pendingCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }
}
