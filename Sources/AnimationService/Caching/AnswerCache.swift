import HTTPTypes
import MicroHTTP

/// The answers that one loop has sent lately, ready to be sent again without parsing, computing or copying.
///
/// Each loop has its own: no lock between a request and its answer, at the price of computing an answer once a loop. The
/// key is everything such an answer depends on, as it came: two spellings of one request are two entries, and a query
/// that was answered once with success needs no second look.
final class AnswerCache {
  private struct Key: Hashable {
    let path: String
    let query: String?
    let accept: String?

    init(_ request: Request) {
      path = request.path
      query = request.query
      accept = request.headerFields[.accept]
    }

    var byteCount: Int { path.utf8.count + (query?.utf8.count ?? 0) + (accept?.utf8.count ?? 0) }
  }

  private struct Answer {
    let body: SharedBody
    let entityTag: EntityTag
  }

  private var answers: RecentValues<Key, Answer>
  private let counters: CacheCounters

  init(_ settings: Settings, counters: CacheCounters) {
    answers = RecentValues(maximumCount: settings.cacheEntries, maximumBytes: settings.cacheBytes)
    self.counters = counters
  }
}

extension AnswerCache {
  /// What a GET or HEAD was answered before, or that the client has it already; `nil` where nothing is known.
  func response(to request: Request) -> Response? {
    guard let answer = answers.use(Key(request)) else {
      counters.countMiss()
      return nil
    }
    counters.countHit()
    if answer.entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(answer.entityTag) }
    return Response(body: .shared(answer.body))
  }

  /// Keeps the answer to a GET if it is a success that depends on the request alone.
  ///
  /// - Returns: The same answer, its bytes shared with the cache.
  func keeping(_ response: Response, to request: Request) -> Response {
    guard
      request.method == .get, response.status == .ok, case .bytes(let bytes) = response.body,
      case let key = Key(request), case let size = bytes.count + key.byteCount + Self.overhead,
      answers.admits(bytes: size),
      let mediaType = response.headerFields[.contentType],
      let entityTag = EntityTag(of: request, mediaType: mediaType),
      response.headerFields[.eTag] == entityTag.description,
      let body = SharedBody(bytes, headerFields: response.allowingEveryOrigin().headerFields)
    else { return response }
    counters.countEvictions(answers.insert(Answer(body: body, entityTag: entityTag), for: key, bytes: size))
    return Response(body: .shared(body))
  }

  /// About what an entry takes beside its texts: header fields, and libmicrohttpd's and the dictionary's own.
  private static let overhead = 1024
}

/// An endpoint whose answers depend on path, query and `Accept` alone, behind the loop's cache.
struct CachedEndpoint: Endpoint {
  let endpoint: any Endpoint
  let cache: AnswerCache

  var methods: [HTTPRequest.Method] { endpoint.methods }

  func respond(to request: Request) throws(Problem) -> Response {
    guard request.method == .get || request.method == .head else { return try endpoint.respond(to: request) }
    if let known = cache.response(to: request) { return known }
    return cache.keeping(try endpoint.respond(to: request), to: request)
  }
}
