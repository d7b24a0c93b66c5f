import HTTPTypes

extension Response {
  /// The response as it stands on the wire of a connection that closes behind it.
  ///
  /// For the answers that libmicrohttpd does not take, because the request has not arrived; streams have none.
  func serialized(at date: Timestamp, requestID: String) -> [UInt8] {
    var content: [UInt8] = []
    if case .bytes(let bytes) = body { content = bytes }
    var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nDate: \(date.httpDate)\r\nConnection: close\r\n"
    for field in headerFields { head += "\(field.name.rawName): \(field.value)\r\n" }
    head += "\(RequestIDs.fieldName): \(requestID)\r\nContent-Length: \(content.count)\r\n\r\n"
    return Array(head.utf8) + content
  }
}

extension RequestIDs {
  /// Where a name comes from and goes to.
  static let fieldName = "X-Request-Id"
}
