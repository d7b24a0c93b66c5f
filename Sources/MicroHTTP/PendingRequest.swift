/// What is known of the request that a connection is busy with, and how long the client may take.
///
/// One value, changed once in each of libmicrohttpd's callbacks: every access to an object's property is checked while it
/// runs, for 80 to 130 instructions, and a request took twenty.
struct PendingRequest {
  private(set) var patience = Patience()
  /// Whether a request has been begun and is not over.
  private(set) var isAsked = false
  /// `nil` also where the target has a character that none may have.
  private(set) var target: RequestTarget?
  /// Where it stands.
  private(set) var targetBytes: Range<UInt> = 0..<0
  private(set) var method = ""
  /// The header fields, once they are complete.
  private(set) var head: RequestHead?
  private(set) var isHTTP10 = false
  /// What ``begin(_:at:_:)`` was told.
  var line: (target: RequestTarget?, bytes: Range<UInt>) { (target, targetBytes) }
  /// When its head was complete, by ``Clock/monotonic``; 0 before, and where nobody wants to know.
  private(set) var headEnd: UInt64 = 0
  /// Who answers in place of the handler, if anybody.
  private(set) var standing: (any StandingAnswer)?
  var body = RequestBody()
  /// The client's name for the request, or one made here; empty before the head is complete and where nobody needs it.
  var id = ""
  /// The status that was sent, or is about to be; 0 before.
  private(set) var status = 0
  /// The bytes of the body that belongs to it.
  private(set) var byteCount: Int?
}

// What happens to it, each at a tick of the loop.
extension PendingRequest {
  /// The connection is open.
  mutating func expect(at tick: Int) {
    patience.await(.firstRequest, at: tick)
  }

  /// A request line has arrived.
  mutating func begin(_ target: RequestTarget?, at bytes: Range<UInt>, _ tick: Int) {
    isAsked = true
    self.target = target
    targetBytes = bytes
    patience.await(.head, at: tick)
  }

  /// A head has arrived of a request that may go on.
  mutating func take(
    _ head: RequestHead, method: String, isHTTP10: Bool, bodyLimit: Int, at moment: UInt64, _ tick: Int
  ) {
    self.head = head
    self.method = method
    self.isHTTP10 = isHTTP10
    body = RequestBody(limit: bodyLimit)
    headEnd = moment
    patience.await(.body, at: tick)
  }

  /// The head has arrived of a GET that needs no second look.
  mutating func take(_ head: RequestHead, known standing: any StandingAnswer, at moment: UInt64, _ tick: Int) {
    self.head = head
    self.standing = standing
    method = "GET"
    headEnd = moment
    patience.await(.body, at: tick)
  }

  /// The head has arrived of a request that will not be read any further.
  mutating func take(_ head: RequestHead) {
    self.head = head
  }

  /// An answer is about to be sent.
  mutating func answer(status: Int, byteCount: Int?, at tick: Int) {
    self.status = status
    self.byteCount = byteCount
    patience.await(.response, at: tick)
  }

  /// It was answered by a text that stands for head and body, and is not to be told of again.
  mutating func answerLast(status: Int, byteCount: Int?, at tick: Int) {
    answer(status: status, byteCount: byteCount, at: tick)
    isAsked = false
  }

  /// It is over.
  ///
  /// - Returns: Whether it has not been told of.
  mutating func complete() -> Bool {
    defer { isAsked = false }
    if method == "HEAD" { byteCount = 0 }
    return isAsked
  }

  /// The connection waits for the next one, or is about to close.
  ///
  /// One that needed no second look has left less behind.
  mutating func end(at tick: Int) {
    if standing == nil {
      self = PendingRequest()
    } else {
      (isAsked, target, method, head, isHTTP10, headEnd, standing) = (false, nil, "", nil, false, 0, nil)
      (id, status, byteCount) = ("", 0, nil)
    }
    patience.await(.nextRequest, at: tick)
  }
}
