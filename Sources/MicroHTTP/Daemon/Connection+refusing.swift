import HTTPTypes

// What is said here is written past libmicrohttpd, which takes no response before it has a head; nothing else can be
// under way. The connection closes behind it.
extension Connection {
  /// Cuts a connection that its client should not have opened.
  func refuse() {
    part(telling: Self.tooManyRequests)
  }

  private static let tooManyRequests = [UInt8](
    "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n".utf8)

  /// Answers a request that has not arrived.
  func refuse(_ rejection: RequestRejection) {
    var exchange = exchange ?? Exchange()
    if exchange.requestID.isEmpty { exchange.requestID = loop.requestIDs.next() }
    let response = loop.handler.respond(to: rejection, requestID: exchange.requestID)
    exchange.isComplete = part(telling: response.serialized(at: .now, requestID: exchange.requestID))
    patience.await(.response, at: loop.tick)
    exchange.status = response.status.code
    if case .bytes(let body) = response.body { exchange.byteCount = body.count }
    self.exchange = nil
    report(exchange)
  }

  /// Answers a request that libmicrohttpd cannot parse, with the status that its own page would have.
  ///
  /// The page goes nowhere then.
  func refuseUnparsed(status: UInt32) {
    if !hasHead && exchange != nil { takeFields() }
    let configuration = loop.configuration
    switch status {
    case 413: refuse(.bodyTooLarge(limit: configuration.maximumBodyBytes))
    case 414: refuse(.targetTooLong(limit: configuration.maximumHeadBytes))
    case 431: refuse(.headTooLarge(limit: configuration.maximumHeadBytes))
    case 505: refuse(.versionNotSupported)
    default: refuse(.malformed(reason: unparsedPart))
    }
  }

  private var unparsedPart: String {
    if hasHead { return "a chunk or a trailer cannot be read" }
    return exchange == nil
      ? "its first line cannot be read" : "a field line or the value of Content-Length cannot be read"
  }
}
