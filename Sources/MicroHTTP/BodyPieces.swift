/// Makes a body piece by piece; a copy makes what follows again.
public protocol BodyPieces: Sendable {
  /// The bytes of all pieces together, at least 1.
  var count: Int { get }

  /// The next piece, which nobody else makes at the same time; called on no loop's queue.
  ///
  /// - Returns: No bytes once all have been made.
  mutating func next() -> [UInt8]
}

extension BodyPieces {
  /// All that follows at once.
  public var whole: [UInt8] {
    var (rest, bytes) = (self, [] as [UInt8])
    bytes.reserveCapacity(count)
    while case let piece = rest.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }
}
