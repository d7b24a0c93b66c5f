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
    if requestID.isEmpty { requestID = loop.requestIDs.next() }
    let response = loop.handler.respond(to: rejection, requestID: requestID)
    let isComplete = part(telling: response.serialized(at: .now, requestID: requestID))
    patience.await(.response, at: loop.tick)
    status = response.status.code
    if case .bytes(let body) = response.body { byteCount = body.count }
    isAsked = false
    report(isComplete: isComplete)
  }

  /// Answers a request that libmicrohttpd cannot parse, with the status that its own page would have.
  ///
  /// The page goes nowhere then.
  func refuseUnparsed(status: UInt32) {
    let rejection = rejection(ofUnparsed: status)
    if head == nil, isAsked {
      head = collectHead()
      requestID = head?.requestID ?? ""
    }
    refuse(rejection)
  }

  private func rejection(ofUnparsed status: UInt32) -> RequestRejection {
    let configuration = loop.configuration
    return switch status {
    case 413: .bodyTooLarge(limit: configuration.maximumBodyBytes)
    case 414: .targetTooLong(limit: configuration.maximumHeadBytes)
    case 431: .headTooLarge(limit: configuration.maximumHeadBytes)
    case 505: .versionNotSupported
    default: .malformed(reason: unparsedPart)
    }
  }

  private var unparsedPart: String {
    if head != nil { return "a chunk or a trailer cannot be read" }
    return isAsked ? "a field line or the value of Content-Length cannot be read" : "its first line cannot be read"
  }
}
