public import HTTPTypes

/// Bytes and header fields made ready once, for any number of responses on any loop at the same time.
///
/// Unchecked because it holds a C pointer: the response behind it never changes again, and libmicrohttpd counts its
/// references under a lock.
public final class SharedBody: @unchecked Sendable {
  /// The length of the body.
  public let count: Int

  let response: PreparedResponse

  /// Copies the bytes into a response.
  ///
  /// - Returns: `nil` when there is no memory for it.
  public init?(_ bytes: [UInt8], headerFields: HTTPFields) {
    guard let response = PreparedResponse(bytes: bytes, headerFields: headerFields) else { return nil }
    self.response = response
    count = bytes.count
  }
}
