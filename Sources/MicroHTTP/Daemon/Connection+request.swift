import CMicrohttpd
import Glibc
import HTTPTypes

extension Connection {
  /// A request line has arrived.
  func beginRequest(target: UnsafePointer<CChar>?) {
    hasHead = false
    body = RequestBody(limit: loop.configuration.maximumBodyBytes)
    if let target = unsafe target {
      let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target)).bindMemory(to: UInt8.self)
      self.target = unsafe RequestTarget(bytes.span)
    } else {
      self.target = nil
    }
    patience.await(.head, at: loop.tick)
  }

  /// A head has arrived: refuse the request now, which closes the connection, or go on.
  func takeHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>?) -> MHD_Result {
    hasHead = true
    self.method = unsafe String(cString: method)
    isHTTP10 = unsafe version.map { unsafe strcmp($0, "HTTP/1.0") == 0 } ?? true
    var head = RequestHead()
    unsafe withUnsafeMutablePointer(to: &head) { head in
      _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, head)
    }
    headerFields = head.fields
    if let rejection = rejection(of: head) { return send(loop.handler.respond(to: rejection)) }
    patience.await(.body, at: loop.tick)
    return .YES
  }

  /// A piece of the body has arrived.
  func takeBody(_ piece: Span<UInt8>) -> MHD_Result {
    body.append(piece) ? .YES : .NO
  }

  /// The whole request has arrived.
  func answer() -> MHD_Result {
    guard !body.isTooLarge else {
      return send(loop.handler.respond(to: .bodyTooLarge(limit: loop.configuration.maximumBodyBytes)))
    }
    let request = Request(
      method: HTTPRequest.Method(rawValue: method) ?? .get, path: target?.path ?? "/", query: target?.query,
      headerFields: headerFields, body: body.bytes, isHTTP10: isHTTP10, remoteAddress: remoteAddress)
    return send(loop.handler.respond(to: request))
  }

  /// The request is over; the connection waits for the next one, or is about to close.
  func endRequest() {
    target = nil
    headerFields = [:]
    body = RequestBody()
    patience.await(.nextRequest, at: loop.tick)
    if loop.isDraining { Socket.cut(socket) }
  }

  private func rejection(of head: RequestHead) -> RequestRejection? {
    let configuration = loop.configuration
    if isSurplus { return .tooManyConnections(limit: configuration.connectionLimit) }
    if unsafe cmicrohttpd_head_size(handle) > configuration.maximumHeadBytes {
      return .headTooLarge(limit: configuration.maximumHeadBytes)
    }
    guard target != nil else { return .malformed(reason: "the request target has a character that is not allowed") }
    return head.rejection(method: method, isHTTP10: isHTTP10, bodyLimit: configuration.maximumBodyBytes)
  }

  private func send(_ response: Response) -> MHD_Result {
    patience.await(.response, at: loop.tick)
    switch response.body {
    case .shared(let body):
      return unsafe body.response.queue(on: handle, status: response.status)
    case .stream(let opener) where method != "HEAD":
      return queue(PreparedResponse(stream: makeStream(opener), headerFields: response.headerFields), response.status)
    case .bytes(let bytes):
      return queue(PreparedResponse(bytes: bytes, headerFields: response.headerFields), response.status)
    case .empty, .stream:
      // A HEAD answered by a callback response would get the last chunk of a body, which breaks the framing.
      return queue(PreparedResponse(bytes: [], headerFields: response.headerFields), response.status)
    }
  }

  private func queue(_ prepared: consuming PreparedResponse?, _ status: HTTPResponse.Status) -> MHD_Result {
    guard let prepared else { return .NO }
    return unsafe prepared.queue(on: handle, status: status)
  }
}
