package import Documents
import FrameScheduling
import HTTPTypes
package import LabelStore
package import Logging
package import Deployment
package import MicroHTTP
package import Requests
import Synchronization
import TextAnimation

/// What the store last said of the labels that somebody watches or has asked for lately, prepared once for all loops.
///
/// The store tells each change on its own queue before it completes the update, and so do its answers arrive: what stands
/// here is never older than what any client has been told. Loops look things up for a request, and for a frame never:
/// they are told.
package final class LabelDirectory: Sendable {
  let store: any LabelStore
  package let metrics = LabelMetrics()
  let entries: Mutex<LabelEntries>
  /// What parameters are read by.
  let requests: RequestContext
  /// Bytes that are stored of one label.
  let maximumLabelBytes: Int
  let workQueue: WorkQueue
  let logger: Logger

  /// The last changes of a label, the newest at the end; empty where there is no such label.
  package typealias Lookup = Result<[PreparedLabel], Problem>

  /// How many of its changes are kept, for those who fetch the frames of one that is not the newest any more.
  static let keptVersions = 8

  /// Has a store tell what changes.
  ///
  /// The work queue prepares what takes too long for the store's queue; the counters tell how often a label was at hand.
  package init(
    _ store: any LabelStore, _ settings: Settings, _ requests: RequestContext, _ workQueue: WorkQueue,
    counters: CacheCounters, logger: Logger
  ) {
    (self.store, self.requests, self.workQueue, self.logger) = (store, requests, workQueue, logger)
    maximumLabelBytes = settings.maximumLabelBytes
    let recent = BoundedCache<String, LabelEntry>(
      maximumCount: max(settings.rememberedLabels, 2), maximumBytes: .max, counters: counters)
    entries = Mutex(LabelEntries(recent: recent))
    store.observe { [weak self] event in self?.take(event) }
  }
}

// MARK: - The store

/// What all may know of the store: nobody but the directory reads labels there, since it knows who may read them.
extension LabelDirectory {
  package var now: LabelTime { store.now }
  package var wallTime: WallTime { store.wallTime }
  package var count: Int { store.count }
  package var remoteStatus: RemoteStoreStatus? { store.remoteStatus }
  package var trouble: LabelStoreTrouble? { store.trouble }
  package func close() { store.close() }
}

// MARK: - Asking

extension LabelDirectory {
  /// What is known of a label without asking the store; `nil` where that is nothing.
  package func known(_ name: LabelName) -> Lookup? {
    let lookup = entries.withLock { $0.lookup(name.description) }
    guard case .success(let versions)? = lookup, let label = versions.last, !label.exists(at: store.wallTime) else {
      return lookup
    }
    return .success([])
  }

  /// What a store has, if it is at hand as it stands.
  func prepared(_ stored: StoredLabel) -> PreparedLabel? {
    guard case .success(let versions)? = entries.withLock({ $0[stored.name]?.lookup }),
      let label = versions.last, label.isSame(as: stored)
    else { return nil }
    return label
  }

  /// Asks the store for a label, and has `reader` charged for what preparing it takes.
  package func read(
    _ name: LabelName, for reader: WorkAccount,
    _ completion: @escaping @Sendable (Lookup) -> Void
  ) {
    let known = newestVersion(of: name.description)
    store.read(name.description) { [self] result in
      do throws(LabelStoreError) {
        let report = StoreReport(try result.get(), of: name.description, knowing: known, in: round)
        let refuse: @Sendable (Problem) -> Void = { completion(.failure($0)) }
        take(report, for: reader, refusing: refuse, completion)
      } catch {
        completion(.failure(Problem(error)))
      }
    }
  }

  /// Has a change decided and kept, and tells in units of a meter what deciding has taken.
  ///
  /// `key` names the request for those who send it again.
  package func update(
    _ name: LabelName, key: RequestKey? = nil, for client: WorkAccount, _ update: LabelUpdate,
    _ completion: @escaping @Sendable (LabelStep, _ units: Int) -> Void
  ) {
    let (start, meter) = (MonotonicTime.now, SharedMeter())
    let id = ObjectIdentifier(meter)
    let known = newestVersion(of: name.description)
    store.update(name.description, key: key) { [self] stored, time in
      guard let change = update.decided(on: stored, at: time, spending: meter) else {
        return .refuse(LabelUpdate.Base(label: stored, time: time, now: store.now))
      }
      if change.label != nil { entries.withLock { $0.note(change, for: name.description, of: id) } }
      return change.decision
    } _: { [self] result in
      metrics.latency.record(nanoseconds: MonotonicTime.now.nanoseconds &- start.nanoseconds)
      if case .success(let outcome) = result, case .refused(let base as LabelUpdate.Base) = outcome.result {
        return completion(.unprepared(base), meter.spent)
      }
      let done: @Sendable (Result<LabelReply, Problem>) -> Void = { [self] reply in
        entries.withLock { $0.note(nil, for: name.description, of: id) }
        completion(.done(reply), meter.spent)
      }
      do throws(Problem) {
        let (label, version, isNew) = try kept(by: result)
        guard let label else { return end(name.description, since: known) { done(.success(.gone)) } }
        let report = StoreReport(label, of: name.description, in: round)
        take(report, for: client) { lookup in
          done(
            lookup.map { versions in
              LabelReply(label: versions.last, version: version ?? versions.last?.version, isNew: isNew)
            })
        }
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Takes the own deletion of a label for what it is, whether or not the store tells of it, as it may not of what it cannot
  /// read.
  ///
  /// `known` is the newest version that was known before.
  private func end(_ name: String, since known: Int?, _ completion: @escaping @Sendable () -> Void) {
    take(StoreReport(nil, of: name, knowing: known, in: round)) { [self] lookup in
      // Another may have been made since.
      if case .success(let versions) = lookup, versions.isEmpty {
        tell(.gone(name, version: known, isExpired: false), of: name)
      }
      completion()
    }
  }

  /// - Returns: The label as it is now, the version that the first request with this key has made, and whether the label is
  ///   new.
  private func kept(
    by result: Result<LabelOutcome, LabelStoreError>
  ) throws(Problem) -> (label: StoredLabel?, version: Int?, isNew: Bool) {
    let outcome: LabelOutcome
    do throws(LabelStoreError) { outcome = try result.get() } catch { throw Problem(error) }
    var (isNew, version) = (false, Int?.none)
    switch outcome.result {
    case .created: isNew = true
    case .changed: break
    case .refused(let reason): throw reason as? Problem ?? Problem(.unavailable(reason: "\(reason)"))
    case .keyOfAnother: throw .keyOfAnotherRequest
    case .repeated(nil): throw .refusedBefore
    case .repeated(let made?):
      guard outcome.label != nil else { throw .goneSince(made) }
      version = made
    }
    metrics.changes.add(version == nil ? 1 : 0)
    return (outcome.label, version, isNew)
  }
}

/// What a step of the store has done about a change.
package enum LabelStep: Sendable {
  case done(Result<LabelReply, Problem>)
  /// Nothing yet: it is to be prepared on this, which takes too long for a step.
  case unprepared(LabelUpdate.Base)
}

/// What came of a change.
package struct LabelReply: Sendable {
  /// The label as it is now; `nil` where it is gone.
  package let label: PreparedLabel?
  /// The version that the request has made, or the first one with its key.
  package let version: Int?
  /// Whether the label did not exist before.
  package let isNew: Bool

  fileprivate static let gone = LabelReply(label: nil, version: nil, isNew: false)
}

// MARK: - Visitors

extension LabelDirectory {
  /// Notes from where a visitor's label is about to be made.
  package func noteVisitor(_ name: LabelName, by caller: Caller) {
    entries.withLock { $0.visitors.note(name.description, from: caller.network) }
  }

  /// Notes that a visitor's label was not made after all.
  package func forgetVisitor(_ name: LabelName) {
    entries.withLock { $0.visitors.forget(name.description) }
  }

  /// Ends a visitor's label to make room for another one, and tells whether there was one.
  ///
  /// It is the oldest that nobody watches here, of the network that has most.
  package func endVisitorLabel(for newcomer: LabelName, _ completion: @escaping @Sendable (Bool) -> Void) {
    let first = entries.withLock { entries in
      let watched = entries.watched
      return entries.visitors.first { watched[$0] != nil || $0 == newcomer.description }
    }
    guard let first else { return completion(false) }
    store.update(first, key: nil) { [self] stored, _ in
      // It is gone already, or somebody has come to watch it.
      guard stored != nil, entries.withLock({ $0.watched[first] == nil }) else { return .refuse(CancellationError()) }
      return .delete
    } _: { [self] result in
      guard case .success(let outcome) = result else { return completion(false) }
      // What is not there takes no room, whatever was heard of it.
      if outcome.label == nil { entries.withLock { $0.visitors.forget(first) } }
      completion(true)
    }
  }
}

// MARK: - Watching

/// What becomes of a label that somebody watches.
package enum LabelNews: Sendable {
  /// It is this one now; said at first, and of each change.
  case shows(PreparedLabel)
  /// There is none, or none any more.
  case gone(String, version: Int?, isExpired: Bool)
  /// The store does not say at the moment.
  case unavailable(String, Problem)
}

extension LabelNews {
  /// What is known of a label.
  init(_ lookup: LabelDirectory.Lookup, of name: String) {
    switch lookup {
    case .success(let versions):
      self = versions.last.map { .shows($0) } ?? .gone(name, version: nil, isExpired: false)
    case .failure(let problem): self = .unavailable(name, problem)
    }
  }

  /// Which label it is about.
  package var name: String {
    switch self {
    case .shows(let label): label.name
    case .gone(let name, _, _), .unavailable(let name, _): name
    }
  }
}

extension LabelDirectory {
  /// Tells a loop what a label is, and what becomes of it until ``unwatch(_:by:)``, in the order of its changes; the same
  /// change may be told twice.
  ///
  /// `reader` is charged for what preparing the label takes that is there.
  package func watch(
    _ name: LabelName, by watcher: LoopMailbox<LabelNews>, for reader: WorkAccount? = nil
  ) {
    let name = name.description
    entries.withLock { entries in
      let entry = entries.entry(name)
      entries.watched[name] = entry
      entry.watchers[ObjectIdentifier(watcher)] = watcher
    }
    tell(watcher, of: name, for: reader)
  }

  /// Tells somebody who watches a label what it is.
  private func tell(
    _ watcher: LoopMailbox<LabelNews>, of name: String, for reader: WorkAccount?
  ) {
    let known = newestVersion(of: name)
    store.read(name) { [self] result in
      let isWatching: @Sendable () -> Bool = { [self] in
        entries.withLock { $0.watched[name]?.watchers[ObjectIdentifier(watcher)] != nil }
      }
      do throws(LabelStoreError) {
        let report = StoreReport(try result.get(), of: name, knowing: known, in: round)
        take(report, for: reader) { [self] lookup in
          guard isWatching() else { return }
          // What may be out of date by now is asked for again.
          guard report.round == round else { return tell(watcher, of: name, for: reader) }
          watcher.send(LabelNews(lookup, of: name))
        }
      } catch {
        if isWatching() { watcher.send(.unavailable(name, Problem(error))) }
      }
    }
  }

  /// Tells somebody no more of a label.
  package func unwatch(_ name: LabelName, by watcher: LoopMailbox<LabelNews>) {
    entries.withLock { entries in
      guard let entry = entries.watched[name.description] else { return }
      entry.watchers[ObjectIdentifier(watcher)] = nil
      guard entry.watchers.isEmpty else { return }
      entries.watched[name.description] = nil
      entries.recent.insert(entry, for: name.description, bytes: 0)
    }
  }
}

// MARK: - Refusals

extension Problem {
  /// Why a store has done nothing.
  package init(_ error: LabelStoreError) {
    switch error {
    case .unavailable(let reason):
      self.init(
        type: .labelsUnavailable, detail: "The store of labels cannot be used at the moment: \(reason).",
        headerFields: [.retryAfter: String(Int.random(in: 1...3))])
    case .tooMany(let limit, false):
      self.init(type: .tooManyLabels, detail: "There are \(limit) labels, which is the limit.")
    case .tooMany(let limit, true):
      self.init(
        type: .tooManyLabels,
        detail: "There are \(limit) labels of visitors, which is the limit; each is deleted after an hour.",
        headerFields: [.retryAfter: String(Int.random(in: 30...90))])
    }
  }

  fileprivate static let keyOfAnotherRequest = Problem(
    type: .idempotencyKeyReused,
    detail: "A request with this `Idempotency-Key` asked for something else within 24 hours, so nothing has changed.")

  fileprivate static let refusedBefore = Problem(
    type: .noSingleNumber,
    detail: "When this `Idempotency-Key` was first used, nothing could be added, nor is anything now; send another key."
  )

  fileprivate static func goneSince(_ version: Int) -> Problem {
    Problem(
      type: .notFound,
      detail: "The first request with this `Idempotency-Key` made version \(version) of the label, which is gone now.")
  }
}

/// What has happened to labels; written on the store's queue alone.
package final class LabelMetrics: Sendable {
  /// Changes and deletions that were kept.
  package let changes = LoopCounter()
  /// Labels that were deleted when their time was over.
  package let expired = LoopCounter()
  /// Changes that were found when labels were read again, since no message had come of them.
  package let healed = LoopCounter()
  /// From asking the store for a change to its answer.
  package let latency = LoopHistogram(.storing)
}

extension LoopHistogram.Bounds {
  /// For how long a store takes: from memory's time to a disk's that stands still.
  static let storing: Self = [
    25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 50_000_000, 250_000_000,
    1_000_000_000, 5_000_000_000,
  ]
}
