public import HTTPTypes

/// What is sent back.
///
/// `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are the server's.
public struct Response {
  /// The status line's code; its reason phrase is the standard's.
  public var status: HTTPResponse.Status
  /// The fields to send; those of a ``SharedBody`` come first.
  ///
  /// Fields that never change should be a constant, to which others are appended.
  public var headerFields: HeaderFields
  /// What follows the head; of a HEAD request only the head is sent.
  public var body: Body
  /// Who answers if the same request comes again; looked at where the answer is a shared body without fields of its own.
  public var repeatable: (any RepeatableAnswer)?

  /// Creates a response.
  public init(status: HTTPResponse.Status = .ok, headerFields: HeaderFields = HeaderFields(), body: Body = .empty) {
    self.status = status
    self.headerFields = headerFields
    self.body = body
  }
}

extension Response {
  /// What follows the head.
  public enum Body {
    /// Nothing.
    case empty
    /// These bytes, copied once.
    case bytes([UInt8])
    /// Bytes with header fields that many responses share without a copy; the response's own fields follow those, at
    /// the cost of writing all of them down once more.
    case shared(SharedBody)
    /// Bytes that are made piece by piece as the client takes them, so that an answer that nobody reads costs one piece.
    indirect case pieces(any BodyPieces)
    /// Another response, once the closure's argument has it sent; the closure runs on the loop.
    ///
    /// The connection waits as long as that takes, and so does a server that drains. Status and fields are those of the
    /// response that is sent.
    case later((LaterAnswer) -> Void)
    /// Bytes that come in time.
    ///
    /// The closure runs on the loop, and not at all for HEAD; what it sends leaves with the head, and the connection ends
    /// with the stream.
    case stream((ResponseStream) -> Void)
  }
}

/// An answer that its handler would give to the same request again, without looking at it.
///
/// With such an answer a handler says that nothing but its target and its header fields decides about a GET. A loop that
/// receives the same bytes again asks the answer instead of its handler: to parse, route and search anew takes 5,900
/// instructions more. Loops may keep it longer than the handler does, so it has to let go of its body.
public protocol RepeatableAnswer: AnyObject {
  /// The request that it was given to has come again: counts it as if the handler had been asked.
  ///
  /// - Parameter start: When the loop began with the answer, in nanoseconds of the monotonic clock.
  /// - Returns: What is sent; `nil`, with nothing counted, where the handler is to be asked after all.
  func repeated(since start: UInt64) -> SharedBody?
}
