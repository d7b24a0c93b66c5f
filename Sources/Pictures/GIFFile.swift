/// An animated GIF (GIF89a) with one table of colors.
struct GIFFile: FilmFile {
  static let longestTime = 65_535
  private var bytes: [UInt8]
  private var writer: LZWWriter

  init(_ head: FilmHead) {
    let bits = head.palette.bits
    writer = LZWWriter(symbolBits: bits)
    bytes = Array("GIF89a".utf8)
    bytes.append(littleEndian: head.width)
    bytes.append(littleEndian: head.height)
    // A global table of 2^bits colors, as good as the original; the background is the first; pixels are square.
    bytes += [0b1011_0000 | UInt8(bits - 1), 0, 0]
    bytes += head.palette.bytes
    guard head.plays != 1 else { return }
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    // The first time is not counted, and 0 is without end.
    bytes.append(littleEndian: min(max(head.plays - 1, 0), 65_535))
    bytes.append(0)
  }

  var byteCount: Int { bytes.count }

  mutating func append(_ pixels: Shades, at area: Area, ticks: Int) {
    // Stands where it is when the next comes.
    bytes += [0x21, 0xF9, 4, 0b0000_0100]
    bytes.append(littleEndian: ticks)
    bytes += [0, 0, 0x2C]
    bytes.append(littleEndian: area.columns.lowerBound)
    bytes.append(littleEndian: area.rows.lowerBound)
    bytes.append(littleEndian: pixels.width)
    bytes.append(littleEndian: pixels.height)
    bytes += [0, UInt8(writer.symbolBits)]
    appendBlocks(of: writer.compressed(pixels.pixels))
  }

  /// Blocks of up to 255 bytes, each behind its length.
  private mutating func appendBlocks(of data: [UInt8]) {
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      bytes.append(UInt8(block.count))
      bytes += block
    }
    bytes.append(0)
  }

  mutating func finish() -> [UInt8] {
    bytes.append(0x3B)
    return bytes
  }
}

extension [UInt8] {
  /// Appends 16 bits, the lower first.
  fileprivate mutating func append(littleEndian number: Int) {
    append(UInt8(truncatingIfNeeded: number))
    append(UInt8(truncatingIfNeeded: number >> 8))
  }
}

/// The compression of GIF: codes of up to 12 bits, the first bit of each in the lowest that is free.
struct LZWWriter {
  private static let maximumBits = 12

  /// The bits of a pixel.
  let symbolBits: Int
  private var clearCode: Int { 1 << symbolBits }
  private var endCode: Int { clearCode + 1 }

  /// The code of each known sequence with each pixel behind it, 0 where there is none.
  private var codes: [UInt16]
  /// The places in it that have one.
  private var known: [Int] = []
  private var next = 0
  private var bits = 0
  private var output: [UInt8] = []
  /// Bits that do not make a byte yet.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init(symbolBits: Int) {
    self.symbolBits = symbolBits
    codes = [UInt16](repeating: 0, count: 1 << (Self.maximumBits + symbolBits))
  }

  mutating func compressed(_ shades: [UInt8]) -> [UInt8] {
    output = []
    (pending, pendingCount) = (0, 0)
    clear()
    write(shades)
    append(endCode)
    if pendingCount > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
    return output
  }

  private mutating func write(_ shades: [UInt8]) {
    guard var prefix = shades.first.map(Int.init) else { return }
    for shade in shades.dropFirst() {
      let place = prefix << symbolBits | Int(shade)
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
    known.append(place)
    growIfNeeded()
    next += 1
  }

  /// A decoder learns a code one step later, so codes grow when the first has come that needs it.
  private mutating func growIfNeeded() {
    if next == 1 << bits, bits < Self.maximumBits { bits += 1 }
  }

  private mutating func clear() {
    for place in known { codes[place] = 0 }
    known.removeAll(keepingCapacity: true)
    // The first of all has as many bits as those behind it.
    if output.isEmpty, pendingCount == 0 { bits = symbolBits + 1 }
    append(clearCode)
    (next, bits) = (endCode + 1, symbolBits + 1)
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
