import System
import HTTPTypes

// These answers are written straight to the socket, because libmicrohttpd takes no response before it has a head. The
// connection closes behind them.
extension Connection {
  /// Answers 429 to a client that has too many connections, and closes.
  func refuse() {
    cut(after: Self.tooManyRequests)
  }

  private static let tooManyRequests = [UInt8](
    "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n".utf8)

  /// Answers a request that has not arrived.
  func refuse(_ rejection: RequestRejection) {
    var response = loop.handler.respond(to: rejection, requestID: nameRequest())
    addRequestID(to: &response)
    let isHead = request.method == "HEAD"
    answer(
      withLast: response.serialized(at: .now, isHead: isHead), status: response.status.code,
      byteCount: isHead ? 0 : response.body.count)
  }

  /// Answers a request with the last bytes on its connection.
  func answer(withLast words: [UInt8], status: Int, byteCount: Int?) {
    let isComplete = cut(after: words)
    request.answer(status: status, byteCount: byteCount, at: loop.tick)
    report(isComplete: isComplete)
  }

  /// Answers a request that libmicrohttpd cannot parse, with the status that its own page would have.
  ///
  /// libmicrohttpd's page then has no socket to go to.
  func refuseUnparsed(status: UInt32) {
    let rejection = rejection(ofUnparsed: status)
    if request.head == nil, request.isReportDue { request.take(collectHead()) }
    lingers = true
    refuse(rejection)
  }

  private func rejection(ofUnparsed status: UInt32) -> RequestRejection {
    let configuration = loop.configuration
    let headLimit = configuration.maximumHeadBytes
    return switch status {
    case 413: .bodyTooLarge(limit: configuration.maximumBodyBytes)
    case 414: .targetTooLong(limit: headLimit)
    case 431: request.targetBytes.count > headLimit ? .targetTooLong(limit: headLimit) : .headTooLarge(limit: headLimit)
    case 505: .versionNotSupported
    case _ where request.head != nil: .unreadableChunk
    default: .malformed(reason: unparsedPart)
    }
  }

  private var unparsedPart: String {
    request.isReportDue
      ? "a field line or the value of Content-Length cannot be read"
      : "its first line cannot be read"
  }
}

extension RequestRejection {
  /// For what is wrong between the head and the end of a body in chunks.
  static let unreadableChunk = malformed(reason: "a chunk or a trailer cannot be read")
}
