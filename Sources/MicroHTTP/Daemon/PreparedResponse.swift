import CMicrohttpd
import HTTPTypes

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
