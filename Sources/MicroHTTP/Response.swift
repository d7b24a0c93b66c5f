public import HTTPTypes
import System

/// What is sent back.
///
/// `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are the server's.
public struct Response {
  /// The status line's code; its reason phrase is the standard's.
  public var status: HTTPResponse.Status
  /// The fields to send; those of a ``SharedBody`` come first.
  ///
  /// Fields that never change should be a constant, to which others are appended.
  public var headerFields: HeaderFields
  /// What follows the head; of a HEAD request only the head is sent.
  public var body: Body
  /// Who answers if the same request comes again; looked at where the answer is a shared body without fields of its own.
  public var repeatable: (any RepeatableAnswer)?

  /// Creates a response.
  public init(status: HTTPResponse.Status = .ok, headerFields: HeaderFields = HeaderFields(), body: Body = .empty) {
    self.status = status
    self.headerFields = headerFields
    self.body = body
  }
}

extension Response {
  /// What follows the head.
  public enum Body {
    /// Nothing.
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
public protocol RepeatableAnswer: AnyObject {
  /// The request that it was given to has come again: counts it as if the handler had been asked.
  ///
  /// - Parameter start: When the loop began with the answer, in nanoseconds of the monotonic clock.
  /// - Returns: What is sent; `nil`, with nothing counted, where the handler is to be asked after all.
  func repeated(since start: UInt64) -> SharedBody?
}

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

/// Makes a body piece by piece; a copy makes what follows again.
public protocol BodyPieces: Sendable {
  /// The bytes of all pieces together, at least 1.
  var count: Int { get }

  /// The next piece, which nobody else makes at the same time; called on no loop's queue.
  ///
  /// - Returns: No bytes once all have been made.
  mutating func next() -> [UInt8]
}

extension BodyPieces {
  /// All that follows at once.
  public var whole: [UInt8] {
    var (rest, bytes) = (self, [] as [UInt8])
    bytes.reserveCapacity(count)
    while case let piece = rest.next(), !piece.isEmpty { bytes += piece }
    return bytes
  }
}
