import MicroHTTP
import Synchronization
import System

/// How many bytes open streams keep ready, in the whole process and of each client; shared by all loops.
final class StreamMemory: Sendable {
  /// The most bytes of all streams together; 0 is any number.
  let limit: Int
  private let taken = Atomic(0)
  private let callers: Tally<Caller>

  init(limit: Int = 0, limitPerCaller: Int = 0) {
    self.limit = limit
    callers = Tally(limit: limitPerCaller)
  }

  /// The limits that the settings say, or their shares of the memory that there is.
  convenience init(_ settings: Settings, memory: Int = ProcessStatus.memoryLimit) {
    let limit = settings.maximumStreamBytes ?? min(memory / 4, 536_870_912)
    // Rounded up, as 0 is no limit.
    self.init(limit: limit, limitPerCaller: settings.maximumStreamBytesPerClient ?? (limit + 3) / 4)
  }

  /// The bytes of all open streams.
  var byteCount: Int { taken.load(ordering: .relaxed) }

  /// The most bytes of the streams of one client; 0 is any number.
  var limitPerCaller: Int { callers.limit }

  /// Whether it matters whose a stream is.
  var knowsCallers: Bool { callers.limit > 0 }

  /// - Throws: Which limit is reached; then nothing is counted.
  fileprivate func take(_ count: Int, for caller: Caller?) throws(StreamQuota.Refusal) {
    let sum = taken.add(count, ordering: .relaxed).newValue
    guard limit == 0 || sum <= limit else {
      taken.subtract(count, ordering: .relaxed)
      throw .bytes(limit)
    }
    guard let caller, !callers.take(caller, count) else { return }
    taken.subtract(count, ordering: .relaxed)
    throw .bytesOfCaller(callers.limit)
  }

  fileprivate func giveBack(_ count: Int, of caller: Caller?) {
    taken.subtract(count, ordering: .relaxed)
    if let caller { callers.giveBack(caller, count) }
  }
}

/// Bytes of streams that are counted until it is deallocated.
///
/// What several viewers share is counted once, for the first of them, until the last has left.
final class StreamBytes {
  private let memory: StreamMemory
  private let caller: Caller?
  private var count = 0

  /// Counts nothing yet.
  init(in memory: StreamMemory, for caller: Caller?) {
    self.memory = memory
    // A trusted proxy that names no client asks for many.
    if case .proxy? = caller { self.caller = nil } else { self.caller = memory.knowsCallers ? caller : nil }
  }

  deinit { memory.giveBack(count, of: caller) }

  /// Counts so many bytes, if they are more than before.
  ///
  /// - Throws: Which limit is reached.
  func grow(to count: Int) throws(StreamQuota.Refusal) {
    guard count > self.count else { return }
    try memory.take(count - self.count, for: caller)
    self.count = count
  }
}

/// What an open stream has of the limits: its place, the bytes that it shares with other viewers, and its own.
struct StreamAdmission {
  private let place: StreamPlace
  private let shared: StreamBytes
  private let own: StreamBytes

  /// Takes them.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  init(_ plan: StreamPlan, to quota: StreamQuota, for caller: Caller?) throws(StreamQuota.Refusal) {
    place = try quota.place(for: caller, framesPerSecond: plan.framesPerSecond)
    own = StreamBytes(in: quota.memory, for: caller)
    try own.grow(to: plan.viewerBytes)
    shared = try plan.encoder.hold(in: quota.memory, for: caller)
  }
}
