import Documents
import FrameScheduling
import HTTPTypes
import LabelStore
import LiveLabels
import Deployment
import MicroHTTP
import System

/// Checks keys and rate limits.
///
/// Keys and rates apply to `/v1/` and to pictures of labels, where the work is, and keys to `/metrics`, unless the settings open it. The page, its
/// files and the probes are open to all, and so is OPTIONS, which browsers send before they may send a key.
struct Gate {
  private let keys: [APIKey]
  private let writeKeys: [WriteKey]
  private let labelAccess: LabelAccess
  /// The clock by which tokens end.
  private let wallTime: @Sendable () -> WallTime
  private let guardsMetrics: Bool
  private let forwarding: Forwarding
  private let limiter: RateLimiter?
  private let workLimiter: RateLimiter?
  private let metrics: LoopMetrics
  private let clock: @Sendable () -> MonotonicTime

  init(
    _ context: ServiceContext, metrics: LoopMetrics = LoopMetrics(),
    clock: @escaping @Sendable () -> MonotonicTime = { .now }
  ) {
    let settings = context.settings
    keys = settings.apiKeys
    writeKeys = settings.writeKeys
    labelAccess = LabelAccess(settings)
    wallTime = { [labels = context.labels] in
      labels?.wallTime ?? WallTime(microseconds: Clock.wallMicroseconds)
    }
    guardsMetrics = !settings.apiKeys.isEmpty && !settings.openMetrics
    forwarding = Forwarding(trusting: settings.trustedProxies, field: settings.forwardedField)
    limiter = context.limiter
    workLimiter = context.workLimiter
    self.metrics = metrics
    self.clock = clock
  }
}

extension Gate {
  /// Adds what the client should know of its limits; who asks for what is guarded is looked at each time.
  func apply(to response: inout Response, for request: Request, _ limits: HeaderFields?) {
    guard isGuarded(request) else { return }
    if let limits { response.headerFields.append(contentsOf: limits) }
    response.repeatable = nil
  }

  /// Who is charged for work on the loop and off it.
  func account(of request: Request) -> WorkAccount {
    WorkAccount(client: caller(of: withoutKey(request)), limiter: workLimiter, clock: clock)
  }

  /// Charges what a request has taken on the loop, in units of a meter, to the client that asks.
  func charge(_ units: Int, for request: Request) {
    guard workLimiter != nil, isGuarded(request) else { return }
    account(of: request).charge(units)
  }

  /// What reading a request takes that spends from no meter, in units of one.
  static func units(of request: Request) -> Int {
    unitsOfRequest + unitsOfByte * ((request.query?.utf8.count ?? 0) + request.body.count)
  }

  /// The same of an answer: names that a client may have meant are looked for in proportion to what is then said of it, and
  /// a stream is opened and ended.
  static func units(of response: Response) -> Int {
    switch response.body {
    case .bytes(let problem) where response.status.code >= 400: unitsOfProblemByte * problem.count
    case .stream: unitsOfStream
    default: 0
    }
  }

  private static let (unitsOfRequest, unitsOfByte, unitsOfProblemByte, unitsOfStream) = (15_000, 4, 20, 60_000)

  private func withoutKey(_ request: Request) -> Request {
    var request = request
    if !keys.isEmpty || !writeKeys.isEmpty { request.moveKey() }
    return request
  }

  /// The client that an admitted request is counted for.
  func caller(of request: Request) -> Caller {
    if !keys.isEmpty || !writeKeys.isEmpty, let key = request.shownKey {
      if let name = keys.name(of: key) { return .key(name) }
      if let index = writeKeys.index(of: key) { return writeKeys.caller(index) }
    }
    return forwarding.caller(of: request)
  }

  /// Whether a request may read labels by a token, which ones their endpoints decide, or the clock by which they change;
  /// 401 where the token opens nothing.
  private func hasToken(_ request: Request) throws(Problem) -> Bool {
    guard ["/v1/labels/", "/labels/"].contains(where: request.path.hasPrefix) || request.path == "/v1/time",
      let token = try request.shownToken()
    else { return false }
    _ = try labelAccess.token(token, at: wallTime())
    return true
  }

  /// Whether a request needs a key or counts towards a rate.
  private func isGuarded(_ request: Request) -> Bool {
    guard limiter != nil || workLimiter != nil || !keys.isEmpty || !writeKeys.isEmpty, request.method != .options else {
      return false
    }
    return request.path.hasPrefix("/v1/") || LabelRepresentation.isPicture(request.path)
      || guardsMetrics && request.path == "/metrics"
  }

  /// Whether a cache may ask it for all who wait, which no client's rate is to end; streams have limits of their own, and keys
  /// and tokens are not tried so.
  private func isForAll(_ request: Request) -> Bool {
    guard request.method == .get, keys.isEmpty, Self.next?.matches(request.path) == true else { return false }
    return !request.hasCredential
  }

  private static let next = PathPattern(Endpoint.labelNext.path)

  /// Lets a request in, as endpoints may see it.
  ///
  /// `limits` is what the client should know of them; it stays `nil` where there are none.
  /// Requests without the right key count too, for their address: nobody can try keys faster than ask.
  func admitted(_ request: Request, _ limits: inout HeaderFields?) throws(Problem) -> Request {
    guard isGuarded(request) else { return request }
    let request = withoutKey(request)
    let caller = caller(of: request)
    if !isForAll(request) {
      do throws(Problem) {
        try limiter?.count(caller, at: clock(), &limits)
      } catch {
        metrics.rejections.count(.requestRate)
        throw error
      }
    }
    do throws(Problem) {
      try workLimiter?.checkWork(of: caller, at: clock())
    } catch {
      metrics.rejections.count(.clientWork)
      throw error
    }
    if !keys.isEmpty, !caller.hasKey, !(try hasToken(request)) {
      metrics.rejections.count(.unauthorized)
      throw .unauthorized(hadKey: request.shownKey != nil)
    }
    return request
  }
}
