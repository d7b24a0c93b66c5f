import HTTPTypes
package import MicroHTTP

/// What every answer says to browsers and caches: which pages may read it (WHATWG Fetch, CORS protocol), that it is what
/// its media type says, whether caches on the way may share it, and whether to come by HTTPS alone (RFC 6797).
package struct CORSPolicy {
  /// The origins listed; `nil` is any, without credentials, as nothing here depends on who asks.
  private let origins: Set<String>?
  /// With keys, what one client was answered must not be kept for others.
  private let isPrivate: Bool
  /// Never said without TLS, where anybody could say it (RFC 6797 section 7.2).
  private let strictTransportSecurity: String?

  package init(_ settings: Settings) {
    origins = settings.corsOrigins.contains("*") ? nil : Set(settings.corsOrigins)
    isPrivate = !settings.apiKeys.isEmpty
    strictTransportSecurity =
      settings.servesTLS && settings.hstsMaxAge > 0 ? "max-age=\(settings.hstsMaxAge)" : nil
  }
}

extension CORSPolicy {
  /// What `Access-Control-Allow-Origin` says to a page of this origin; `nil` where it says nothing, because the page may
  /// not read the answer or no page asks.
  package func allowedOrigin(for origin: String?) -> String? {
    guard let origin else { return nil }
    guard let origins else { return "*" }
    return origins.contains(origin) ? origin : nil
  }

  /// Adds the fields that depend on the deployment and on the page that asks; `request` is `nil` where it could not be read.
  ///
  /// A shared body has them already, as it is kept for one allowed origin (``AnswerCache``); a later answer gets them then.
  package func apply(to response: inout Response, for request: Request?) {
    switch response.body {
    case .shared, .later: return
    case .empty, .bytes, .pieces, .stream: break
    }
    if isPrivate, let caching = response.headerFields[.cacheControl], caching.hasPrefix("public") {
      response.headerFields[.cacheControl] = "private" + caching.dropFirst("public".count)
    }
    response.headerFields.append(contentsOf: Self.nosniff)
    response.headerFields.addResourcePolicy()
    if let strictTransportSecurity { response.headerFields.append(.strictTransportSecurity, strictTransportSecurity) }
    if response.headerFields.ends(.vary, with: "Origin") != true {
      // What says itself that any page may read it is the same for each: caches keep it once, and not for each site.
      guard !response.headerFields.contains(.accessControlAllowOrigin) else { return }
      response.headerFields.append(.vary, "Origin")
    }
    // Any page may have asked what could not be read: only where all may read is it said.
    let allowed = allowedOrigin(for: request.map { $0.headerFields[.origin] } ?? "null")
    if let allowed {
      response.headerFields.append(.accessControlAllowOrigin, allowed)
      response.headerFields.append(contentsOf: Self.exposedHeaders)
    } else if response.status == .noContent {
      response.headerFields.removePreflight()
    }
  }

  private static let nosniff: HeaderFields = [.xContentTypeOptions: "nosniff"]

  private static let exposedHeaders: HeaderFields = [
    .accessControlExposeHeaders: "ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
  ]
}

extension HeaderFields {
  /// Says which pages may embed the answer (WHATWG Fetch, `Cross-Origin-Resource-Policy`): what its media type says is a
  /// picture, any; data none of another origin; a page that may read data does so by CORS, which this does not restrict.
  ///
  /// What the answer says of itself stays: of files, and of pictures that not everybody may see. One without a body leaves
  /// what was said with the body before.
  fileprivate mutating func addResourcePolicy() {
    guard let isPicture = begins(.contentType, with: "image/"), !contains(.crossOriginResourcePolicy) else { return }
    append(contentsOf: isPicture ? Self.anyPage : Self.ownPages)
  }

  private static let anyPage: HeaderFields = [.crossOriginResourcePolicy: "cross-origin"]
  private static let ownPages: HeaderFields = [.crossOriginResourcePolicy: "same-origin"]

  fileprivate mutating func removePreflight() {
    self[.accessControlAllowMethods] = nil
    self[.accessControlAllowHeaders] = nil
    self[.accessControlMaxAge] = nil
  }
}

extension CORSPolicy {
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
