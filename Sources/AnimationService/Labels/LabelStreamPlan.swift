import MicroHTTP

/// What a stream of labels is to show.
struct LabelStreamPlan {
  let form: LabelStreamForm
  let entries: [Entry]
  /// Whether it is about one label and ends with it.
  let isSingle: Bool
  /// Who is charged for labels that have to be prepared for it.
  let reader: WorkAccount
  /// The last frame that the client has seen.
  var seen: LabelPosition?
  /// When the token ends by which it is opened, in microseconds since 1970; `nil` for none.
  var tokenEnd: Int64?

  /// One of its labels.
  struct Entry {
    let name: LabelName
    /// The label where it is known and may be read.
    let label: PreparedLabel?
    let mayReadPrivate: Bool
  }
}

extension LabelStreamPlan {
  /// The most frames a second by what the labels are now; those that are not known are not due any.
  fileprivate var framesPerSecond: Double {
    guard form.hasFrames else { return 0 }
    return entries.reduce(0) { $0 + ($1.label?.prepared.sequence.framesPerSecond ?? 0) }
  }

  /// About the bytes that a viewer takes: its own, its seats, and the labels as if nobody shared them.
  fileprivate var byteCount: Int {
    entries.reduce(1_024) { $0 + 512 + ($1.label?.prepared.byteCount ?? 0) / 8 }
  }
}

/// What an open stream of labels has of the limits, given back when it is deallocated.
final class LabelAdmission {
  private let place: StreamPlace
  private let own: StreamBytes
  private let viewers: Tally<LabelName>
  private var names: [LabelName] = []

  /// Takes it.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  init(
    _ plan: LabelStreamPlan, to quota: StreamQuota, viewers: Tally<LabelName>, for caller: Caller?
  ) throws(StreamQuota.Refusal) {
    self.viewers = viewers
    place = try quota.place(for: caller, framesPerSecond: plan.framesPerSecond)
    own = StreamBytes(in: quota.memory, for: caller)
    try own.grow(to: plan.byteCount)
    for entry in plan.entries {
      guard viewers.take(entry.name) else { throw .viewersOfLabel(viewers.limit) }
      names.append(entry.name)
    }
  }

  deinit {
    for name in names { viewers.giveBack(name) }
  }
}
