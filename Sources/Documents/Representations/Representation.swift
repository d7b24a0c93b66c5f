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
