import System

/// An animated PNG by a table of colors, four or eight bits a pixel, as in the third edition of the specification.
struct APNGFile: FilmFile {
  static let longestTime = 65_535
  private let head: FilmHead
  /// The chunks behind the head, which says how many frames there are.
  private var chunks: [UInt8] = []
  private var frames = 0
  /// Counts the chunks of frames.
  private var sequence = 0

  init(_ head: FilmHead) {
    self.head = head
  }

  var byteCount: Int { chunks.count + 256 }

  mutating func append(_ pixels: Shades, at area: Area, ticks: Int) {
    chunks.appendChunk("fcTL") { chunk in
      chunk.append(bigEndian: sequence, bytes: 4)
      chunk.append(bigEndian: pixels.width, bytes: 4)
      chunk.append(bigEndian: pixels.height, bytes: 4)
      chunk.append(bigEndian: area.columns.lowerBound, bytes: 4)
      chunk.append(bigEndian: area.rows.lowerBound, bytes: 4)
      chunk.append(bigEndian: ticks, bytes: 2)
      chunk.append(bigEndian: FilmFormat.apng.ticksPerSecond, bytes: 2)
      // It stands where it is when the next comes, and takes the place of what was there.
      chunk += [0, 0]
    }
    sequence += 1
    // The first is also the picture that programs show which know no frames.
    chunks.appendChunk(frames == 0 ? "IDAT" : "fdAT") { chunk in
      if frames > 0 {
        chunk.append(bigEndian: sequence, bytes: 4)
        sequence += 1
      }
      chunk += pixels.packedRows(head.palette.bits).deflated(level: 6) ?? []
    }
    frames += 1
  }

  mutating func finish() -> [UInt8] {
    var file: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    file.reserveCapacity(chunks.count + 256)
    file.appendChunk("IHDR") { chunk in
      chunk.append(bigEndian: head.width, bytes: 4)
      chunk.append(bigEndian: head.height, bytes: 4)
      // By a table of colors; the only compression and filters there are; not interlaced.
      chunk += [UInt8(head.palette.bits), 3, 0, 0, 0]
    }
    file.appendChunk("acTL") { chunk in
      chunk.append(bigEndian: frames, bytes: 4)
      chunk.append(bigEndian: head.plays, bytes: 4)
    }
    file.appendChunk("PLTE") { $0 += head.palette.bytes }
    if let opacities = head.palette.opacities { file.appendChunk("tRNS") { $0 += opacities } }
    file += chunks
    file.appendChunk("IEND") { _ in }
    return file
  }
}

extension Shades {
  /// Each row behind the number of its filter, which is none, one pixel a byte or two.
  fileprivate func packedRows(_ bits: Int) -> [UInt8] {
    var packed: [UInt8] = []
    packed.reserveCapacity(height * (1 + (width * bits + 7) / 8))
    for row in 0..<height {
      packed.append(0)
      let pixels = pixels[row * width..<(row + 1) * width]
      guard bits == 4 else {
        packed += pixels
        continue
      }
      for column in stride(from: pixels.startIndex, to: pixels.endIndex, by: 2) {
        packed.append(pixels[column] << 4 | (column + 1 < pixels.endIndex ? pixels[column + 1] : 0))
      }
    }
    return packed
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the highest of them first.
  fileprivate mutating func append(bigEndian number: Int, bytes: Int) {
    for byte in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  /// Appends a chunk: length, type, data, and a checksum of type and data.
  fileprivate mutating func appendChunk(_ type: String, _ write: (inout [UInt8]) -> Void) {
    let start = count
    append(bigEndian: 0, bytes: 4)
    self += Array(type.utf8)
    write(&self)
    let length = count - start - 8
    for byte in 0..<4 { self[start + byte] = UInt8(truncatingIfNeeded: length >> (8 * (3 - byte))) }
    append(bigEndian: Int(self[(start + 4)...].checksum), bytes: 4)
  }
}
