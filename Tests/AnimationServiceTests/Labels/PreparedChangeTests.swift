import Dispatch
import Glibc
import HTTPTypes
import LabelStore
import MicroHTTP
import Synchronization
import TextAnimation
import Interpolation
import TextBytes
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// Changes that take long are prepared before the store's step.
struct PreparedChangeTests {
  private static let apples = String(repeating: "1 ", count: 2000)
  private static let ways = String(repeating: "5 km ", count: 690)

  private func put(_ text: String) -> String { #"{"to":"\#(text)","interpolation":"noted"}"# }

  @Test func `what takes long is not done on the store's queue, and what is quick is done there alone`() {
    let store = SteppedStore()
    let service = NotedService(store)
    for text in [Self.apples, Self.ways, Self.apples] { #expect(service.put("a", put(text)).status < 300) }
    let long = service.notes.all
    #expect(long.count >= 3 && !long.contains { $0.isInStep })
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":1}"#).status == 409)
    #expect(!service.notes.all.contains { $0.isInStep })

    service.notes.clear()
    for text in ["1 apple", "2 apples"] { #expect(service.put("b", put(text)).status < 300) }
    #expect(service.notes.all.count >= 1 && service.notes.all.allSatisfy { $0.isInStep })
  }

  @Test func `who watches a label, and who reads it, has it as it was prepared`() throws {
    let store = SteppedStore()
    let service = NotedService(store)
    #expect(service.put("a", put("1 apple")).status == 201)
    let name = try #require(try? LabelName(inPath: "/v1/labels/a"))
    let watcher = Watcher()
    service.context.labels?.watch(name, by: watcher.mailbox)
    service.notes.clear()
    #expect(service.put("a", put(Self.apples))["version"] == "2")
    #expect(service.send(.get, "/v1/labels/a", nil)["to"] == Self.apples)
    #expect(watcher.versions.last == 2)
    #expect(!service.notes.all.contains { $0.isInStep })
  }

  @Test(arguments: [0, 1, 2, 3, 9])
  func `a change is prepared anew while others change the label, three times at most`(others: Int) {
    let store = SteppedStore()
    let service = NotedService(store)
    #expect(service.put("a", put("1 apple")).status == 201)
    service.notes.clear()
    // The first step says that there is something to prepare.
    store.change(beforeSteps: ["a"] + Array(repeating: "a", count: others))
    let answer = service.put("a", put(Self.ways))
    let tries = min(others + 1, 3)
    #expect(Set(service.notes.all.map(\.source)).count == tries)
    if others < 3 {
      #expect(answer.status == 200 && answer["to"] == Self.ways && answer["version"] == "\(3 + others)")
    } else {
      #expect(answer.status == 503 && answer["type"] == "/problems#labels-unavailable")
      #expect(answer.fields[.retryAfter] != nil)
      #expect(answer["detail"]?.contains("others have changed the label each time") == true)
      #expect(service.send(.get, "/v1/labels/a", nil)["to"] != Self.ways)
    }
  }

  @Test func `an ordinary label that is changed without end is changed in one step each time`() {
    let store = SteppedStore()
    let service = NotedService(store)
    for count in 0..<80 {
      #expect(service.put("a", #"{"to":"$\#(count * 7919) raised","duration":60}"#).status < 300)
    }
    for _ in 0..<80 { store.steps.wait() }
    #expect(store.steps.wait(timeout: .now()) == .timedOut)
  }

  @Test func `conditions hold for the version that is changed`() {
    let store = SteppedStore()
    let service = NotedService(store)
    #expect(service.put("a", put(Self.apples)).status == 201)
    store.change(beforeSteps: ["", "a"])
    #expect(service.put("a", put(Self.ways), [.ifMatch: "\"1\""]).status == 412)
    #expect(service.put("a", put(Self.ways), [.ifMatch: "\"2\""]).status == 200)
  }

  @Test func `keys take turns, however many changes of one wait`() throws {
    let queue = WorkQueue(threads: 1)
    let (began, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let service = NotedService(SteppedStore(), workQueue: queue) {
      $0.writeKeys = ["shop-*=many", "own-*=one"].compactMap { WriteKey($0) }
    }
    _ = queue.run(for: .key("another")) {
      began.signal()
      mayGoOn.wait()
      return 0
    }
    began.wait()
    let all = DispatchGroup()
    for index in 0..<5 {
      let (prefix, key) = index < 4 ? ("shop", "many") : ("own", "one")
      all.enter()
      let body = #"{"from":"\#(Self.ways)","to":"\#(Self.apples)"}"#
      service.begin(.put, "/v1/labels/\(prefix)-\(index)", body, [.authorization: "Bearer \(key)"]) {
        #expect($0.status == 201)
        all.leave()
      }
      service.awaitStep()
    }
    mayGoOn.signal()
    all.wait()
    #expect(service.created.map { $0.prefix(3) } == ["sho", "own", "sho", "sho", "sho"], "\(service.created)")
  }
}

/// Labels that take long to read are read off the store's queue as well.
struct PreparedReadingTests {
  private static let long = (0..<3).map { String(repeating: "\($0) ", count: 2000) }

  /// A store that another service has filled, so that no cache has its labels.
  private func store(_ texts: [String]) -> SteppedStore {
    let store = SteppedStore()
    let other = NotedService(store)
    for (index, text) in texts.enumerated() {
      // What has moved is what takes long.
      for text in ["0 apples", text] { #expect(other.put("label-\(index)", put(text)).status < 300) }
    }
    return store
  }

  private func put(_ text: String) -> String { #"{"to":"\#(text)","interpolation":"noted"}"# }

  @Test(arguments: ["", "/frames", "/stream", "/next"])
  func `a label that nobody has asked for yet is read off the queue if that takes long, and else on it`(path: String) {
    let service = NotedService(store([Self.long[0], "1 apple"]))
    #expect(service.send(.get, "/v1/labels/label-0\(path)", nil).status < 400)
    #expect(service.notes.all.count >= 1 && !service.notes.all.contains { $0.isInStep })
    service.notes.clear()
    #expect(service.send(.get, "/v1/labels/label-1\(path)", nil).status < 400)
    #expect(service.notes.all.count >= 1 && service.notes.all.allSatisfy { $0.isInStep })
  }

  @Test func `all who ask for it wait for one reading, and nobody else waits`() {
    let (queue, mayGoOn) = (WorkQueue(threads: 1), DispatchSemaphore(value: 0))
    let once = NotedService(store([Self.long[0]]))
    #expect(once.send(.get, "/v1/labels/label-0", nil)["to"] == Self.long[0])
    let service = NotedService(store([Self.long[0], "1 apple"]), workQueue: queue)
    _ = queue.run(for: .key("another")) {
      mayGoOn.wait()
      return 0
    }
    let all = DispatchGroup()
    for _ in 0..<5 {
      all.enter()
      service.begin(.get, "/v1/labels/label-0", nil) {
        #expect($0["to"] == Self.long[0])
        all.leave()
      }
    }
    #expect(service.send(.get, "/v1/labels/label-1", nil)["to"] == "1 apple")
    #expect(service.put("label-1", put("2 apples")).status == 200)
    #expect(service.notes.all.allSatisfy { $0.source.count < 20 })
    service.notes.clear()
    mayGoOn.signal()
    all.wait()
    #expect(service.notes.all.map(\.source) == once.notes.all.map(\.source))
  }

  @Test func `who watches is told off the queue of what takes long, and not of what is not the newest any more`()
    throws
  {
    let (queue, mayGoOn) = (WorkQueue(threads: 1), DispatchSemaphore(value: 0))
    let store = store(["1 apple"])
    let (service, other) = (NotedService(store, workQueue: queue), NotedService(store))
    let watcher = Watcher()
    let name = try #require(try? LabelName(inPath: "/v1/labels/label-0"))
    service.context.labels?.watch(name, by: watcher.mailbox)
    #expect(service.send(.get, "/v1/labels/label-0", nil)["version"] == "2")
    _ = queue.run(for: .key("another")) {
      mayGoOn.wait()
      return 0
    }
    service.notes.clear()
    for text in Self.long + Self.long { #expect(other.put("label-0", put(text)).status == 200) }
    #expect(service.notes.all.isEmpty && watcher.versions == [2])
    mayGoOn.signal()
    watcher.wait(for: 8)
    #expect(watcher.versions == [2, 3, 8])
    #expect(service.send(.get, "/v1/labels/label-0", nil)["version"] == "8")
    #expect(!service.notes.all.contains { $0.isInStep })
  }

  @Test func `an own deletion counts, whether or not the store tells of it`() throws {
    let store = SteppedStore()
    let service = NotedService(store)
    let name = try #require(try? LabelName(inPath: "/v1/labels/a"))
    for isSilent in [false, true] {
      let watcher = Watcher()
      #expect(service.put("a", put("1 apple")).status == 201)
      service.context.labels?.watch(name, by: watcher.mailbox)
      service.awaitRead()
      store.isSilent.withLock { $0 = isSilent }
      #expect(service.send(.delete, "/v1/labels/a", nil).status == 204)
      #expect(service.send(.get, "/v1/labels/a", nil).status == 404 && watcher.ends >= 1)
      store.isSilent.withLock { $0 = false }
    }
  }

  @Test func `what was missed is read again off the queue where that takes long`() throws {
    let store = store(["1 apple", Self.long[0]])
    let (service, other) = (NotedService(store), NotedService(store))
    let watcher = Watcher()
    for index in 0..<2 {
      let name = try #require(try? LabelName(inPath: "/v1/labels/label-\(index)"))
      service.context.labels?.watch(name, by: watcher.mailbox)
    }
    #expect(service.send(.get, "/v1/labels/label-1", nil)["to"] == Self.long[0])
    store.isSilent.withLock { $0 = true }
    #expect(other.put("label-0", put(Self.long[1])).status == 200)
    service.notes.clear()
    service.context.labels?.take(.uncertain(isOtherStore: false))
    watcher.wait(for: 3)
    #expect(service.notes.all.count >= 1 && !service.notes.all.contains { $0.isInStep })
    #expect(service.send(.get, "/v1/labels/label-0", nil)["to"] == Self.long[1])
  }

  @Test func `a reader is charged for it, and refused once he has had what he may`() {
    let store = store(Array(repeating: Self.long[0], count: 40))
    let service = NotedService(store) { ($0.workMillisecondsPerSecond, $0.maximumWorkMilliseconds) = (1, 1) }
    let answers = (0..<40).map { service.send(.get, "/v1/labels/label-\($0)", nil) }
    let refused = answers.filter { $0.status == 429 }
    #expect(answers.allSatisfy { [200, 429].contains($0.status) })
    #expect(answers[0].status == 200 && !refused.isEmpty)
    #expect(refused.allSatisfy { $0.fields[.retryAfter] != nil })
  }

  @Test func `who finds no room is refused, and who waits for the same label is not`() {
    let (queue, mayGoOn) = (WorkQueue(threads: 1, limit: 3), DispatchSemaphore(value: 0))
    let service = NotedService(store([Self.long[0], Self.long[1]]), workQueue: queue) {
      $0.writeKeys = ["a-*=one", "b-*=two"].compactMap { WriteKey($0) }
    }
    for _ in 0..<2 {
      _ = queue.run(for: .key("another")) {
        mayGoOn.wait()
        return 0
      }
    }
    let all = DispatchGroup()
    for (label, key) in [(0, "one"), (1, "one"), (0, "two")] {
      all.enter()
      service.begin(.get, "/v1/labels/label-\(label)", nil, [.authorization: "Bearer \(key)"]) { answer in
        #expect(answer.status == (label == 0 ? 200 : 503))
        all.leave()
      }
      service.awaitRead()
    }
    for _ in 0..<2 { mayGoOn.signal() }
    all.wait()
  }
}

/// A service that notes which pairs of texts are prepared for labels, and whether the store waits for it.
private final class NotedService: @unchecked Sendable {
  let notes: Notes
  let context: ServiceContext
  private let store: SteppedStore
  private let queue = DispatchQueue(label: "test")
  private let handler: LoopHandler

  init(_ store: SteppedStore, workQueue: WorkQueue = WorkQueue(), _ change: (inout Settings) -> Void = { _ in }) {
    let notes = Notes(store)
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("noted", summary: "Says what it is asked for.") { _ in NotedInterpolator(notes: notes) }
    var settings = Settings()
    change(&settings)
    (self.notes, self.store) = (notes, store)
    context = ServiceContext(settings: settings, interpolators: interpolators, workQueue: workQueue, labels: store)
    handler = LoopHandler(context, queue: queue)
    // What is asked for at the start is the service's own.
    notes.clear()
  }

  /// The labels in the order in which they were created.
  var created: [String] { store.created.withLock { $0 } }

  func put(_ name: String, _ body: String, _ fields: HeaderFields = [:]) -> Answer {
    send(.put, "/v1/labels/\(name)", body, fields)
  }

  func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?, _ fields: HeaderFields = [:]) -> Answer {
    let isThere = DispatchSemaphore(value: 0)
    let answer = Mutex<Answer?>(nil)
    begin(method, path, body, fields) { given in
      answer.withLock { $0 = given }
      isThere.signal()
    }
    isThere.wait()
    return answer.withLock { $0 } ?? Answer(Response(status: .internalServerError))
  }

  /// Sends a request and does not wait for the answer.
  func begin(
    _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ fields: HeaderFields = [:],
    _ completion: @escaping @Sendable (Answer) -> Void
  ) {
    var fields = fields
    fields[named: "Host"] = "localhost"
    if body != nil { fields[.contentType] = "application/json" }
    let request = Request(
      method: method, path: path, headerFields: fields, body: Array((body ?? "").utf8), remoteAddress: "127.0.0.1")
    queue.async { [self] in follow(handler.respond(to: request), completion) }
  }

  private func follow(_ response: Response, _ completion: @escaping @Sendable (Answer) -> Void) {
    guard case .later(let begin) = response.body else { return completion(Answer(response)) }
    begin(
      LaterAnswer(by: { [queue] in queue.async(execute: $0) }) { [self] _, response in follow(response, completion) })
  }

  /// Waits until the store has said what was asked for before.
  func awaitRead() {
    let isRead = DispatchSemaphore(value: 0)
    queue.sync {}
    store.read("") { _ in isRead.signal() }
    isRead.wait()
  }

  /// Waits until the store has done a step and the loop has taken what came of it.
  func awaitStep() {
    store.steps.wait()
    queue.sync {}
  }
}

/// What was asked for of an interpolator.
private final class Notes: Sendable {
  struct Note {
    let source: String
    let isInStep: Bool
  }

  private let store: SteppedStore
  private let notes = Mutex<[Note]>([])

  init(_ store: SteppedStore) { self.store = store }

  var all: [Note] { notes.withLock { $0 } }

  func clear() { notes.withLock { $0 = [] } }

  func add(_ source: String) {
    let note = Note(source: source, isInStep: store.thread.withLock { $0 } == pthread_self())
    notes.withLock { $0.append(note) }
  }
}

private struct NotedInterpolator: TextInterpolator {
  let notes: Notes

  func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    notes.add(source)
    return Jump(source: source, target: target)
  }

  private struct Jump: TextInterpolation {
    let source: String
    let target: String
    let threshold = 0.5

    func write(at progress: Double, to text: inout UTF8Buffer) {
      text.append(contentsOf: progress < 0.5 ? source : target)
    }
  }
}

private final class Watcher: Sendable {
  private let seen = Mutex<[Int]>([])
  private let gone = Mutex(0)

  var versions: [Int] { seen.withLock { $0 } }
  /// How often it was told that there is none.
  var ends: Int { gone.withLock { $0 } }

  func wait(for version: Int) {
    // Work off the loop gives way to whoever is busy.
    for _ in 0..<4_000 where versions.last != version { usleep(5_000) }
  }

  /// Hears at once, on whichever thread.
  var mailbox: LoopMailbox<LabelNews> {
    LoopMailbox(by: { $0() }) { [self] news in
      switch news {
      case .shows(let label): seen.withLock { $0.append(label.version) }
      case .gone: gone.withLock { $0 += 1 }
      case .unavailable: break
      }
    }
  }
}

/// A store in memory that says while others wait for it, and in which others change labels before its steps.
private final class SteppedStore: LabelStore {
  private let local = LocalLabelStore()
  private let changes = Mutex<[String]>([])
  /// The thread on which it is calling somebody.
  let thread = Mutex<pthread_t?>(nil)
  /// Whether it tells nothing by itself.
  let isSilent = Mutex(false)
  let created = Mutex<[String]>([])
  /// Signalled after each step.
  let steps = DispatchSemaphore(value: 0)

  /// Which label somebody else changes before each of the next steps.
  func change(beforeSteps names: [String]) { changes.withLock { $0 = names } }

  private func inStep<Value>(_ body: () -> Value) -> Value {
    let outer = thread.withLock { thread in
      defer { thread = pthread_self() }
      return thread
    }
    defer { thread.withLock { $0 = outer } }
    return body()
  }

  var now: LabelTime { local.now }
  var wallTime: WallTime { local.wallTime }
  var count: Int { local.count }

  func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void) {
    local.read(name) { [self] result in inStep { completion(result) } }
  }

  func list(
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    local.list(query) { [self] result in inStep { completion(result) } }
  }

  func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    let changed = changes.withLock { $0.isEmpty ? "" : $0.removeFirst() }
    if !changed.isEmpty {
      local.update(changed, key: nil) { label, time in
        let motion = LabelMotion(to: "other \(label?.version ?? 0)", at: time.microseconds)
        return .replace(
          state: LabelRecord(parameters: [], isPrivate: false, motion: motion).bytes, expiry: nil, isPrivate: false)
      } _: { _ in
      }
    }
    local.update(name, key: key) { [self] label, time in
      inStep { decide(label, time) }
    } _: { [self] result in
      if case .success(let outcome) = result, case .created = outcome.result {
        created.withLock { $0.append(name) }
      }
      inStep { completion(result) }
      steps.signal()
    }
  }

  func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) {
    local.observe { [self] event in
      if !isSilent.withLock({ $0 }) { inStep { observer(event) } }
    }
  }

  func close() { local.close() }
}
