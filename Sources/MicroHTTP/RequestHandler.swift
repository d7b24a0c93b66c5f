public import Dispatch

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

/// Work on a loop's queue that is due at certain moments.
///
/// It has a Dispatch timer, but while the loop is on its queue anyway, the loop does the waiting: a timer that fires costs
/// five to six system calls and two changes of thread, a wait that ends costs nothing more.
public protocol TimedWork: AnyObject {
  /// Whether the loop waits for ``nextDeadline``; while it does not, the timer must be armed.
  var isAttended: Bool { get set }

  /// When there is something to do next; `nil` for nothing.
  var nextDeadline: DispatchTime? { get }

  /// Does one tick of what is due, so that others have their turn soon.
  func runDue()

  /// Called when the timer has fired and what was due is done; the loop, once it has set this, stays for a while.
  var onTimer: (() -> Void)? { get set }
}

/// Receives the events of a ``ResponseStream``, on its loop's queue and never from within a call to the stream.
public protocol StreamDelegate: AnyObject {
  /// The socket, which was full, has room again.
  func streamBecameWritable(_ stream: ResponseStream)

  /// The stream is over; called once for every stream that was opened, also after ``ResponseStream/finish()``.
  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason)
}

/// How a stream ended.
public enum StreamCloseReason: Sendable {
  /// By ``ResponseStream/finish()``, everything sent.
  case finished
  /// The client closed its side, or the network did.
  case peerLeft
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream had ended.
  case serverStopped
}

/// The result of sending bytes to a stream.
public enum SendOutcome: Sendable {
  /// Accepted; what the socket had no room for is kept and goes first.
  case sent
  /// Not accepted, not one byte: ``StreamDelegate/streamBecameWritable(_:)`` says when to send the newest.
  case full
  /// Not accepted: the stream is over or ending.
  case closed
}
