import CMicrohttpd
import Dispatch
import HTTPTypes
import System

/// One reference to a response of libmicrohttpd; connections that send it hold their own.
@safe
struct PreparedResponse: ~Copyable {
  private let pointer: OpaquePointer

  /// A response with bytes that others may have as well; it holds them as long as any connection sends them.
  init?(_ bytes: ResponseBytes, headerFields: HeaderFields) {
    let context = unsafe Unmanaged.passRetained(bytes).toOpaque()
    let pointer = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.array.count, bytes.start, releaseBytes, context)
    guard let pointer = unsafe pointer else {
      unsafe Unmanaged<ResponseBytes>.fromOpaque(context).release()
      return nil
    }
    unsafe self.pointer = pointer
    add(headerFields)
  }

  /// A response whose bytes are made as they are taken; it holds the reader as long as its connection sends it.
  init?(_ reader: PieceReader, headerFields: HeaderFields) {
    let context = unsafe Unmanaged.passRetained(reader).toOpaque()
    let pointer = unsafe MHD_create_response_from_callback(
      UInt64(reader.count), PieceReader.blockSize, readPiece, context, releasePieces)
    guard let pointer = unsafe pointer else {
      unsafe Unmanaged<PieceReader>.fromOpaque(context).release()
      return nil
    }
    unsafe self.pointer = pointer
    add(headerFields)
  }

  deinit { unsafe MHD_destroy_response(pointer) }

  /// Sends the response on a connection that has just asked for one.
  func queue(on connection: OpaquePointer, status: HTTPResponse.Status) -> MHD_Result {
    unsafe cmicrohttpd_queue_response(connection, UInt32(status.code), pointer)
  }

  /// Adds fields, all by one call, before the response is sent; `Content-Length` and such are libmicrohttpd's own.
  private func add(_ fields: HeaderFields) {
    guard !fields.isEmpty else { return }
    unsafe fields.bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      _ = unsafe cmicrohttpd_add_fields(pointer, text, bytes.count)
    }
  }
}

/// The body of one response or several, which libmicrohttpd reads where the array has it.
@safe
final class ResponseBytes {
  let array: [UInt8]

  init(_ array: [UInt8]) { self.array = array }

  /// Where the bytes stand as long as this object lives: nobody can change the array, so they never move.
  var start: UnsafeMutableRawPointer? {
    unsafe array.withUnsafeBytes { unsafe UnsafeMutableRawPointer(mutating: $0.baseAddress) }
  }
}

/// Bytes and header fields made ready once, for any number of responses on any loop at the same time.
///
/// Unchecked because it holds C pointers: what is behind them never changes again, and references to it are counted by
/// libmicrohttpd under a lock and by Swift.
package final class SharedBody: @unchecked Sendable {
  package var count: Int { bytes.array.count }

  package var content: [UInt8] { bytes.array }

  private let bytes: ResponseBytes
  package let headerFields: HeaderFields
  private let response: PreparedResponse

  /// Without the room for more that an array may have; `nil` when there is no memory for it.
  package init?(_ bytes: [UInt8], headerFields: HeaderFields) {
    var exact: [UInt8] = []
    exact.append(bytes.span)
    self.bytes = ResponseBytes(exact)
    guard let response = PreparedResponse(self.bytes, headerFields: headerFields) else { return nil }
    self.response = response
    self.headerFields = headerFields
  }

  func queue(on connection: OpaquePointer) -> MHD_Result {
    unsafe response.queue(on: connection, status: .ok)
  }

  /// Fields of the answer's own cost a response of its own, with the same bytes behind it.
  func queue(on connection: OpaquePointer, status: HTTPResponse.Status, with ownFields: HeaderFields) -> MHD_Result {
    guard !ownFields.isEmpty else { return unsafe response.queue(on: connection, status: status) }
    var fields = headerFields
    fields.append(contentsOf: ownFields)
    guard let response = PreparedResponse(bytes, headerFields: fields) else { return .NO }
    return unsafe response.queue(on: connection, status: status)
  }
}

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
      lowerThreadPriority()
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

/// The right to answer a request later than at once, while its connection waits.
///
/// Unchecked because other threads may hold it; they can do nothing with it but ``complete(with:)``, which goes on on the
/// loop's queue.
package final class LaterAnswer: @unchecked Sendable {
  private let runOnLoop: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let answer: (LaterAnswer, Response) -> Void
  private var makeResponse: ((any Sendable) -> Response)?

  package init(
    by runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    _ answer: @escaping (LaterAnswer, Response) -> Void
  ) {
    self.runOnLoop = runOnLoop
    self.answer = answer
  }

  /// Says what the answer is made of; called on the loop, before the value can be there.
  package func whenComplete(_ makeResponse: @escaping (any Sendable) -> Response) {
    self.makeResponse = makeResponse
  }

  /// Hands over the value, from any thread; the request is answered on the loop, if the server has not stopped meanwhile.
  package func complete(with value: any Sendable) {
    runOnLoop { [self] in
      guard let makeResponse else { return }
      self.makeResponse = nil
      send(makeResponse(value))
    }
  }

  /// Called on the loop.
  package func send(_ response: Response) {
    makeResponse = nil
    answer(self, response)
  }
}
