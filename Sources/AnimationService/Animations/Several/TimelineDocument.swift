import FrameScheduling
import TextAnimation
import TextBytes
import WireFormat

/// Several sequences as one document: JSON has one after the other, all else is a line a frame in the order of the clock.
struct TimelineDocument {
  private let list: AnimationList
  private let representation: TimelineRepresentation
  private let maximumBytes: Int
  /// The times that its animations share.
  private let timingTables: TimingTables

  init(_ list: AnimationList, _ representation: TimelineRepresentation, limits: Settings) {
    self.list = list
    self.representation = representation
    maximumBytes = limits.maximumResponseBytes
    timingTables = TimingTables(limits, counters: CacheCounters())
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where there would be more than allowed.
  func bytes() throws(Problem) -> [UInt8] {
    let count = list.elements.reduce(0) { $0 + ($1.prepared.sequence.count ?? 0) }
    let digits = list.elements.reduce(0) { $0 + $1.prepared.digitCount }
    guard digits <= PreparedSequence.maximumDigits else { throw .tooManyDigits("animations") }
    var document = UTF8Buffer(capacity: 512 + 112 * count)
    switch representation {
    case .json: try writeSequences(to: &document)
    case .ndjson: try writeLines(.lines, to: &document)
    case .text: try writeLines(.text, to: &document)
    case .csv:
      let form = FrameForm.csv(list.elements.reduce(into: []) { $0.formUnion($1.prepared.extraColumns) })
      document.append("id,")
      form.writeHeader(to: &document)
      try writeLines(form, to: &document)
    }
    return document.bytes()
  }
}

extension TimelineDocument {
  private func writeSequences(to document: inout UTF8Buffer) throws(Problem) {
    document.append("{\"animations\":[\n")
    for (place, element) in list.elements.enumerated() {
      if place > 0 { document.append(",\n") }
      element.writeHead(to: &document)
      let prepared = element.prepared
      let timing = timingTables.table(of: prepared, .json)
      prepared.writeFrames(.elements, timing, to: &document, limit: maximumBytes + 2)
      // The last is followed by nothing.
      document.truncate(to: document.count - 2)
      try check(document.count)
      document.append("\n]}")
    }
    document.append("\n]}\n")
  }

  private func writeLines(_ form: FrameForm, to document: inout UTF8Buffer) throws(Problem) {
    for frame in list.timeline {
      list.elements[frame.track].writeLine(frame.index, form, to: &document)
      try check(document.count)
    }
  }

  private func check(_ count: Int) throws(Problem) {
    guard count > maximumBytes else { return }
    let detail = "make an answer of more than \(maximumBytes) bytes"
    throw .invalidParameters([ParameterProblem(parameter: "animations", detail: detail)])
  }
}

extension AnimationList.Element {
  /// Appends the beginning of the object that has all its frames, up to the bracket that opens them.
  fileprivate func writeHead(to json: inout UTF8Buffer) {
    json.append("{")
    json.appendJSONMember("id", id ?? "")
    json.appendJSONName("animation")
    prepared.writeDescription(to: &json)
    json.append(",\n\"frames\":[\n")
  }

  /// Appends one frame as a line that begins with the id.
  fileprivate func writeLine(_ index: Int, _ form: FrameForm, to line: inout UTF8Buffer) {
    switch form.times {
    case .json: break
    case .csv:
      line.appendCSV(id ?? "")
      line.append(",")
    case .none:
      line.append(contentsOf: id ?? "")
      line.append("\t")
    }
    writeFrame(index, form, to: &line)
  }
}
