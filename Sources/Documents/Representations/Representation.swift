/// A form that a resource can take; the first of all is what a client gets that does not ask.
package protocol Representation: CaseIterable, Sendable where AllCases == [Self] {
  /// Its name in `as=`.
  var name: String { get }
  /// The value of `Content-Type`.
  var mediaType: String { get }
  /// Whether `Accept` may ask for it, as well as `as=`.
  var isNegotiable: Bool { get }
}

extension Representation {
  package var isNegotiable: Bool { true }
}

extension Representation where Self: RawRepresentable<String> {
  package var name: String { rawValue }
}

/// The one form of a single frame, and of the catalogue.
package enum JSONRepresentation: String, Representation {
  case json

  package var mediaType: String { "application/json" }
}

package enum StreamRepresentation: String, Representation {
  case sse, ndjson, text

  /// The forms of several labels; a terminal shows one.
  package static let ofSeveral: [Self] = [.sse, .ndjson]

  package var mediaType: String {
    switch self {
    case .sse: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .text: "text/plain; charset=utf-8"
    }
  }
}

package enum LabelRepresentation: String, Representation {
  case json, text, svg, gif, apng, png

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .text: "text/plain; charset=utf-8"
    case .svg, .gif, .apng, .png: picture?.mediaType ?? ""
    }
  }

  package var isNegotiable: Bool { picture?.isNegotiable ?? true }

  /// What draws it; `nil` for what is no picture.
  package var picture: SequenceRepresentation? {
    switch self {
    case .json, .text: nil
    case .svg: .svg
    case .gif: .gif
    case .apng: .apng
    case .png: .png
    }
  }
}

/// What a stream tells of its labels.
package enum LabelStreamMode: String, CaseIterable, Sendable {
  /// Changes, and each frame.
  case frames
  /// Changes alone, for clients that have the frames from elsewhere.
  case changes
  /// What comes next alone, which ends the answer, so that caches hand it on.
  case next

  /// Those that a stream without end can have.
  package static let endless: [Self] = [.frames, .changes]
}
