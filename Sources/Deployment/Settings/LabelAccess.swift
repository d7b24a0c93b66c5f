package import Documents
import FrameScheduling
import HTTPTypes
package import LabelStore
package import MicroHTTP
import System

/// Decides who may change labels, who may make those of visitors, and who may read those that are private.
package struct LabelAccess {
  private let writeKeys: [WriteKey]
  private let apiKeys: [APIKey]
  private let tokenSecret: String
  /// Whether visitors may make labels; `nil` is those of this machine.
  private let visitorLabels: Bool?
  private let forwarding: Forwarding
  /// The host of the service's public address, in small letters; `nil` where none is set.
  private let publicHost: String?

  package init(_ settings: Settings) {
    writeKeys = settings.writeKeys
    apiKeys = settings.apiKeys
    tokenSecret = settings.tokenSecret
    visitorLabels = settings.visitorLabels
    forwarding = Forwarding(trusting: settings.trustedProxies, field: settings.forwardedField)
    publicHost = Self.host(ofOrigin: settings.publicAddress)
  }
}

// MARK: - Changing

extension LabelAccess {
  /// Who may change a label, for limits, and so may read it.
  package typealias Writer = (caller: Caller, permission: LabelPermission)

  /// Checks that a client may change a label; 401 or 403 with what is to be done about it.
  package func checkWriting(_ name: LabelName, _ request: Request) throws(Problem) -> Writer {
    (try writingCaller(name, request), LabelPermission(name, opensPublic: true, opensPrivate: true))
  }

  private func writingCaller(_ name: LabelName, _ request: Request) throws(Problem) -> Caller {
    if name.isVisitors, request.method != .delete || isSecret(of: name, request) {
      guard isSecret(of: name, request) else {
        throw .unauthorized(Self.visitorsOnly, hadKey: request.shownKey != nil)
      }
      return forwarding.caller(of: request)
    }
    guard !writeKeys.isEmpty else {
      guard isLocal(request) else { throw .forbidden(Self.localOnly) }
      return .address(.unspecified)
    }
    guard let key = request.shownKey else {
      throw .unauthorized(
        "Changing a label takes a key: `Authorization: Bearer KEY` or `X-API-Key: KEY`.", hadKey: false)
    }
    guard let index = writeKeys.index(of: key) else {
      guard apiKeys.name(of: key) == nil else { throw .forbidden("This key may read labels, but not change them.") }
      throw .unauthorized("The key is not known.", hadKey: true)
    }
    guard writeKeys[index].opens(name) else {
      throw .forbidden("This key may change labels whose names begin with `\(writeKeys[index].prefix)` only.")
    }
    return writeKeys.caller(index)
  }

  private static let localOnly = """
    Labels may be changed from this machine alone, at `localhost`, a loopback address or `KINETYPE_PUBLIC_ADDRESS`, \
    because `KINETYPE_WRITE_KEYS` is not set. Set it to one or more keys, and send one as `Authorization: Bearer KEY`.
    """

  private static let visitorsOnly = """
    A visitor's label is changed by its visitor alone: `Authorization: Bearer SECRET`, with the `secret` that the answer \
    to `POST /v1/labels` had.
    """

  private func isSecret(of name: LabelName, _ request: Request) -> Bool {
    request.shownKey.map { LabelName(ofSecret: $0) == name } ?? false
  }

  /// Checks that a client may make a visitor's label of this name; 403 with what is to be done.
  package func checkVisiting(_ name: LabelName, _ request: Request) throws(Problem) -> Writer {
    try checkVisiting(request)
    return (forwarding.caller(of: request), LabelPermission(name, opensPublic: true, opensPrivate: false))
  }

  /// Checks that a client may make visitors' labels; 403 with what is to be done.
  package func checkVisiting(_ request: Request) throws(Problem) {
    // The secret of a label would stand where the key is expected.
    guard apiKeys.isEmpty else {
      throw .forbidden("Visitors cannot create labels, because `KINETYPE_API_KEYS` is set.")
    }
    guard visitorLabels ?? isLocal(request) else {
      throw .forbidden(
        visitorLabels == nil
          ? "Visitors can create labels on this machine only, because `KINETYPE_VISITOR_LABELS` is not `on`."
          : "Visitors cannot create labels, because `KINETYPE_VISITOR_LABELS` is `off`.")
    }
  }

  /// Whether a request comes from this machine: neither through a proxy that is not trusted or does not say for whom it
  /// asks, nor from a page of another machine that a browser here shows.
  ///
  /// Such a page says so in `Origin`, or, where its own name leads here (DNS rebinding), in `Host`. Its pictures, frames and
  /// links have no `Origin`; the browser says of them where they stand (Fetch Metadata, `Sec-Fetch-Site`).
  private func isLocal(_ request: Request) -> Bool {
    guard let peer = IPAddress(request.remoteAddress) else { return false }
    let fields = request.headerFields
    guard let client = forwarding.namedClient(peer: peer, fields), client.isLoopback else { return false }
    if !forwarding.isTrusted(peer), Self.proxyFields.contains(where: { fields[$0] != nil }) { return false }
    guard let host = Self.hostField.flatMap({ fields[$0] }), isOwn(Self.host(of: host)) else { return false }
    if let origin = fields[.origin] { return isOwn(Self.host(ofOrigin: origin)) }
    return Self.siteField.map { !fields[values: $0].contains { $0.lowercased() == "cross-site" } } ?? true
  }

  /// Whether a host is this machine by a name that nobody else's name server can lead here (RFC 6761 section 6.3), or
  /// the service by the name that its settings say.
  private func isOwn(_ host: String?) -> Bool {
    guard let host, host != publicHost else { return host != nil }
    return IPAddress(host)?.isLoopback ?? (host == "localhost" || host.hasSuffix(".localhost"))
  }

  /// The host of `scheme://host:port`; `nil` where that is none, such as `null`.
  private static func host(ofOrigin origin: String) -> String? {
    origin.firstRange(of: "://").map { host(of: origin[$0.upperBound...]) }
  }

  /// The host before a port, in small letters, without brackets and the dot at the end of a full name.
  private static func host(of authority: some StringProtocol) -> String {
    if authority.first == "[" { return authority.dropFirst().prefix { $0 != "]" }.lowercased() }
    let host = authority.prefix { $0 != ":" }.lowercased()
    return host.last == "." ? String(host.dropLast()) : host
  }

  private static let hostField = HTTPField.Name("Host")
  private static let siteField = HTTPField.Name("Sec-Fetch-Site")

  private static let proxyFields = ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"].compactMap {
    HTTPField.Name($0)
  }
}

// MARK: - Reading

extension LabelAccess {
  /// Checks that a client may read a label as it is now, at a time in microseconds since 1970, and tells which of its
  /// versions.
  ///
  /// `isPrivate` says whether the label is private now, and `wasPrivate` whether a version is that is still known.
  ///
  /// - Throws: 404 for who shows no key and no token, as if there were no such label; 401 or 403 with what is wrong with
  ///   either, whether or not there is one.
  package func checkReading(
    _ name: LabelName, isPrivate: Bool, wasPrivate: Bool, _ request: Request, at time: WallTime
  ) throws(Problem) -> LabelPermission {
    if isPrivate || !apiKeys.isEmpty {
      let reader = try reader(request, at: time)
      try reader.check(name.description, isPrivate: isPrivate)
      return reader.permission(for: name)
    }
    guard wasPrivate, let reader = try? reader(request, at: time) else {
      return LabelPermission(name, opensPublic: true, opensPrivate: false)
    }
    return reader.permission(for: name)
  }

  /// What all may read who bring neither a key nor a token.
  package func commonPermission(for name: LabelName) -> LabelPermission {
    LabelPermission(name, opensPublic: apiKeys.isEmpty, opensPrivate: false)
  }

  /// Who asks to read labels: their key and their token, looked at once however many labels are asked for.
  ///
  /// - Throws: 401 where the token is too long to be looked at.
  package func reader(_ request: Request, at time: WallTime) throws(Problem) -> LabelReader {
    let key = request.shownKey
    var keyed: [NamePattern] = []
    if let key {
      if apiKeys.name(of: key) != nil { keyed.append(.all) }
      if let index = writeKeys.index(of: key) { keyed.append(NamePattern(prefix: writeKeys[index].prefix)) }
    }
    let isLocal = writeKeys.isEmpty && apiKeys.isEmpty && isLocal(request)
    let token = try request.shownToken().map { text in
      Result { () throws(Problem) in try self.token(text, at: time) }
    }
    return LabelReader(
      isPublicOpen: apiKeys.isEmpty, isLocal: isLocal, keyed: keyed, hasKey: key != nil, token: token)
  }

  /// Checks a token, whatever labels it is for; 401 with what is wrong with it.
  package func token(_ text: String, at time: WallTime) throws(Problem) -> WebToken {
    guard !tokenSecret.isEmpty else {
      throw .unauthorized("Tokens open nothing here, because `KINETYPE_TOKEN_SECRET` is not set.", hadKey: true)
    }
    let token = try WebToken(text, secret: tokenSecret)
    try token.check(at: time)
    return token
  }
}

/// What somebody may read.
package struct LabelReader: Sendable {
  /// Whether labels that are not private take neither key nor token.
  package let isPublicOpen: Bool
  /// Whether it reads everything because it is of this machine, where labels are changed without a key.
  let isLocal: Bool
  /// What is opened for ever, by a key.
  let keyed: [NamePattern]
  let hasKey: Bool
  /// What is opened until the token ends, or why it opens nothing; `nil` where there is none.
  let token: Result<WebToken, Problem>?
}

extension LabelReader {
  /// The labels that it may read even where they are private.
  package var opened: [NamePattern] { (isLocal ? [.all] : []) + keyed + ((try? token?.get().labels) ?? []) }

  /// What it may read of a label.
  package func permission(for name: LabelName) -> LabelPermission {
    let name = name.description
    let opensPrivate = mayRead(name, isPrivate: true)
    let opensPublic = opensPrivate || mayRead(name, isPrivate: false)
    let scope = LabelPermission.Scope(opensPublic: opensPublic, opensPrivate: opensPrivate)
    let hasToken = (try? token?.get().labels)?.contains { $0.matches(name) } ?? false
    return LabelPermission(name, scope, isBrought: hasToken || keyed.contains { $0.matches(name) })
  }

  /// Checks that it may read a label; see ``LabelAccess/checkReading(_:isPrivate:wasPrivate:_:at:)``.
  func check(_ name: String, isPrivate: Bool) throws(Problem) {
    guard isPrivate || !isPublicOpen, !isLocal, !keyed.contains(where: { $0.matches(name) }) else { return }
    guard let token else {
      guard hasKey else { throw .noReadableLabel }
      throw .unauthorized("The key opens no private label of this name.", hadKey: true)
    }
    guard try token.get().labels.contains(where: { $0.matches(name) }) else {
      throw .forbidden("The token is for other labels than `\(name)`.")
    }
  }

  /// Whether it may read a label.
  package func mayRead(_ name: String, isPrivate: Bool) -> Bool {
    (try? check(name, isPrivate: isPrivate)) != nil
  }

  /// When its token ends without which it could not read some of these labels, were they private; `nil` where it reads by a key, or has no token that opens any.
  package func tokenEnd(for names: [LabelName]) -> WallTime? {
    guard let token = try? token?.get() else { return nil }
    let isNeeded = names.contains { name in
      let isMeant = { (pattern: NamePattern) in pattern.matches(name.description) }
      return token.labels.contains(where: isMeant) && !isLocal && !keyed.contains(where: isMeant)
    }
    return isNeeded ? WallTime(microseconds: Int64(clamping: (token.expiry * 1e6).rounded())) : nil
  }
}

/// That somebody may read a label, or those of its versions that are not private.
///
/// ``LabelAccess`` alone makes one, and nothing of what a label shows is told without: no endpoint and no stream can forget
/// to ask who reads.
package struct LabelPermission: Sendable {
  private let name: String
  package let scope: Scope
  /// Whether the request has brought it as a key or a token, and does not have it from where it comes from.
  package let isBrought: Bool

  /// Which versions of the label.
  package struct Scope: Sendable {
    let opensPublic: Bool
    let opensPrivate: Bool

    /// Whether a version may be read.
    package func opens(isPrivate: Bool) -> Bool { isPrivate ? opensPrivate : opensPublic }
  }

  init(_ name: String, _ scope: Scope, isBrought: Bool) {
    (self.name, self.scope, self.isBrought) = (name, scope, isBrought)
  }

  init(_ name: LabelName, opensPublic: Bool, opensPrivate: Bool) {
    self.init(name.description, Scope(opensPublic: opensPublic, opensPrivate: opensPrivate), isBrought: false)
  }

  /// Whether a version of a label may be read.
  package func opens(_ name: String, isPrivate: Bool) -> Bool { self.name == name && scope.opens(isPrivate: isPrivate) }
}

extension [WriteKey] {
  /// The client that limits are counted for; the name of no API key has a blank.
  package func caller(_ index: Int) -> Caller { .key("write key \(index + 1)") }
}

extension Problem {
  /// 404 for who may not read a label, whether or not there is one (RFC 9110 section 15.5.4).
  fileprivate static let noReadableLabel = Problem(
    type: .notFound,
    detail: "There is no label of this name that can be read without a key or a token; PUT creates one.")

  fileprivate static func forbidden(_ detail: String) -> Problem {
    Problem(type: .forbidden, detail: detail)
  }
}
