import CMicrohttpd
import Glibc
import HTTPTypes

extension Connection {
  /// A request line has arrived.
  func beginRequest(target: UnsafePointer<CChar>?) {
    isAsked = true
    body = RequestBody(limit: loop.configuration.maximumBodyBytes)
    if let target = unsafe target {
      let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target)).bindMemory(to: UInt8.self)
      self.target = unsafe loop.targets.value(of: bytes.span) { RequestTarget($0) }
      let start = UInt(bitPattern: target)
      targetBytes = start..<start + UInt(bytes.count)
    } else {
      self.target = nil
    }
    patience.await(.head, at: loop.tick)
  }

  /// A head has arrived: refuse the request now, which closes the connection, or go on.
  func takeHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?) -> MHD_Result {
    headEnd = Clock.monotonic
    self.method = unsafe String(cString: method)
    isHTTP10 = unsafe version.map { unsafe strcmp($0, "HTTP/1.0") == 0 } ?? true
    let (head, isWhole) = unsafe readHead(method: method, version: version)
    self.head = head
    requestID = head.requestID ?? loop.requestIDs.next()
    if let rejection = rejection(of: head, isWhole: isWhole) {
      return send(loop.handler.respond(to: rejection, requestID: requestID))
    }
    patience.await(.body, at: loop.tick)
    return .YES
  }

  /// A piece of the body has arrived.
  func takeBody(_ piece: Span<UInt8>) -> MHD_Result {
    body.append(piece) ? .YES : .NO
  }

  /// The whole request has arrived.
  func answer() -> MHD_Result {
    loop.interrupt()
    if unsafe MHD_get_connection_values_n(handle, .FOOTER_KIND, nil, nil) > 0 { closeAfterResponse() }
    guard !body.isTooLarge else {
      let rejection = RequestRejection.bodyTooLarge(limit: loop.configuration.maximumBodyBytes)
      return send(loop.handler.respond(to: rejection, requestID: requestID))
    }
    let request = Request(
      method: HTTPRequest.Method(rawValue: method) ?? .get, path: target?.path ?? "/", query: target?.query,
      headerFields: head?.fields ?? HTTPFields(), body: body.bytes, isHTTP10: isHTTP10, remoteAddress: remoteAddress,
      id: requestID)
    return send(loop.handler.respond(to: request))
  }

  /// The request is over; the connection waits for the next one, or is about to close.
  func endRequest(_ code: MHD_RequestTerminationCode) {
    complete(code)
    (requestID, status, byteCount) = ("", 0, nil)
    method = ""
    headEnd = 0
    target = nil
    head = nil
    body = RequestBody()
    patience.await(.nextRequest, at: loop.tick)
    if loop.isDraining { part() }
  }

  /// Trailers end as wrongly as heads do (``HeadLayout``), but nothing tells where: whatever follows is no request.
  private func closeAfterResponse() {
    let name: StaticString = "Connection"
    let value: StaticString = "close"
    _ = unsafe MHD_set_connection_value_n(
      handle, .HEADER_KIND, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      name.utf8CodeUnitCount, UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self),
      value.utf8CodeUnitCount)
  }

  /// Finds out what the header fields say; of a head that stands in its buffer as it should, by its bytes if they are known.
  private func readHead(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?
  ) -> (head: RequestHead, isWhole: Bool) {
    var layout = unsafe requestLine(method: method, version: version)
    let start = layout.next
    let end = UInt(bitPattern: method) + UInt(unsafe cmicrohttpd_head_size(handle))
    unsafe withUnsafeMutablePointer(to: &layout) { layout in
      _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, followField, layout)
    }
    guard layout.isWhole(end: end) else { return (collectHead(), false) }
    let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: Int(end - start))
    return (unsafe loop.heads.value(of: bytes.span) { _ in collectHead() } ?? collectHead(), true)
  }

  /// The fields that have arrived.
  func collectHead() -> RequestHead {
    let head = RequestHead()
    _ = unsafe MHD_get_connection_values_n(
      handle, .HEADER_KIND, collectField, Unmanaged.passUnretained(head).toOpaque())
    return head
  }

  private func requestLine(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?) -> HeadLayout {
    var layout = HeadLayout(start: UInt(bitPattern: method))
    layout.append(at: UInt(bitPattern: method), count: unsafe strlen(method), delimiter: 1)
    layout.append(at: targetBytes.lowerBound, count: targetBytes.count, delimiter: 1)
    layout.append(
      at: UInt(bitPattern: version), count: unsafe version.map { unsafe strlen($0) } ?? 0, delimiter: 2)
    return layout
  }

  private func rejection(of head: RequestHead, isWhole: Bool) -> RequestRejection? {
    if isSurplus { return .tooManyConnections(limit: loop.configuration.connectionLimit) }
    let limit = loop.configuration.maximumHeadBytes
    if unsafe cmicrohttpd_head_size(handle) > limit {
      return targetBytes.count > limit / 2 ? .targetTooLong(limit: limit) : .headTooLarge(limit: limit)
    }
    guard target != nil else { return .malformed(reason: "the request target has a character that is not allowed") }
    guard isWhole else {
      return .malformed(reason: "the head has a NUL, a folded line, a line without a name or one not ended by CR LF")
    }
    return head.rejection(method: method, isHTTP10: isHTTP10, bodyLimit: loop.configuration.maximumBodyBytes)
  }

  private func send(_ response: Response) -> MHD_Result {
    patience.await(.response, at: loop.tick)
    status = response.status.code
    byteCount = response.body.count
    switch response.body {
    case .shared(let body):
      // A name made here need not reach the client: the log has it, and a response of its own costs all fields again.
      var fields = response.headerFields
      if let id = head?.requestID, let name = HTTPField.Name(RequestIDs.fieldName) { fields[name] = id }
      return unsafe body.queue(on: handle, status: response.status, with: fields)
    case .stream(let opener) where method != "HEAD":
      return queue(
        named(PreparedResponse(stream: makeStream(opener), headerFields: response.headerFields)), response.status)
    case .bytes(let bytes):
      return queue(named(PreparedResponse(bytes: bytes, headerFields: response.headerFields)), response.status)
    case .empty, .stream:
      // A HEAD answered by a callback response would get the last chunk of a body, which breaks the framing.
      return queue(named(PreparedResponse(bytes: [], headerFields: response.headerFields)), response.status)
    }
  }

  /// Adds the request's name.
  private func named(_ response: consuming PreparedResponse?) -> PreparedResponse? {
    guard let response else { return nil }
    response.add(RequestIDs.fieldName, requestID)
    return response
  }

  private func queue(_ prepared: consuming PreparedResponse?, _ status: HTTPResponse.Status) -> MHD_Result {
    guard let prepared else { return .NO }
    return unsafe prepared.queue(on: handle, status: status)
  }

  /// Finds out how a request ended.
  private func complete(_ code: MHD_RequestTerminationCode) {
    guard isAsked else { return }
    isAsked = false
    if requestID.isEmpty { requestID = loop.requestIDs.next() }
    if method == "HEAD" { byteCount = 0 }
    report(isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
  }
}

extension Response.Body {
  /// The length; `nil` for a stream.
  fileprivate var count: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .shared(let body): body.count
    case .stream: nil
    }
  }
}
