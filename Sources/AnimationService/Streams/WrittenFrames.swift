import TextBytes

/// The encoded frames of a sequence: written for one viewer, copied for all others of the same stream.
///
/// Of the 5,900 instructions between a frame's turn and the system call 2,400 wrote it; a copy takes some 60. The memory
/// is taken when the second viewer comes, so that no frame waits for any, and what finds no room in it is written anew
/// each time. Kept ready for the only viewer, frames would be memory for nothing.
final class WrittenFrames {
  private static let maximumBytes = 262_144
  private static let maximumCount = 4096

  private let count: Int
  private let capacity: Int
  private var viewers = 0
  /// In one place, so that a frame has one access to it to check.
  private var store = Store()

  fileprivate struct Store: ~Copyable {
    var places: [Place] = []
    var bytes = UTF8Buffer(capacity: 0)
    var capacity = 0
  }

  /// Where a frame stands; no bytes at all where it has not been written.
  fileprivate struct Place {
    var start: UInt32 = 0
    var count: UInt32 = 0

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Prepares for the frames of a sequence with texts of about `textBytes`; `nil` frames are without end.
  init(frameCount: Int?, textBytes: Int) {
    count = min(frameCount ?? 0, Self.maximumCount)
    capacity = min(count * (128 + textBytes), Self.maximumBytes)
  }
}

extension WrittenFrames {
  /// What it takes at most.
  var byteCount: Int { capacity + count * MemoryLayout<Place>.stride }

  /// Expects one viewer more.
  func addViewer() {
    viewers += 1
    guard viewers == 2 else { return }
    store.places = Array(repeating: Place(), count: count)
    store.bytes.reserveCapacity(capacity)
    store.capacity = capacity
  }

  /// Appends a frame, encoded by `encoder` unless another viewer has been sent it before.
  func write(_ index: Int, by encoder: StreamEncoder, to wire: inout UTF8Buffer) {
    store.write(index, by: encoder, to: &wire)
  }
}

extension WrittenFrames.Store {
  mutating func write(_ index: Int, by encoder: StreamEncoder, to wire: inout UTF8Buffer) {
    guard index < places.count else { return encoder.writeFrame(index, to: &wire) }
    let place = places[index]
    guard place.count == 0 else { return wire.append(place.range, of: bytes) }
    let start = wire.count
    encoder.writeFrame(index, to: &wire)
    keep(start..<wire.count, of: wire, as: index)
  }

  private mutating func keep(_ range: Range<Int>, of wire: borrowing UTF8Buffer, as index: Int) {
    guard bytes.count + range.count <= capacity else { return }
    places[index] = WrittenFrames.Place(start: UInt32(bytes.count), count: UInt32(range.count))
    bytes.append(range, of: wire)
  }
}
