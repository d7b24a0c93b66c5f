package import HTTPTypes
import System

/// What is sent back.
///
/// `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are the server's.
package struct Response {
  /// The status line's code; its reason phrase is the standard's.
  package var status: HTTPResponse.Status
  /// The fields to send; those of a ``SharedBody`` come first.
  ///
  /// Fields that never change should be a constant, to which others are appended.
  package var headerFields: HeaderFields
  /// What follows the head; of a HEAD request only the head is sent.
  package var body: Body
  /// Who answers if the same request comes again; looked at where the answer is a shared body without fields of its own.
  package var repeatable: (any RepeatableAnswer)?

  package init(status: HTTPResponse.Status = .ok, headerFields: HeaderFields = HeaderFields(), body: Body = .empty) {
    self.status = status
    self.headerFields = headerFields
    self.body = body
  }
}

extension Response {
  package enum Body {
    case empty
    /// These bytes, copied once.
    case bytes([UInt8])
    /// Bytes with header fields that many responses share without a copy; the response's own fields follow those, at
    /// the cost of writing all of them down once more.
    case shared(SharedBody)
    /// Bytes that are made piece by piece as the client takes them, so that an answer that nobody reads costs one piece.
    indirect case pieces(any BodyPieces)
    /// Another response, once the closure's argument has it sent; the closure runs on the loop.
    ///
    /// The connection waits as long as that takes, and so does a server that drains. Status and fields are those of the
    /// response that is sent.
    case later((LaterAnswer) -> Void)
    /// Bytes that come in time.
    ///
    /// The closure runs on the loop, and not at all for HEAD; what it sends leaves with the head, and the connection ends
    /// with the stream.
    case stream((ResponseStream) -> Void)
  }
}

/// An answer that its handler would give to the same request again, without looking at it.
///
/// With such an answer a handler says that nothing but its target and its header fields decides about a GET. A loop that
/// receives the same bytes again asks the answer instead of its handler: to parse, route and search anew takes 5,900
/// instructions more. Loops may keep it longer than the handler does, so it has to let go of its body.
package protocol RepeatableAnswer: AnyObject {
  /// Counts the request, which has come again, as if the handler had been asked; `nil`, with nothing counted, asks it
  /// after all.
  ///
  /// `start` is when the loop began with the answer, in nanoseconds of the monotonic clock.
  func repeated(since start: UInt64) -> SharedBody?
}

// What is written past libmicrohttpd, on connections that close behind it.
extension Response {
  /// The response as it stands on the wire, for a request that has not arrived: libmicrohttpd takes no answer to it.
  ///
  /// Streams have none, and HEAD is told the length of what it does not get.
  func serialized(at date: Timestamp, isHead: Bool) -> [UInt8] {
    var content: [UInt8] = []
    if case .bytes(let bytes) = body { content = bytes }
    let head = head(at: date.httpDate, framing: "Content-Length: \(content.count)\r\n")
    return isHead ? head : head + content
  }

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

/// Makes a body piece by piece; a copy makes what follows again.
package protocol BodyPieces: Sendable {
  /// The bytes of all pieces together, at least 1.
  var count: Int { get }

  /// Returns no bytes once all have been made; called on no loop's queue, by one caller at a time.
  mutating func next() -> [UInt8]
}

extension BodyPieces {
  package var whole: [UInt8] {
    var (rest, bytes) = (self, [] as [UInt8])
    bytes.reserveCapacity(count)
    while case let piece = rest.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }
}
