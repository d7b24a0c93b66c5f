import CMicrohttpd
import Dispatch
import System

/// Hands libmicrohttpd the bytes of a body as they are made.
///
/// Unchecked because the queue that makes a piece holds it meanwhile; everything else happens on the loop.
@safe
final class PieceReader: @unchecked Sendable {
  private let connection: Connection
  private var pieces: any BodyPieces
  private var piece: [UInt8] = []
  /// The bytes of the piece that libmicrohttpd has.
  private var taken = 0
  /// Whether the connection waits for the next piece, kept from libmicrohttpd meanwhile.
  private(set) var isMaking = false
  private var isOver = false

  init(_ pieces: any BodyPieces, on connection: Connection) {
    self.pieces = pieces
    self.connection = connection
  }
}

extension PieceReader {
  /// The bytes that libmicrohttpd takes at once.
  static let blockSize = 32_768

  /// The bytes of the whole body.
  var count: Int { pieces.count }

  /// Returns 0 where the connection waits for the next bytes, or libmicrohttpd's code for a body that ends early.
  func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
    connection.loop.noteProgress()
    guard taken < piece.count else { return makeNext() ? 0 : MHD_CONTENT_READER_END_WITH_ERROR }
    let end = min(taken + memory.count, piece.count)
    unsafe piece.withUnsafeBytes { bytes in
      unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<end]))
    }
    defer { taken = end }
    return end - taken
  }

  func cancel() {
    guard isMaking else { return }
    take([], pieces)
  }

  private func makeNext() -> Bool {
    guard !isOver else { return false }
    (piece, taken, isMaking) = ([], 0, true)
    connection.suspend()
    let (pieces, inbox) = (pieces, connection.loop.inbox)
    connection.loop.pieceQueue.async { [self] in
      ThreadPriority.lower()
      var pieces = pieces
      let piece = pieces.next()
      inbox.send { [self, pieces] in take(piece, pieces) }
    }
    return true
  }

  private func take(_ piece: [UInt8], _ pieces: any BodyPieces) {
    guard isMaking else { return }
    (self.piece, self.pieces, isMaking, isOver) = (piece, pieces, false, piece.isEmpty)
    connection.resume()
  }
}
