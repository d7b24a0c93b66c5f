/// Answers the requests of one event loop, always on that loop's queue.
///
/// What it computes holds up every connection of the loop, so it must not wait for anything.
public protocol RequestHandler: AnyObject {
  /// Answers a request.
  func respond(to request: Request) -> Response

  /// Writes the document for a request that the server refuses; most of these connections close after it.
  func respond(to rejection: RequestRejection) -> Response

  /// The server is about to stop: every stream should end soon.
  func drain()
}
