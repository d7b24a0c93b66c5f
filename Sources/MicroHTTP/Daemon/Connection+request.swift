import CMicrohttpd
import Glibc
import HTTPTypes
import System

extension Connection {
  func beginRequest(target: UnsafePointer<CChar>?) {
    guard let target = unsafe target else { return request.begin(nil, at: 0..<0, loop.tick) }
    let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target)).bindMemory(to: UInt8.self)
    let start = UInt(bitPattern: target)
    request.begin(
      unsafe loop.memo.target(of: bytes.span), at: start..<start + UInt(bytes.count),
      loop.tick)
  }

  /// A head has arrived: refuse the request now, which closes the connection, or go on.
  func takeHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?) -> MHD_Result {
    let moment = loop.wantsExchanges ? Clock.monotonic : 0
    let isHTTP10 = unsafe version?.isEqual(to: "HTTP/1.0") ?? true
    let isPlain = unsafe !isHTTP10 && !isSurplus && method.isEqual(to: "GET")
    let (head, isWhole, answer) = unsafe readHead(method: method, version: version, isPlain: isPlain)
    if let answer {
      request.take(head, repeating: answer, at: moment, loop.tick)
      return .YES
    }
    request.take(
      head, method: unsafe String(cString: method), isHTTP10: isHTTP10, at: moment, loop.tick)
    guard let rejection = rejection(of: head, isWhole: isWhole) else { return .YES }
    lingers = head.value.announcesBody
    // A head that fills the memory leaves libmicrohttpd none for an answer; it would close without one.
    if unsafe cmicrohttpd_head_size(handle) > loop.configuration.maximumHeadBytes {
      refuse(rejection)
      return .NO
    }
    return send(loop.handler.respond(to: rejection, requestID: nameRequest()))
  }

  func takeBody(_ piece: Span<UInt8>) -> MHD_Result {
    let limit = loop.configuration.maximumBodyBytes
    guard request.countBody(piece.count, limit: limit, at: loop.tick) else {
      lingers = true
      refuse(.bodyTooLarge(limit: limit))
      return .NO
    }
    var body = request.releaseBody()
    if !request.isBodyTooLarge(limit: limit) {
      body.append(piece)
      request.keepBody(body)
    }
    return .YES
  }

  func answer() -> MHD_Result {
    let start = loop.interrupt()
    // The stream that answered it is over.
    guard stream == nil else { return .NO }
    if isWaiting { return takeLaterResponse().map(send) ?? .NO }
    if let body = request.repeatable?.repeated(since: start) {
      request.answer(status: 200, byteCount: body.count, at: loop.tick)
      return unsafe body.queue(on: handle)
    }
    if request.head?.value.hasChunks ?? false { closeAfterResponse() }
    guard !request.isBodyTooLarge(limit: loop.configuration.maximumBodyBytes) else {
      let rejection = RequestRejection.bodyTooLarge(limit: loop.configuration.maximumBodyBytes)
      return send(loop.handler.respond(to: rejection, requestID: nameRequest()))
    }
    return send(loop.handler.respond(to: wholeRequest()))
  }

  /// The request is over; the connection waits for the next one, or is about to close.
  func endRequest(_ code: MHD_RequestTerminationCode) {
    if let stream {
      let (streamReport, isFinished) = endStream(stream)
      report(isComplete: isFinished, streamReport)
    } else {
      report(isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
    }
    endPieces()
    forgetAnswer()
    request.end(at: loop.tick)
    watchTimeouts()
    if loop.isDraining { cut() }
  }

  private func wholeRequest() -> Request {
    let (method, target) = (request.method, request.target)
    return Request(
      method: method == "GET" ? .get : HTTPRequest.Method(rawValue: method) ?? .get, path: target?.path ?? "/",
      query: target?.query, headerFields: request.head?.value.fields ?? HeaderFields(), body: request.body,
      remoteAddress: remoteAddress, id: nameRequest())
  }

  /// The request's name, made now unless it has one.
  func nameRequest() -> String {
    if request.id.isEmpty { request.name(request.head?.value.requestID ?? loop.requestIDs.next()) }
    return request.id
  }

  /// What follows a body in chunks is no request.
  ///
  /// libmicrohttpd 0.9.75 takes CR or LF alone for the end of a chunk's line, and joins or drops odd lines of trailers, as
  /// it does with heads (``HeadLayout``), so that another program on the way may see another end of the body; nothing of it
  /// is told.
  private func closeAfterResponse() {
    lingers = true
    let name: StaticString = "Connection"
    let value: StaticString = "close"
    _ = unsafe MHD_set_connection_value_n(
      handle, .HEADER_KIND, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      name.utf8CodeUnitCount, UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self),
      value.utf8CodeUnitCount)
  }

  // Reads the header fields, or finds them by their bytes if they came before; for a plain request finds the answer that
  // repeats, too.
  private func readHead(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?, isPlain: Bool
  ) -> (head: SharedHead, isWhole: Bool, answer: (any RepeatableAnswer)?) {
    var layout = unsafe requestLine(method: method, target: request.targetBytes, version: version)
    let start = layout.next
    let end = UInt(bitPattern: method) + UInt(unsafe cmicrohttpd_head_size(handle))
    unsafe withUnsafeMutablePointer(to: &layout) { layout in
      _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, followField, layout)
    }
    guard layout.isWhole(end: end) else { return (collectHead(), false, nil) }
    let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: Int(end - start))
    let head = unsafe loop.memo.head(of: bytes.span) { collectHead() }
    guard isPlain, let last = request.target?.lastAnswer, last.head === head else {
      return (head, true, nil)
    }
    return (head, true, last.answer)
  }

  func collectHead() -> SharedHead {
    var head = RequestHead()
    unsafe withUnsafeMutablePointer(to: &head) { head in
      _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, head)
    }
    return SharedHead(head)
  }

  private func requestLine(
    method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>?
  ) -> HeadLayout {
    var layout = HeadLayout(start: UInt(bitPattern: method))
    layout.append(at: UInt(bitPattern: method), count: unsafe strlen(method), delimiter: 1)
    layout.append(at: target.lowerBound, count: target.count, delimiter: 1)
    layout.append(
      at: UInt(bitPattern: version), count: unsafe version.map { unsafe strlen($0) } ?? 0, delimiter: 2)
    return layout
  }

  private func rejection(of head: SharedHead, isWhole: Bool) -> RequestRejection? {
    if isSurplus { return .tooManyConnections(limit: loop.configuration.connectionLimit) }
    let limit = loop.configuration.maximumHeadBytes
    if unsafe cmicrohttpd_head_size(handle) > limit {
      return request.targetBytes.count > limit / 2 ? .targetTooLong(limit: limit) : .headTooLarge(limit: limit)
    }
    guard request.target != nil else {
      return .malformed(reason: "the request target has a character that is not allowed")
    }
    guard isWhole else {
      return .malformed(reason: "the head has a NUL, a folded line, a line without a name or one not ended by CR LF")
    }
    return head.value.rejection(
      method: request.method, isHTTP10: request.isHTTP10, bodyLimit: loop.configuration.maximumBodyBytes)
  }

  private func send(_ response: consuming Response) -> MHD_Result {
    request.answer(status: response.status.code, byteCount: response.body.count, at: loop.tick)
    addRequestID(to: &response)
    watchTimeouts()
    switch response.body {
    case .later(let begin):
      waitForAnswer(begin)
      return .YES
    case .shared(let body):
      if let answer = response.repeatable { remember(answer, response) }
      return unsafe body.queue(on: handle, status: response.status, with: response.headerFields)
    case .bytes(let bytes): return queue(bytes, response)
    case .empty: return queue([], response)
    case .pieces(let pieces): return queue(makeReader(of: pieces), response)
    case .stream(let opener):
      return stream(response, opener)
    }
  }

  /// Tells the request's name to the client that has given one, or that may have to tell somebody of an error.
  func addRequestID(to response: inout Response) {
    if let id = request.head?.value.requestID ?? (response.status.code >= 400 ? nameRequest() : nil) {
      response.headerFields.append(name: RequestIDs.fieldName.utf8Span.span, value: id.utf8Span.span)
    }
  }

  /// Opens a stream, or sends what would be its head; either way the connection ends with the response.
  private func stream(_ response: Response, _ opener: (ResponseStream) -> Void) -> MHD_Result {
    let head = response.head(ofStreamAt: loop.dateText, isChunked: !request.isHTTP10)
    guard request.method == "HEAD" else {
      openStream(behind: head, opener)
      return .YES
    }
    // libmicrohttpd would say that the body has a length, 0, or send the last chunk of one.
    answer(withLast: head, status: response.status.code, byteCount: nil)
    return .NO
  }

  /// Has a byte-identical repeat of the request meet this answer at once, where nothing but its bytes decides.
  ///
  /// libmicrohttpd has decoded the target in its memory by now; in origin form, path and query are its bytes.
  private func remember(_ answer: any RepeatableAnswer, _ response: Response) {
    guard response.status == .ok, response.headerFields.isEmpty, request.method == "GET", !request.isHTTP10,
      let target = request.target, let head = request.head, head.value.requestID == nil, !head.value.announcesBody,
      case let text = target.query.map({ "\(target.path)?\($0)" }) ?? target.path,
      text.utf8.count == request.targetBytes.count
    else { return }
    loop.memo.remember(answer, to: target, bytes: text.utf8Span.span, head)
  }

  private func queue(_ bytes: [UInt8], _ response: Response) -> MHD_Result {
    guard let prepared = PreparedResponse(ResponseBytes(bytes), headerFields: response.headerFields) else { return .NO }
    return unsafe prepared.queue(on: handle, status: response.status)
  }

  private func queue(_ reader: PieceReader, _ response: Response) -> MHD_Result {
    guard let prepared = PreparedResponse(reader, headerFields: response.headerFields) else { return .NO }
    return unsafe prepared.queue(on: handle, status: response.status)
  }
}

extension Response.Body {
  /// The length; `nil` for a stream.
  var count: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .pieces(let pieces): pieces.count
    case .shared(let body): body.count
    case .later, .stream: nil
    }
  }
}

extension UnsafePointer<CChar> {
  /// Whether a C string is this text; a literal given to `strcmp` would be copied for each call.
  fileprivate func isEqual(to text: StaticString) -> Bool {
    unsafe strcmp(self, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }
}

// These answers are written straight to the socket, because libmicrohttpd takes no response before it has a head. The
// connection closes behind them.
extension Connection {
  /// Answers 429 to a client that has too many connections, and closes.
  func refuse() {
    cut(after: Self.tooManyRequests)
  }

  private static let tooManyRequests = [UInt8](
    """
    HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nCache-Control: private, no-store\r\n\
    Content-Length: 0\r\n\r\n
    """.utf8)

  /// Answers a request that has not arrived.
  func refuse(_ rejection: RequestRejection) {
    var response = loop.handler.respond(to: rejection, requestID: nameRequest())
    addRequestID(to: &response)
    let isHead = request.method == "HEAD"
    answer(
      withLast: response.serialized(at: .now, isHead: isHead), status: response.status.code,
      byteCount: isHead ? 0 : response.body.count)
  }

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
    case _ where request.head != nil: .malformed(reason: "a chunk or a trailer cannot be read")
    default: .malformed(reason: unparsedPart)
    }
  }

  private var unparsedPart: String {
    request.isReportDue
      ? "a field line or the value of Content-Length cannot be read"
      : "its first line cannot be read"
  }
}
