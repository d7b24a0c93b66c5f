import Documents
import HTTPTypes
package import Deployment
import MicroHTTP
import Synchronization
import System

/// What an open stream has of the limits, given back when it is deallocated.
///
/// A stream whose client leaves before the first byte is never opened, so it has no end that could give anything back.
final class Admission {
  private let limits: StreamLimits
  private let caller: Caller?
  private var charges: [Charge] = []
  /// What it has together with other viewers: counted once, for the first of them, until the last has left.
  var shared: Admission?

  /// One thing of which there is only so much.
  enum Charge {
    case place
    /// How often a stream is due at most, also while it waits for its first frame.
    case framesPerSecond(Double)
    case bytes(Int)
    case viewer(of: LabelName)
  }

  /// Why there is no place: the limit that is reached.
  enum Refusal: Error, Equatable {
    case streams(Int), streamsOfCaller(Int), framesPerSecond(Int), bytes(Int), bytesOfCaller(Int), viewersOfLabel(Int)
  }

  /// Takes everything, or throws which limit is reached and takes nothing.
  init(_ charges: [Charge], to limits: StreamLimits, for caller: Caller? = nil) throws(Refusal) {
    self.limits = limits
    self.caller = caller
    for charge in charges { try take(charge) }
  }

  deinit {
    for charge in charges { limits.giveBack(charge, of: caller) }
  }

  private func take(_ charge: Charge) throws(Refusal) {
    try limits.take(charge, for: caller)
    charges.append(charge)
  }

  /// Counts so many bytes in all, if they are more than before; throws which limit is reached.
  func grow(to count: Int) throws(Refusal) {
    let before = charges.reduce(0) { sum, charge in if case .bytes(let count) = charge { sum + count } else { sum } }
    if count > before { try take(.bytes(count - before)) }
  }
}

/// What open streams may have, shared by all loops.
package struct StreamLimits: Sendable {
  let streams: StreamLimit
  /// Rates have fractions, so they are counted in thousandths.
  private let millirate: StreamLimit
  /// Bytes that are kept ready.
  package let bytes: StreamLimit
  /// How many streams watch each label.
  let labelViewers: PerKeyLimit<LabelName>

  /// The limits that the settings say; those of bytes may be shares of the memory that there is.
  package init(_ settings: Settings, memory: Int = ProcessStatus.memoryLimit) {
    streams = StreamLimit(settings.maximumStreams, ofCaller: settings.maximumStreamsPerClient)
    let rate = settings.maximumFramesPerSecond
    millirate = StreamLimit(rate > 0 ? rate * 1000 : nil)
    let bytes = settings.maximumStreamBytes ?? min(memory / 4, 536_870_912)
    // Rounded up, as 0 is no limit.
    let bytesOfCaller = settings.maximumStreamBytesPerClient ?? (bytes + 3) / 4
    self.bytes = StreamLimit(bytes > 0 ? bytes : nil, ofCaller: bytesOfCaller)
    labelViewers = PerKeyLimit(limit: settings.maximumLabelViewers)
  }
}

extension StreamLimits {
  typealias Refusal = Admission.Refusal

  /// The frames a second that the open streams are due together.
  package var framesPerSecond: Double { Double(millirate.taken) / 1000 }

  /// Whether it matters whose a stream is.
  var knowsCallers: Bool { streams.limitPerCaller > 0 || bytes.limitPerCaller > 0 }

  fileprivate func take(_ charge: Admission.Charge, for caller: Caller?) throws(Refusal) {
    switch charge {
    case .place: try streams.take(1, for: caller, Refusal.streams, Refusal.streamsOfCaller)
    case .framesPerSecond(let rate):
      try millirate.take(Self.millirate(rate), for: nil, { .framesPerSecond($0 / 1000) }, Refusal.framesPerSecond)
    case .bytes(let count): try bytes.take(count, for: caller?.named, Refusal.bytes, Refusal.bytesOfCaller)
    case .viewer(let name): guard labelViewers.take(name) else { throw .viewersOfLabel(labelViewers.limit) }
    }
  }

  fileprivate func giveBack(_ charge: Admission.Charge, of caller: Caller?) {
    switch charge {
    case .place: streams.giveBack(1, of: caller)
    case .framesPerSecond(let rate): millirate.giveBack(Self.millirate(rate), of: nil)
    case .bytes(let count): bytes.giveBack(count, of: caller?.named)
    case .viewer(let name): labelViewers.giveBack(name)
    }
  }

  private static func millirate(_ framesPerSecond: Double) -> Int { Int((framesPerSecond * 1000).rounded(.up)) }
}

extension Caller {
  /// `nil` for a trusted proxy that names no client, since it asks for many.
  fileprivate var named: Caller? { if case .proxy = self { nil } else { self } }
}

/// How much of one thing all open streams may have together, and those of one client.
package final class StreamLimit: Sendable {
  /// `nil` is any amount.
  package let limit: Int?
  private let sum = Atomic(0)
  private let callers: PerKeyLimit<Caller>

  init(_ limit: Int?, ofCaller limitPerCaller: Int = 0) {
    self.limit = limit
    callers = PerKeyLimit(limit: limitPerCaller)
  }

  /// What all have of it.
  package var taken: Int { sum.load(ordering: .relaxed) }

  /// The most that one client may have; 0 is any amount.
  var limitPerCaller: Int { callers.limit }

  fileprivate func take(
    _ amount: Int, for caller: Caller?, _ refusal: (Int) -> Admission.Refusal,
    _ refusalOfCaller: (Int) -> Admission.Refusal
  ) throws(Admission.Refusal) {
    let sum = sum.add(amount, ordering: .relaxed).newValue
    let isTooMuch = sum > limit ?? .max
    guard isTooMuch || caller.map({ !callers.take($0, amount) }) ?? false else { return }
    self.sum.subtract(amount, ordering: .relaxed)
    throw isTooMuch ? refusal(limit ?? .max) : refusalOfCaller(callers.limit)
  }

  fileprivate func giveBack(_ amount: Int, of caller: Caller?) {
    sum.subtract(amount, ordering: .relaxed)
    if let caller { callers.giveBack(caller, amount) }
  }
}

extension Problem {
  /// 503 while a limit of streams is reached, 429 where it is the client's own.
  init(_ refusal: Admission.Refusal) {
    let detail: String
    let lesser = "fewer animations or shorter texts may still fit, and `/v1/frames` still answers."
    switch refusal {
    case .streams(let limit):
      detail = "All \(limit) streams are taken; `/v1/frames` still answers."
    case .streamsOfCaller(let limit):
      self = .tooManyStreams(limit)
      return
    case .framesPerSecond(let limit):
      detail =
        "The streams that are open are due \(limit) frames a second, or nearly; a lower `fps`, or a longer `duration` of "
        + "`distinct` frames, may still fit, and `/v1/frames` still answers."
    case .viewersOfLabel(let limit):
      detail = "A label has \(limit) viewers, which is the limit; `GET` of the label and its frames still answer."
    case .bytes(let limit):
      detail = "The streams that are open keep \(limit) bytes ready, or nearly; \(lesser)"
    case .bytesOfCaller(let limit):
      self = .tooManyStreamBytes("This client's streams keep \(limit) bytes ready, or nearly; \(lesser)")
      return
    }
    self.init(
      type: .tooManyStreams, detail: detail,
      headerFields: [.retryAfter: String(Int.random(in: 1...5))])
  }
}

extension Rejection {
  /// The limit of streams that was hit.
  init(_ refusal: Admission.Refusal) {
    switch refusal {
    case .streams: self = .streams
    case .streamsOfCaller: self = .clientStreams
    case .framesPerSecond: self = .framesPerSecond
    case .viewersOfLabel: self = .labelViewers
    case .bytes: self = .streamBytes
    case .bytesOfCaller: self = .clientStreamBytes
    }
  }
}
