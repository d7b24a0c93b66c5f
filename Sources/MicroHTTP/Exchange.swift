package import System

/// A request and its answer, once both are over, as an access log needs them.
package struct Exchange: Sendable {
  /// The request's name, given by the client or made here.
  package var requestID: String
  /// The method as it came; empty where the head did not arrive.
  package var method: String
  /// The target without its query; `nil` where it was not understood.
  package var path: String?
  /// The status that was sent; 0 where there was none, because the client left or was cut.
  package var status: Int
  /// Bytes of the body that was to be sent; `nil` for a stream.
  package var byteCount: Int?
  /// From the end of the request's head to the end of the answer.
  package var duration: Duration
  /// When the answer was over.
  package var end: Timestamp
  /// The peer's numeric address without its port.
  package var remoteAddress: String
  package var userAgent: String?
  package var headerFields: HeaderFields
  /// Whether the whole answer was handed to the system.
  package var isComplete: Bool
  /// What the producer of a stream left in ``ResponseStream/report``.
  package var report: (any Sendable)?

  package init(
    requestID: String = "", method: String = "", path: String? = nil, status: Int = 0, byteCount: Int? = nil,
    duration: Duration = .zero, end: Timestamp = Timestamp(milliseconds: 0), remoteAddress: String = "",
    userAgent: String? = nil, headerFields: HeaderFields = [:], isComplete: Bool = true, report: (any Sendable)? = nil
  ) {
    self.requestID = requestID
    self.method = method
    self.path = path
    self.status = status
    self.byteCount = byteCount
    self.duration = duration
    self.end = end
    self.remoteAddress = remoteAddress
    self.userAgent = userAgent
    self.headerFields = headerFields
    self.isComplete = isComplete
    self.report = report
  }
}
