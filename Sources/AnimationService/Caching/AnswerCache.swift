import HTTPTypes
import MicroHTTP

/// The answers that one loop has sent lately, ready to be sent again without parsing, computing or copying.
///
/// Each loop has its own: no lock between a request and its answer, at the price of computing an answer once a loop. The
/// key is everything such an answer depends on, as it came: two spellings of one request are two entries, and a query
/// that was answered once with success needs no second look.
final class AnswerCache {
  /// Everything that an answer depends on.
  struct Key: Hashable {
    fileprivate let path: String
    fileprivate let query: String?
    fileprivate let accept: String?
    fileprivate let coding: ContentCoding

    init(_ request: Request, _ coding: ContentCoding) {
      self.coding = coding
      path = request.path
      query = request.query
      accept = request.headerFields.value(of: .accept)
    }

    /// Without the path, of which there are few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(query)
      hasher.combine(accept)
      hasher.combine(coding)
    }

    fileprivate var byteCount: Int { path.utf8.count + (query?.utf8.count ?? 0) + (accept?.utf8.count ?? 0) }
  }

  private var answers: RecentValues<Key, KeptAnswer>
  private var doorkeeper: Doorkeeper
  private let counters: CacheCounters
  private let audience: Audience

  init(_ settings: Settings, counters: CacheCounters) {
    let share = CacheShare(settings)
    answers = RecentValues(share)
    doorkeeper = Doorkeeper(remembering: 4 * share.entries)
    self.counters = counters
    audience = Audience(settings)
  }
}

extension AnswerCache {
  /// What a GET or HEAD was answered before, or that the client has it already; `nil` where nothing is known.
  func response(to request: Request, _ key: Key) -> Response? {
    guard let answer = answers.use(key, counting: counters) else { return nil }
    if let field = request.headerFields[.ifNoneMatch],
      let tag = answer.entityTag.held(field, key.coding, selected: answer.tag)
    {
      return .notModified(tag)
    }
    return answer.response(in: answers.generation)
  }

  /// Keeps the answer to a GET if it is a success that depends on the request alone and was asked for before.
  ///
  /// - Returns: The same answer, its bytes shared with the cache where it is kept.
  func keeping(_ response: Response, to request: Request, _ key: Key) -> Response {
    guard
      request.method == .get, response.status == .ok, case .bytes(let bytes) = response.body,
      case let size = bytes.count + key.byteCount + Self.overhead,
      answers.admits(bytes: size), doorkeeper.hasSeen(key.hashValue),
      let mediaType = response.headerFields[.contentType],
      let entityTag = EntityTag(of: request, mediaType: mediaType),
      let tag = response.headerFields[.eTag], tag == entityTag.description || tag == entityTag.encoded,
      let body = SharedBody(bytes, headerFields: audience.addressed(response).headerFields)
    else { return response }
    let answer = KeptAnswer(body, entityTag, tag: tag, in: self)
    answers.insert(answer, for: key, bytes: size, counting: counters)
    return answer.response(in: answers.generation)
  }

  /// Counts another use of an answer that was used last in some generation; only one that is sure to be there still.
  func countUse(in generation: Int) -> Bool {
    guard generation == answers.generation else { return false }
    counters.countUse(found: true)
    return true
  }

  /// About what an entry takes beside its texts: header fields, and libmicrohttpd's and the dictionary's own.
  private static let overhead = 1024
}
