import Documents
import FrameScheduling
import HTTPTypes
import Deployment
import MicroHTTP

/// The answers that one loop has sent lately, ready to be sent again without parsing, computing or copying.
///
/// Each loop has its own: no lock between a request and its answer, at the price of computing an answer once a loop. The
/// key is everything such an answer depends on, as it came: two spellings of one request are two entries, and a query
/// that was answered once with success needs no second look. An answer is kept at its second request, so
/// answers that are asked for once evict nothing.
final class AnswerCache {
  /// Everything that an answer depends on.
  struct Key: Hashable {
    fileprivate let path: String
    fileprivate let query: String?
    fileprivate let accept: String?
    fileprivate let coding: ContentCoding
    fileprivate let allowedOrigin: String?
    /// What the answer shows, where that is another at each moment.
    fileprivate let moment: String?

    fileprivate init(_ request: Request, _ coding: ContentCoding, allowedOrigin: String?, _ moment: String?) {
      self.coding = coding
      self.allowedOrigin = allowedOrigin
      self.moment = moment
      path = request.path
      query = request.query
      accept = request.headerFields[.accept]
    }

    /// Byte by byte: to `String`, `é` in NFC and in NFD are one, but they are answered differently.
    static func == (left: Key, right: Key) -> Bool {
      left.query.hasSameBytes(as: right.query) && left.accept.hasSameBytes(as: right.accept)
        && left.coding == right.coding && left.allowedOrigin == right.allowedOrigin && left.path == right.path
        && left.moment == right.moment
    }

    /// Without the path, of which there are few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(query)
      hasher.combine(accept)
      hasher.combine(coding)
      hasher.combine(allowedOrigin)
      hasher.combine(moment)
    }

    fileprivate var byteCount: Int { path.utf8.count + (query?.utf8.count ?? 0) + (accept?.utf8.count ?? 0) }
  }

  private var answers: BoundedCache<Key, KeptAnswer>
  private let counters: CacheCounters
  /// Marks of the keys asked for lately; a newcomer takes the place of whatever has the same slot.
  private var marks: [UInt32]
  private let corsPolicy: CORSPolicy

  init(_ settings: Settings, counters: CacheCounters) {
    self.counters = counters
    answers = BoundedCache(settings, counters: counters) { $0.drop() }
    var slots = 16
    while slots < 4 * answers.capacity, slots < 65_536 { slots *= 2 }
    marks = Array(repeating: 0, count: slots)
    corsPolicy = CORSPolicy(settings)
  }

  deinit { answers.dropAll() }
}

extension AnswerCache {
  func key(of request: Request, _ coding: ContentCoding, at moment: String? = nil) -> Key {
    Key(request, coding, allowedOrigin: corsPolicy.allowedOrigin(for: request.headerFields[.origin]), moment)
  }

  /// What a GET or HEAD was answered before, or that the client has it already; `nil` where nothing is known.
  func response(to request: Request, _ key: Key) -> Response? {
    guard let answer = answers.use(key) else { return nil }
    if let field = request.headerFields[.ifNoneMatch],
      let tag = answer.entityTag?.held(field, key.coding, selected: answer.tag)
    {
      return answer.notModified(tag)
    }
    return answer.response()
  }

  /// The answer to a GET, which is kept if it is a success that all may keep and that was asked for before, and shares its
  /// bytes with the cache then.
  ///
  /// That of a moment is kept at once, since many ask within it. The loop `repeats` an answer without asking anybody where
  /// no right has to be looked at.
  func step(answering response: Response, to request: Request, _ key: Key, repeats: Bool) -> Step {
    guard
      request.method == .get, response.status == .ok, case .bytes(let bytes) = response.body,
      case let size = bytes.count + key.byteCount + Self.overhead,
      answers.admits(bytes: size),
      // Before its tag is read: most are asked for once, and a tag takes 5,000 instructions.
      key.moment != nil || isKnown(key) && response.headerFields.begins(.cacheControl, with: "public") == true,
      let tag = response.headerFields[.eTag], case let entityTag = EntityTag(tag), key.moment != nil || entityTag != nil
    else { return .answer(response) }
    return .answer(response) { [self] response in
      guard let body = SharedBody(bytes, headerFields: response.headerFields) else { return response }
      let answer = KeptAnswer(body, entityTag, tag: tag, in: self, repeats: repeats)
      answers.insert(answer, for: key, bytes: size)
      return answer.response() ?? response
    }
  }

  /// When an answer was used: as long as it stays the same, another use changes nothing but the count.
  fileprivate var generation: Int { answers.generation }

  /// Counts another use of an answer that was used last in some generation, and tells whether it surely is there still.
  fileprivate func countUse(in generation: Int) -> Bool {
    guard generation == answers.generation else { return false }
    counters.countUse(found: true)
    return true
  }

  /// Whether a key was asked for before; from now on it was.
  ///
  /// The hash is seeded per process, so no client can choose which mark is overwritten.
  private func isKnown(_ key: Key) -> Bool {
    let bits = UInt64(bitPattern: Int64(key.hashValue))
    let slot = Int(truncatingIfNeeded: bits) & (marks.count - 1)
    let mark = UInt32(truncatingIfNeeded: bits >> 32) | 1
    defer { marks[slot] = mark }
    return marks[slot] == mark
  }

  /// About what an entry takes beside its texts: header fields, and libmicrohttpd's and the dictionary's own.
  private static let overhead = 1024
}

/// An answer that is kept, and that the event loop may repeat to byte-identical requests without routing or lookup.
///
/// Requests that the gate checks (keys, rate limits) are never served that way. The loop may hold the answer longer than
/// the cache, so the cache takes the body away when it drops the answer. (A weak reference would do the same, but then each reference is
/// counted beside the object: 420 instructions more a request.)
final class KeptAnswer: RepeatableAnswer {
  /// `nil` where who asks holds nothing, or was looked at before.
  let entityTag: EntityTag?
  /// The tag of the form that is kept.
  let tag: String

  /// In one value, so that a repeated request has one access to it to check.
  private struct State {
    var body: SharedBody?
    var series: RequestSeries?
    var generation = 0
  }

  private var state: State
  /// Where it is kept, until it is dropped; `nil` where it is never.
  private unowned let cache: AnswerCache?
  private let repeats: Bool

  init(
    _ body: SharedBody, _ entityTag: EntityTag? = nil, tag: String = "", in cache: AnswerCache? = nil,
    repeats: Bool = true
  ) {
    state = State(body: body)
    self.cache = cache
    self.repeats = repeats
    self.entityTag = entityTag
    self.tag = tag
  }

  /// The answer as it is sent; `nil` once it is dropped.
  func response() -> Response? {
    guard let body = state.body else { return nil }
    var response = Response(body: .shared(body))
    guard repeats else { return response }
    if let cache { state.generation = cache.generation }
    response.repeatable = self
    return response
  }

  /// 304 to who holds it, with what the answer says of who may keep it and for how long; `nil` once it is dropped.
  func notModified(_ tag: String) -> Response? {
    guard let fields = state.body?.headerFields else { return nil }
    var caching: HeaderFields = [:]
    for name in [HTTPField.Name.cacheControl, .vary] {
      if let value = fields[name] { caching.append(name, value) }
    }
    // Else who may read it is said when it is sent.
    if fields.ends(.vary, with: "Origin") == false { caching.append(.accessControlAllowOrigin, "*") }
    return .notModified(tag, caching)
  }

  /// Says where a GET is counted that was answered with 200.
  func count(in series: RequestSeries) {
    state.series = series
  }

  /// Gives up the body.
  func drop() {
    state.body = nil
  }

  /// The same body, until the cache has to be asked for it again or has dropped it.
  func repeated(since start: UInt64) -> SharedBody? {
    let state = state
    guard let body = state.body, let series = state.series, cache?.countUse(in: state.generation) != false else {
      return nil
    }
    series.durations.record(nanoseconds: MonotonicTime.now.nanoseconds &- Int64(clamping: start))
    return body
  }
}

/// Sends again, keeps and compresses answers that depend on path, query, `Accept` and `Accept-Encoding` alone.
final class KeptAnswers {
  let compression: Compression
  private let cache: AnswerCache
  let work: LoopWork

  init(_ context: ServiceContext, _ work: LoopWork) {
    compression = Compression(context.settings)
    cache = AnswerCache(context.settings, counters: context.cacheCounters)
    self.work = work
  }

  /// What was answered before, or what an endpoint answers now; the loop `repeats` it without asking anybody where no right
  /// has to be looked at.
  func step(
    for request: Request, repeats: Bool = true, _ respond: (Request) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    let coding = compression.coding(for: request)
    guard request.method == .get || request.method == .head else {
      return try encoded(request, as: coding, respond)
    }
    let key = cache.key(of: request, coding)
    if let known = cache.response(to: request, key) { return .answer(known) }
    switch try encoded(request, as: coding, respond) {
    case .answer(let response, _): return cache.step(answering: response, to: request, key, repeats: repeats)
    case let later:
      return try later.finished { [cache] response in
        cache.step(answering: response, to: request, key, repeats: repeats)
      }
    }
  }

  /// What was answered before at the same moment of what is shown, or what an endpoint answers now, which has looked at who
  /// may have it and at what the client holds.
  func step(for request: Request, at moment: String, _ respond: () throws(Problem) -> Step) throws(Problem) -> Step {
    let key = cache.key(of: request, .identity, at: moment)
    if let known = cache.response(to: request, key) { return .answer(known) }
    return try respond().finished { [cache] response in
      cache.step(answering: response, to: request, key, repeats: false)
    }
  }

  /// Asks the endpoint, which knows one form of its answer and that form's tag alone.
  private func encoded(
    _ request: Request, as coding: ContentCoding, _ respond: (Request) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    guard coding == .gzip else { return try respond(request) }
    let field = request.headerFields[.ifNoneMatch]
    var plain = request
    // `*` means the form that would be sent, and that is known only afterwards.
    if let field { plain.headerFields[.ifNoneMatch] = field == "*" ? nil : EntityTag.plain(field) }
    return try respond(plain).finished { [compression, work] response throws(Problem) in
      try compression.encode(response, by: work) { response in
        .answer(field.map { Self.held(response, $0) } ?? response)
      }
    }
  }

  /// The answer to who holds what `If-None-Match` names, which may be the gzip form.
  private static func held(_ response: Response, _ field: String) -> Response {
    guard let tag = response.headerFields[.eTag] else { return response }
    if field == "*", response.status == .ok { return .notModified(tag) }
    guard response.status == .notModified, field.contains(EntityTag.encoded(tag)) else { return response }
    var response = response
    response.headerFields[.eTag] = EntityTag.encoded(tag)
    return response
  }
}
