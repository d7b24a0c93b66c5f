import HTTPTypes
import MicroHTTP

/// Which pages may read the answers (WHATWG Fetch, CORS protocol), whether caches on the way may share them, and
/// whether browsers shall come by HTTPS alone (RFC 6797).
struct Audience {
  /// The origins listed; `nil` is any, without credentials, as nothing here depends on who asks.
  private let origins: Set<String>?
  /// With keys, what one client was answered must not be kept for others.
  private let isPrivate: Bool
  /// Never said without TLS, where anybody could say it (RFC 6797 section 7.2).
  private let strictTransportSecurity: String?

  init(_ settings: Settings) {
    origins = settings.corsOrigins.contains("*") ? nil : Set(settings.corsOrigins)
    isPrivate = !settings.apiKeys.isEmpty
    strictTransportSecurity =
      settings.servesTLS && settings.hstsMaxAge > 0 ? "max-age=\(settings.hstsMaxAge)" : nil
  }
}

extension Audience {
  /// The fields that are the same whoever asks; a shared body is made with them.
  func addressed(_ response: consuming Response) -> Response {
    if case .shared = response.body { return response }
    if isPrivate, let caching = response.headerFields[.cacheControl], caching.hasPrefix("public") {
      response.headerFields[.cacheControl] = "private" + caching.dropFirst("public".count)
    }
    if origins == nil { response.headerFields.allowAnyOrigin() }
    if let strictTransportSecurity { response.headerFields[.strictTransportSecurity] = strictTransportSecurity }
    return response
  }

  /// The fields for one who asks, those included that are the same for all.
  ///
  /// `origin` is the field `Origin`; `nil` also where the request could not be read.
  func addressed(_ response: consuming Response, to origin: @autoclosure () -> String?) -> Response {
    var response = addressed(consume response)
    guard let origins else { return response }
    if response.needsVaryingByOrigin { response.headerFields.append(HTTPField(name: .vary, value: "Origin")) }
    if let origin = origin(), origins.contains(origin) {
      response.headerFields.allow(origin: origin)
    } else {
      response.headerFields.forgetPreflight()
    }
    return response
  }
}

extension Response {
  /// A shared body says so itself.
  fileprivate var needsVaryingByOrigin: Bool {
    if case .shared = body { return false }
    return headerFields[.vary]?.contains("Origin") != true
  }
}

extension HTTPFields {
  fileprivate mutating func allow(origin: String) {
    self[.accessControlAllowOrigin] = origin
    self[fields: .accessControlExposeHeaders] = [Self.exposedHeaders]
  }

  /// Every answer says it, so the fields are made once, and nobody has said so before: to check the characters of a
  /// value and to look for a name takes four times as long.
  fileprivate mutating func allowAnyOrigin() {
    append(Self.anyOrigin)
    append(Self.exposedHeaders)
  }

  private static let anyOrigin = HTTPField(name: .accessControlAllowOrigin, value: "*")
  private static let exposedHeaders = HTTPField(
    name: .accessControlExposeHeaders, value: "ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id")

  fileprivate mutating func forgetPreflight() {
    self[.accessControlAllowMethods] = nil
    self[.accessControlAllowHeaders] = nil
    self[.accessControlMaxAge] = nil
  }
}

extension Audience {
  /// Whether a text is an origin as a browser serialises it (RFC 6454 section 6.2): `https://example.org`, with a port
  /// where it is not the scheme's own; `null`, which anybody can send, is not listed.
  static func isOrigin(_ text: String) -> Bool {
    let parts = text.split(separator: "://", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
    return text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.:[]/".utf8.contains($0)
    }
      && !parts[1].contains("/") && !parts[0].contains("/")
  }
}
