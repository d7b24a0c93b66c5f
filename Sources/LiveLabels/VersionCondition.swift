import Documents
import HTTPTypes
package import MicroHTTP
import TextBytes

/// What `If-Match` and `If-None-Match` ask of the version of a label (RFC 9110 section 13.1).
package struct VersionCondition: Equatable, Sendable {
  private let match: String?
  private let noneMatch: String?

  package init(_ fields: HeaderFields) {
    match = fields[.ifMatch]
    noneMatch = fields[.ifNoneMatch]
  }

  /// Checks a change of a label that has this version; `nil` is that of a label that does not exist.
  ///
  /// - Throws: 412 where a condition fails.
  func check(_ version: Int?) throws(Problem) {
    let tag = version.map { "\"\($0)\"" }
    // Strong comparison: `W/"7"` is no version.
    if let match, !Self.holds(match, tag, isWeak: false) { throw .preconditionFailed("If-Match", version) }
    if let noneMatch, Self.holds(noneMatch, tag, isWeak: true) { throw .preconditionFailed("If-None-Match", version) }
  }

  /// Whether a client that reads has this version already.
  package func isHeld(_ version: Int) -> Bool {
    noneMatch.map { Self.holds($0, "\"\(version)\"", isWeak: true) } ?? false
  }

  private static func holds(_ field: String, _ tag: String?, isWeak: Bool) -> Bool {
    guard let tag else { return false }
    return field.elements(separatedBy: ",").contains { $0 == "*" || $0 == tag || isWeak && $0 == "W/\(tag)" }
  }
}

extension Problem {
  fileprivate static func preconditionFailed(_ field: String, _ version: Int?) -> Problem {
    let state = version.map { "The label has version \($0)" } ?? "The label does not exist"
    return Problem(type: .preconditionFailed, detail: "\(state), so `\(field)` fails.")
  }
}
