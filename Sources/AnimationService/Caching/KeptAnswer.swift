import FrameScheduling
import MicroHTTP

/// An answer as a cache keeps it; the cache alone holds it.
final class KeptAnswer {
  let entityTag: EntityTag
  /// The tag of the form that is kept.
  let tag: String

  private let body: SharedBody
  private let repetition: Repetition

  init(_ body: SharedBody, _ entityTag: EntityTag, tag: String, in cache: AnswerCache) {
    self.body = body
    self.entityTag = entityTag
    self.tag = tag
    repetition = Repetition(body, in: cache)
  }

  deinit { repetition.end() }

  /// The answer as it is sent, used in this generation of the cache.
  func response(in generation: Int) -> Response {
    repetition.use(in: generation)
    var response = Response(body: .shared(body))
    response.standing = repetition
    return response
  }
}

/// Gives an answer that is kept to those who ask for it with the same bytes again, past routes and search.
///
/// What the gate looks at each time never gets here. Memory is the cache's to grant: with the answer that it drops goes the
/// body. A weak reference to the answer would do the same, but then each reference is counted beside the object: 420
/// instructions more a request.
final class Repetition: StandingAnswer {
  private struct State {
    var body: SharedBody?
    var series: RequestSeries?
    var generation = 0
  }

  private var state: State
  private unowned let cache: AnswerCache

  init(_ body: SharedBody, in cache: AnswerCache) {
    state = State(body: body)
    self.cache = cache
  }

  /// Where a GET is counted that was answered with 200.
  func count(in series: RequestSeries) {
    state.series = series
  }

  func use(in generation: Int) {
    state.generation = generation
  }

  func end() {
    state.body = nil
  }

  /// The same body, until the cache has to be asked for it again or has dropped it.
  func repeated(since start: UInt64) -> SharedBody? {
    let state = state
    guard let body = state.body, let series = state.series, cache.countUse(in: state.generation) else { return nil }
    series.durations.record(nanoseconds: MonotonicTime.now.nanoseconds &- Int64(clamping: start))
    return body
  }
}
