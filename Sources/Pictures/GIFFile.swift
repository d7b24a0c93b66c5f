/// An animated GIF (GIF89a) with one table of 16 colors.
struct GIFFile: FilmFile {
  static let longestTime = 65_535
  private var bytes: [UInt8]
  private var writer = LZWWriter()

  init(_ head: FilmHead) {
    bytes = Array("GIF89a".utf8)
    bytes.append(littleEndian: head.width)
    bytes.append(littleEndian: head.height)
    // A global table of 2^(3+1) colors, as good as the original; the background is the first; pixels are square.
    bytes += [0b1011_0011, 0, 0]
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
    bytes += [0, UInt8(LZWWriter.symbolBits)]
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
