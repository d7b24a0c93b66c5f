import FrameScheduling
import TextAnimation
import TextBytes

extension SequenceRepresentation {
  package static let json = SequenceRepresentation(
    "json", "application/json", showsSeveral: true, times: .json, by: .pieces { ObjectWriter($0.list, $0.timings) })

  static let ndjson = SequenceRepresentation(
    "ndjson", "application/x-ndjson", showsSeveral: true, times: .json,
    by: .pieces { LineWriter($0.list, $0.timings, .lines) })

  static let csv = SequenceRepresentation(
    "csv", "text/csv; charset=utf-8; header=present", showsSeveral: true, times: .csv,
    by: .pieces { document in
      let columns = document.list.elements.reduce(into: FrameMembers()) { $0.formUnion($1.prepared.extraColumns) }
      return LineWriter(document.list, document.timings, .csv(columns, document.csvTexts))
    })

  static let text = SequenceRepresentation(
    "text", "text/plain; charset=utf-8", showsSeveral: true, by: .pieces { LineWriter($0.list, $0.timings, .text) })
}

/// One animation after the other, each an object with its frames.
struct ObjectWriter: DocumentWriter {
  let tail: StaticString
  private let list: AnimationList
  private let timings: [TimingTable]?
  /// The animation that is being written.
  private var place = 0
  /// The first of its frames that is not written.
  private var frame = 0

  init(_ list: AnimationList, _ timings: [TimingTable]?) {
    (self.list, self.timings) = (list, timings)
    tail = list.single == nil ? "\n]}\n]}\n" : "\n]}\n"
  }

  var isEnd: Bool { place == list.elements.count }

  mutating func write(to document: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    while !isEnd, document.count < size, !meter.isExhausted {
      if frame == 0 {
        if place > 0 {
          document.append("\n]},\n")
        } else if list.single == nil {
          document.append("{\"animations\":[\n")
        }
        list.elements[place].writeHead(to: &document)
      }
      let prepared = list.elements[place].prepared
      // A frame at least follows a head: by its frame a position knows whether the head is written.
      let end = max(size, document.count + 1)
      let timing = timings?[place]
      frame = prepared.writeFrames(.elements, timing, from: frame, to: &document, until: end, spending: &meter)
      guard frame == prepared.sequence.count else { return }
      // The last is followed by nothing.
      document.truncate(to: document.count - 2)
      (place, frame) = (place + 1, 0)
    }
  }
}

/// A line a frame, in the order of the clock.
private struct LineWriter: DocumentWriter {
  private let list: AnimationList
  private let timings: [TimingTable]?
  private let form: FrameForm
  private let single: PreparedSequence?
  /// The first frame of the only animation that is not written.
  private var frame = 0
  /// The frames that are left of several.
  private var timeline: Timeline.Iterator?
  private var isStart = true
  private(set) var isEnd = false

  init(_ list: AnimationList, _ timings: [TimingTable]?, _ form: FrameForm) {
    (self.list, self.timings, self.form) = (list, timings, form)
    single = list.single
    timeline = single == nil ? list.timeline.makeIterator() : nil
  }

  mutating func write(to document: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    if isStart, form.times == .csv {
      if single == nil { document.append("id,") }
      form.writeHeader(to: &document)
    }
    isStart = false
    // All at once where there is one animation, which takes a third of the time.
    if let single {
      frame = single.writeFrames(form, timings?[0], from: frame, to: &document, until: size, spending: &meter)
      return isEnd = frame == single.sequence.count
    }
    while document.count < size {
      guard let next = timeline?.next() else { return isEnd = true }
      list.elements[next.track].writeLine(next.index, form, timings?[next.track], to: &document, spending: &meter)
      guard !meter.isExhausted else { return }
    }
  }
}

extension AnimationList.Element {
  /// Appends the beginning of the object that has all its frames, up to the bracket that opens them.
  fileprivate func writeHead(to json: inout UTF8Buffer) {
    json.append("{")
    if let id {
      json.appendJSONMember("id", id)
      json.append(",")
    }
    json.append("\"animation\":")
    prepared.writeDescription(to: &json)
    json.append(",\n\"frames\":[\n")
  }

  /// Appends one frame as a line that begins with the id.
  fileprivate func writeLine(
    _ index: Int, _ form: FrameForm, _ timing: TimingTable?, to line: inout UTF8Buffer, spending meter: inout Meter
  ) {
    switch form.times {
    case .json: break
    case .csv:
      let start = line.count
      line.append(contentsOf: id ?? "")
      line.escape(from: start, by: form.escape)
      line.append(",")
    case .none:
      line.append(contentsOf: id ?? "")
      line.append("\t")
    }
    writeFrame(index, form, timing, to: &line, spending: &meter)
  }
}
