import HTTPTypes
import MicroHTTP
import Synchronization

/// How many streams the whole process may have open, and how many frames a second they may be due together; shared by
/// all loops.
final class StreamQuota: Sendable {
  /// The most streams that may be open at once.
  let limit: Int
  /// The most frames a second that open streams may be due; 0 is any number.
  let frameLimit: Int
  private let taken = Atomic(0)
  /// Rates have fractions, so they are counted in thousandths.
  private let takenMillirate = Atomic(0)
  private let callers: Tally<Caller>
  /// The bytes that they keep ready.
  let memory: StreamMemory

  init(limit: Int, limitPerCaller: Int = 0, frameLimit: Int = 0, memory: StreamMemory = StreamMemory()) {
    self.limit = limit
    self.frameLimit = frameLimit
    self.memory = memory
    callers = Tally(limit: limitPerCaller)
  }

  /// The number of places taken.
  var count: Int { taken.load(ordering: .relaxed) }

  /// The frames a second that the open streams are due together.
  var framesPerSecond: Double { Double(takenMillirate.load(ordering: .relaxed)) / 1000 }

  /// Whether it matters whose a stream is.
  var knowsCallers: Bool { callers.limit > 0 || memory.knowsCallers }

  /// Takes a place for one more stream.
  ///
  /// - Parameters:
  ///   - caller: Whose it will be; `nil` where that does not matter.
  ///   - framesPerSecond: How often it is due at most, also while it waits for its first frame.
  /// - Returns: The place, to be held as long as the stream is open.
  /// - Throws: Which limit is reached.
  func place(for caller: Caller? = nil, framesPerSecond: Double) throws(Refusal) -> StreamPlace {
    let millirate = Int((framesPerSecond * 1000).rounded(.up))
    let count = taken.add(1, ordering: .relaxed).newValue
    let sum = takenMillirate.add(millirate, ordering: .relaxed).newValue
    let isOneTooMany = caller.map { !callers.take($0) } ?? false
    // Gives back what was taken when it is thrown away.
    let place = StreamPlace(self, isOneTooMany ? nil : caller, millirate: millirate)
    guard count <= limit else { throw .streams(limit) }
    guard !isOneTooMany else { throw .streamsOfCaller(callers.limit) }
    guard frameLimit == 0 || sum <= frameLimit * 1000 else { throw .framesPerSecond(frameLimit) }
    return place
  }

  /// Why there is no place: the limit that is reached.
  enum Refusal: Error, Equatable {
    case streams(Int), streamsOfCaller(Int), framesPerSecond(Int), bytes(Int), bytesOfCaller(Int), viewersOfLabel(Int)
  }

  fileprivate func giveBack(_ caller: Caller?, _ millirate: Int) {
    taken.subtract(1, ordering: .relaxed)
    takenMillirate.subtract(millirate, ordering: .relaxed)
    if let caller { callers.giveBack(caller) }
  }
}

/// One stream's right to be open, given back when it is deallocated.
///
/// A stream whose client leaves before the first byte is never opened, so it has no end that could give its place back.
final class StreamPlace: Sendable {
  private let quota: StreamQuota
  private let caller: Caller?
  private let millirate: Int

  fileprivate init(_ quota: StreamQuota, _ caller: Caller?, millirate: Int) {
    self.quota = quota
    self.caller = caller
    self.millirate = millirate
  }

  deinit { quota.giveBack(caller, millirate) }
}

extension Problem {
  /// 503 while a limit of streams is reached, 429 where it is the client's own.
  init(_ refusal: StreamQuota.Refusal) {
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
      detail = "A label has \(limit) viewers, as many as it may have; `GET` of the label and its frames still answer."
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
  init(_ refusal: StreamQuota.Refusal) {
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
