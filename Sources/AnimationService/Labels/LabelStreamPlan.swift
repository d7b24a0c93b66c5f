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
  /// Takes what a viewer needs of the limits: its place, about the bytes of its seats and of the labels as if nobody shared
  /// them, the most frames a second by what the labels are now, and to be one of each label's viewers.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  func admission(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    let sequences = entries.compactMap { $0.label?.prepared }
    let rate = form.hasFrames ? sequences.reduce(0) { $0 + $1.sequence.framesPerSecond } : 0
    let bytes = 1_024 + 512 * entries.count + sequences.reduce(0) { $0 + $1.byteCount / 8 }
    return try Admission(
      [.place, .framesPerSecond(rate), .bytes(bytes)] + entries.map { .viewer(of: $0.name) }, to: limits, for: caller)
  }
}
