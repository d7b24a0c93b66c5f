/// Answers the requests of one event loop, always on that loop's queue.
///
/// What it computes holds up every connection of the loop, so it must not wait for anything.
public protocol RequestHandler: AnyObject {
  /// Answers a request.
  func respond(to request: Request) -> Response

  /// Writes the document for a request that the server refuses; most of these connections close after it.
  func respond(to rejection: RequestRejection, requestID: String) -> Response

  /// A request and its answer are over; called once for each that was answered or cut.
  func completed(_ exchange: Exchange)

  /// Whether ``completed(_:)`` is to be called at all, asked once: what nobody hears of need not be collected.
  var wantsExchanges: Bool { get }

  /// The loop has done what there was to do: whatever was collected on the way may go out now.
  ///
  /// Called once for each turn, and at least once in each housekeeping interval.
  func turnEnded()

  /// The server is about to stop: every stream should end soon.
  func drain()

  /// Hears what happens to a connection; nothing by default.
  func note(_ event: ConnectionEvent)

  /// Called once a housekeeping interval, or later where the loop is busy; nothing by default.
  func housekeepingTick()

  /// What the handler does by the clock, if anything.
  var timedWork: (any TimedWork)? { get }
}

extension RequestHandler {
  /// Nothing.
  public var timedWork: (any TimedWork)? { nil }

  /// Yes.
  public var wantsExchanges: Bool { true }

  /// Ignores it.
  public func note(_ event: ConnectionEvent) {}

  /// Has nothing to do.
  public func housekeepingTick() {}

  /// Does nothing.
  public func completed(_ exchange: Exchange) {}

  /// Does nothing.
  public func turnEnded() {}
}

/// What happens to connections without a request to tell of it.
public enum ConnectionEvent: Sendable {
  /// A client has connected.
  case accepted
  /// The client has as many connections as one may have, and is cut off.
  case refused
  /// Its connection has been closed, by whomever.
  case closed
}
