package import Dispatch
package import HTTPTypes
package import System

/// One request whose head has passed every check and whose body has arrived.
package struct Request: Sendable {
  /// One of the methods of RFC 9110, PATCH or QUERY; others are rejected before they get here.
  package var method: HTTPRequest.Method
  /// What stands before the `?`, percent-encoded as it came; of an absolute target, what follows the authority.
  package var path: String
  /// What stands after the first `?`, percent-encoded as it came; `nil` where there is no `?`.
  package var query: String?
  /// Every field in the order it came, obsolete bytes above 0x7F included.
  package var headerFields: HeaderFields
  /// The whole body without its transfer coding; empty where there is none.
  package var body: [UInt8]
  /// The peer's numeric address without its port.
  package var remoteAddress: String
  /// The client's `X-Request-Id` where it is a sane one, or a name made here; the log has it, and the answer where it is
  /// the client's or an error.
  package var id: String

  package init(
    method: HTTPRequest.Method = .get,
    path: String,
    query: String? = nil,
    headerFields: HeaderFields = [:],
    body: [UInt8] = [],
    remoteAddress: String = "",
    id: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headerFields = headerFields
    self.body = body
    self.remoteAddress = remoteAddress
    self.id = id
  }
}

/// Answers the requests of one event loop, always on that loop's queue.
///
/// What it computes holds up every connection of the loop, so it must not wait for anything.
package protocol RequestHandler: AnyObject {
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
  package func attach(_ runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {}

  package var timedWork: (any TimedWork)? { nil }

  package var wantsExchanges: Bool { true }

  package func note(_ event: ConnectionEvent) {}

  package func housekeepingTick() {}

  package func completed(_ exchange: Exchange) {}

  package func turnEnded() {}
}

/// An event of a connection that no request tells of.
package enum ConnectionEvent: Sendable {
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
package protocol TimedWork: AnyObject {
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
package protocol StreamDelegate: AnyObject {
  /// The socket, which was full, has room again.
  func streamBecameWritable(_ stream: ResponseStream)

  /// The stream is over; called once for every stream that was opened, also after ``ResponseStream/finish()``.
  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason)
}

package enum StreamCloseReason: Sendable {
  /// By ``ResponseStream/finish()``, everything sent.
  case finished
  /// The client closed its side, or the network did.
  case peerLeft
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream had ended.
  case serverStopped
}

package enum SendOutcome: Sendable {
  /// Accepted; what the socket had no room for is kept and goes first.
  case sent
  /// Not accepted, not one byte: ``StreamDelegate/streamBecameWritable(_:)`` says when to send the newest.
  case full
  /// Not accepted: the stream is over or ending.
  case closed
}

/// A request and its answer, once both are over, as an access log needs them.
package struct Exchange: Sendable {
  /// The request's name, given by the client or made here.
  package var requestID: String
  /// The method as it came; empty where the head did not arrive.
  package var method: String
  /// The target without its query; `nil` where it was not understood.
  package var path: String?
  /// The status that was sent; 0 where there was none, because the client left or was cut.
  package var status: Int
  /// Bytes of the body that was to be sent; `nil` for a stream.
  package var byteCount: Int?
  /// From the end of the request's head to the end of the answer.
  package var duration: Duration
  /// When the answer was over.
  package var end: Timestamp
  /// The peer's numeric address without its port.
  package var remoteAddress: String
  package var userAgent: String?
  package var headerFields: HeaderFields
  /// Whether the whole answer was handed to the system.
  package var isComplete: Bool
  /// What the producer of a stream left in ``ResponseStream/report``.
  package var report: (any Sendable)?

  package init(
    requestID: String = "", method: String = "", path: String? = nil, status: Int = 0, byteCount: Int? = nil,
    duration: Duration = .zero, end: Timestamp = Timestamp(milliseconds: 0), remoteAddress: String = "",
    userAgent: String? = nil, headerFields: HeaderFields = [:], isComplete: Bool = true, report: (any Sendable)? = nil
  ) {
    self.requestID = requestID
    self.method = method
    self.path = path
    self.status = status
    self.byteCount = byteCount
    self.duration = duration
    self.end = end
    self.remoteAddress = remoteAddress
    self.userAgent = userAgent
    self.headerFields = headerFields
    self.isComplete = isComplete
    self.report = report
  }
}
