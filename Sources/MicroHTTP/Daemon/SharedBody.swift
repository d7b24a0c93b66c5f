import CMicrohttpd
import HTTPTypes

/// Bytes and header fields made ready once, for any number of responses on any loop at the same time.
///
/// Unchecked because it holds C pointers: what is behind them never changes again, and references to it are counted by
/// libmicrohttpd under a lock and by Swift.
public final class SharedBody: @unchecked Sendable {
  /// The length of the body.
  public var count: Int { bytes.array.count }

  /// The body.
  public var content: [UInt8] { bytes.array }

  private let bytes: ResponseBytes
  /// The fields that every response with it has.
  public let headerFields: HeaderFields
  private let response: PreparedResponse

  /// Copies the bytes into a response, without the room for more that an array may have.
  ///
  /// - Returns: `nil` when there is no memory for it.
  public init?(_ bytes: [UInt8], headerFields: HeaderFields) {
    var exact: [UInt8] = []
    exact.append(bytes.span)
    self.bytes = ResponseBytes(exact)
    guard let response = PreparedResponse(self.bytes, headerFields: headerFields) else { return nil }
    self.response = response
    self.headerFields = headerFields
  }

  /// Sends it on a connection that has just asked for a response.
  func queue(on connection: OpaquePointer) -> MHD_Result {
    unsafe response.queue(on: connection, status: .ok)
  }

  /// Sends it on a connection that has just asked for a response.
  ///
  /// Fields of that answer's own cost a response of its own, with the same bytes behind it.
  func queue(on connection: OpaquePointer, status: HTTPResponse.Status, with ownFields: HeaderFields) -> MHD_Result {
    guard !ownFields.isEmpty else { return unsafe response.queue(on: connection, status: status) }
    var fields = headerFields
    fields.append(contentsOf: ownFields)
    guard let response = PreparedResponse(bytes, headerFields: fields) else { return .NO }
    return unsafe response.queue(on: connection, status: status)
  }
}
