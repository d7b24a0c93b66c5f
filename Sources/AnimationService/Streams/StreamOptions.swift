import FrameScheduling
import HTTPTypes
import MicroHTTP

/// What a request says about the stream itself, beside the animation.
struct StreamOptions: Equatable, Sendable {
  /// What to do with frames a client is too slow for.
  var late = FramePacer.LatePolicy.skip
  /// The last frame the client has seen, from `Last-Event-ID` or `lastEventId`.
  var lastEventID: Int?

  /// The frame to begin with.
  var firstIndex: Int { lastEventID.map { $0 + 1 } ?? 0 }

  /// What becomes of frames that a client is too slow for.
  enum Late: String, CaseIterable {
    case skip, send
  }

  /// Takes the options; a malformed id starts from the beginning, as WHATWG's clients may hold one from elsewhere.
  init(_ parameters: RequestParameters) {
    lastEventID = Self.id(parameters[Parameter.lastEventID])
    if parameters[Parameter.late] == .send { late = .send }
  }
}

extension StreamOptions {
  /// Goes on after what a client says in its header that it has seen.
  ///
  /// The field counts before the parameter: an `EventSource` that was opened with one comes back with both, and has seen
  /// more than its address says.
  mutating func resume(after lastEventIDField: String?) {
    lastEventID = Self.id(lastEventIDField) ?? lastEventID
  }

  private static func id(_ text: String?) -> Int? {
    text.flatMap { $0.utf8.count <= 15 && $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
  }
}

extension Request {
  /// The last frame that an `EventSource` has seen (WHATWG HTML, section 9.2.3).
  var lastEventID: String? { Self.lastEventIDField.flatMap { headerFields[$0] } }

  private static let lastEventIDField = HTTPField.Name("Last-Event-ID")
}
