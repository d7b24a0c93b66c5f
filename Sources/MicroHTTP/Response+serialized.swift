import HTTPTypes
import System

// What is written past libmicrohttpd, on connections that close behind it.
extension Response {
  /// The response as it stands on the wire.
  ///
  /// For the answers that libmicrohttpd does not take, because the request has not arrived; streams have none.
  ///
  /// - Parameters:
  ///   - date: Now.
  ///   - isHead: Whether HEAD was asked, which is told the length of what it does not get.
  /// - Returns: All of its bytes.
  func serialized(at date: Timestamp, isHead: Bool) -> [UInt8] {
    var content: [UInt8] = []
    if case .bytes(let bytes) = body { content = bytes }
    let head = head(at: date.httpDate, framing: "Content-Length: \(content.count)\r\n")
    return isHead ? head : head + content
  }

  /// What stands before the bytes of a stream.
  func head(ofStreamAt date: String, isChunked: Bool) -> [UInt8] {
    head(at: date, framing: isChunked ? "Transfer-Encoding: chunked\r\n" : "")
  }

  private func head(at date: String, framing: String) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(512)
    if status == .ok {
      head.append(contentsOf: "HTTP/1.1 200 OK\r\nDate: ".utf8)
    } else {
      head.append(contentsOf: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nDate: ".utf8)
    }
    head.append(contentsOf: date.utf8)
    head.append(contentsOf: "\r\nConnection: close\r\n".utf8)
    head.append(contentsOf: headerFields.bytes)
    head.append(contentsOf: framing.utf8)
    head.append(contentsOf: "\r\n".utf8)
    return head
  }
}

extension RequestIDs {
  /// Where a name comes from and goes to.
  static let fieldName = "X-Request-Id"
}

/// What a `Date` field says, written once a second.
struct DateText {
  private var second = Int.min
  private var text = ""

  /// IMF-fixdate of RFC 9110 section 5.6.7.
  mutating func text(at date: Timestamp) -> String {
    if date.seconds != second { (second, text) = (date.seconds, date.httpDate) }
    return text
  }
}
