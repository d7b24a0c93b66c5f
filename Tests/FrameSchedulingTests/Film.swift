import FrameScheduling

/// Plays a pacer at invented times and writes down one decision a line.
struct Film {
  var pacer: FramePacer
  var isFull = false
  var most = Int.max
  private let trackCount: Int
  private var lines: [String] = []

  /// Films what a pacer with these parameters decides.
  init(
    _ timeline: Timeline, first: Int = 0, start: MonotonicTime = .zero, slack: Duration = .zero,
    heartbeat: Duration = .seconds(15), late: FramePacer.LatePolicy = .skip
  ) {
    pacer = FramePacer(timeline, first: first, start: start, slack: slack, heartbeat: heartbeat, late: late)
    trackCount = timeline.tracks.count
  }

  var strip: String { lines.joined(separator: "\n") }
  var counts: [Int] { [pacer.framesSent, pacer.framesSkipped] }

  mutating func play(_ moments: [Int64]) {
    for moment in moments { play(at: moment) }
  }

  private mutating func play(at moment: Int64) {
    let now = MonotonicTime.milliseconds(moment)
    while true {
      let step = pacer.next(at: now)
      let batch = pacer.batch.prefix(most).map { " \(name(of: $0.frame))" }.joined()
      switch step {
      case .send where isFull:
        lines.append("\(moment) full\(batch)")
        pacer.refused(at: now)
      case .send:
        lines.append("\(moment) send\(batch)")
        pacer.delivered(min(most, pacer.batch.count), at: now)
      case .heartbeat:
        lines.append("\(moment) heartbeat")
      case .wait(let until):
        lines.append("\(moment) wait \(until.nanoseconds / 1_000_000)")
        return
      case .end:
        lines.append("\(moment) end")
        return
      }
    }
  }

  /// The frame's index, after its track's number where there are several.
  private func name(of frame: Timeline.Frame) -> String {
    trackCount == 1 ? "\(frame.index)" : "\(frame.track):\(frame.index)"
  }
}
