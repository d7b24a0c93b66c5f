/// Answers the requests of one event loop, always on that loop's queue.
///
/// What it computes holds up every connection of the loop, so it must not wait for anything.
public protocol RequestHandler: AnyObject {
  /// Answers a request.
  func respond(to request: Request) -> Response

  /// Writes the document for a request that the server refuses; most of these connections close after it.
  func respond(to rejection: RequestRejection, requestID: String) -> Response

  /// A request is over; called once for each that was answered or cut.
  func completed(_ exchange: Exchange)

  /// Whether ``completed(_:)`` is to be called at all; asked once.
  var wantsExchanges: Bool { get }

  /// The sockets have had their turn: whatever was collected meanwhile may go out now.
  ///
  /// Called at least once in each housekeeping interval.
  func turnEnded()

  /// The server is about to stop: every stream should end soon.
  func drain()

  /// A connection was opened, refused or closed; ignored by default.
  func note(_ event: ConnectionEvent)

  /// Called once a housekeeping interval, or later where the loop is busy; nothing by default.
  func housekeepingTick()

  /// The loop has begun; called once, before the first request, with what has the loop run a block soon from any thread.
  func attach(_ runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)

  /// What the handler does by the clock, if anything.
  var timedWork: (any TimedWork)? { get }
}

extension RequestHandler {
  /// Does nothing.
  public func attach(_ runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {}

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

/// An event of a connection that no request tells of.
public enum ConnectionEvent: Sendable {
  /// A client has connected.
  case accepted
  /// The client has as many connections as one may have, and is cut off.
  case refused
  /// Its connection has been closed, by whomever.
  case closed
}
