public import HTTPTypes

/// The kinds of problems a client can meet; the page at `/problems` has a section on each.
public enum ProblemType: String, CaseIterable, Sendable {
  /// One or more parameters are unknown, missing, out of range or contradictory; `errors` names each.
  case invalidParameters = "invalid-parameters"
  /// The query or the body cannot be decoded.
  case unreadableParameters = "unreadable-parameters"
  /// The path has a name that no label can have.
  case invalidLabelName = "invalid-label-name"
  /// The request breaks HTTP/1.1.
  case malformedRequest = "malformed-request"
  /// A key is needed, or the one given is not known.
  case unauthorized
  /// The client may not do that, with whatever key it has.
  case forbidden
  /// Nothing is at that path.
  case notFound = "not-found"
  /// The resource has other methods.
  case methodNotAllowed = "method-not-allowed"
  /// `Accept` allows none of the resource's media types.
  case notAcceptable = "not-acceptable"
  /// The request did not arrive in time.
  case requestTimeout = "request-timeout"
  /// The target of a label has not exactly one number to add to, or there is no room for the sum.
  case noSingleNumber = "no-single-number"
  /// `If-Match` or `If-None-Match` asks for another version of the label.
  case preconditionFailed = "precondition-failed"
  /// A POST or PUT says neither how long its body is nor that it comes in chunks.
  case lengthRequired = "length-required"
  /// The body has more bytes than allowed.
  case bodyTooLarge = "body-too-large"
  /// The target has more bytes than allowed.
  case targetTooLong = "target-too-long"
  /// The body's media type is none that can be read.
  case unsupportedMediaType = "unsupported-media-type"
  /// A request with the same `Idempotency-Key` asked for something else.
  case idempotencyKeyReused = "idempotency-key-reused"
  /// Request line and header fields have more bytes than allowed.
  case headTooLarge = "head-too-large"
  /// The client asks more often than one may, or for more work.
  case tooManyRequests = "too-many-requests"
  /// The client has as many streams as one may have, or they keep as many bytes as they may.
  case tooManyClientStreams = "too-many-client-streams"
  /// The method or the transfer coding is not known.
  case notImplemented = "not-implemented"
  /// Every place for a stream is taken, as many frames a second are due as may be, or as many bytes are kept.
  case tooManyStreams = "too-many-streams"
  /// Every place for a connection is taken.
  case tooManyConnections = "too-many-connections"
  /// As many requests as may wait for work that takes long.
  case tooMuchWork = "too-much-work"
  /// There are as many labels as there may be.
  case tooManyLabels = "too-many-labels"
  /// The store of labels cannot be used at the moment.
  case labelsUnavailable = "labels-unavailable"
  /// The process is about to end.
  case shuttingDown = "shutting-down"
  /// The request is in another version of HTTP.
  case versionNotSupported = "version-not-supported"
}

extension ProblemType {
  /// The URI reference that identifies the type and leads to its section, relative to the request (RFC 9457 §3.1.1).
  public var reference: String { "/problems#\(rawValue)" }

  /// The status of every problem of this type.
  public var status: HTTPResponse.Status {
    switch self {
    case .invalidParameters, .unreadableParameters, .invalidLabelName, .malformedRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notAcceptable: .notAcceptable
    case .requestTimeout: .requestTimeout
    case .noSingleNumber: .conflict
    case .preconditionFailed: .preconditionFailed
    case .lengthRequired: .lengthRequired
    case .bodyTooLarge: .contentTooLarge
    case .targetTooLong: .uriTooLong
    case .unsupportedMediaType: .unsupportedMediaType
    case .idempotencyKeyReused: .unprocessableContent
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .tooManyRequests, .tooManyClientStreams: .tooManyRequests
    case .notImplemented: .notImplemented
    case .tooManyStreams, .tooManyConnections, .tooMuchWork, .tooManyLabels, .labelsUnavailable, .shuttingDown:
      .serviceUnavailable
    case .versionNotSupported: .httpVersionNotSupported
    }
  }

  /// The type in a few words, the same for each occurrence.
  public var title: String { Self.titles[self] ?? rawValue }

  private static let titles = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.words) })

  private var words: String {
    switch self {
    case .invalidLabelName: "Invalid name of a label"
    case .tooManyClientStreams: "Too many streams of one client"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst().replacing("-", with: " ")
    }
  }
}
