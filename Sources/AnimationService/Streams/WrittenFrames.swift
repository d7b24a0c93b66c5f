import TextBytes

/// The encoded frames of a stream: written for one viewer, copied for all others.
///
/// Of the 5,900 instructions between a frame's turn and the system call 2,400 wrote it; a copy takes some 60. The memory
/// is taken when the second viewer comes, so that no frame waits for any, and what finds no room in it is written anew
/// each time. Kept ready for the only viewer, frames would be memory for nothing.
struct WrittenFrames: ~Copyable {
  private static let maximumBytes = 262_144
  private static let maximumCount = 4096

  private let maximumCount: Int
  private let capacity: Int
  private var viewers = 0
  private var places: [Place] = []
  private var bytes = UTF8Buffer(capacity: 0)

  /// Where a frame stands; no bytes at all where it has not been written.
  private struct Place {
    var start: UInt32 = 0
    var count: UInt32 = 0

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Prepares for frames with texts of about `textBytes`; `nil` frames are without end.
  init(frameCount: Int?, textBytes: Int) {
    maximumCount = min(frameCount ?? 0, Self.maximumCount)
    capacity = min(maximumCount * (128 + textBytes), Self.maximumBytes)
  }
}

extension WrittenFrames {
  /// Whether the next viewer is not the first.
  var isUsed: Bool { viewers > 0 }

  /// What it takes at most.
  var byteCount: Int { capacity + maximumCount * MemoryLayout<Place>.stride }

  /// Expects one viewer more.
  mutating func addViewer() {
    viewers += 1
    guard viewers == 2 else { return }
    places = Array(repeating: Place(), count: maximumCount)
    bytes.reserveCapacity(capacity)
  }

  /// Appends the frame at a place in the stream, encoded by `encode` unless another viewer has been sent it before.
  mutating func write(_ position: Int, to wire: inout UTF8Buffer, encode: (inout UTF8Buffer) -> Void) {
    guard position < places.count else { return encode(&wire) }
    let place = places[position]
    guard place.count == 0 else { return wire.append(place.range, of: bytes) }
    let start = wire.count
    encode(&wire)
    keep(start..<wire.count, of: wire, at: position)
  }

  private mutating func keep(_ range: Range<Int>, of wire: borrowing UTF8Buffer, at position: Int) {
    guard bytes.count + range.count <= capacity else { return }
    places[position] = Place(start: UInt32(bytes.count), count: UInt32(range.count))
    bytes.append(range, of: wire)
  }
}
