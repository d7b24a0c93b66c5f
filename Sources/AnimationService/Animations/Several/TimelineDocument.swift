import FrameScheduling
import TextAnimation
import TextBytes
import WireFormat

/// Several sequences as one document: JSON has one after the other, all else is a line a frame in the order of the clock.
struct TimelineDocument {
  private let list: AnimationList
  private let representation: TimelineRepresentation
  private let maximumBytes: Int
  private let interlude: Interlude

  init(
    _ list: AnimationList, _ representation: TimelineRepresentation, limits: Settings, pausing interlude: Interlude
  ) {
    self.list = list
    self.representation = representation
    maximumBytes = limits.maximumResponseBytes
    self.interlude = interlude
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where there would be more than allowed.
  func bytes() throws(Problem) -> [UInt8] {
    let count = list.elements.reduce(0) { $0 + ($1.prepared.sequence.count ?? 0) }
    let digits = list.elements.reduce(0) { $0 + $1.prepared.digitCount }
    guard digits <= PreparedSequence.maximumDigits else { throw .tooManyDigits("animations") }
    interlude.begin()
    var document = UTF8Buffer(capacity: 512 + 112 * count)
    if representation == .json {
      try writeSequences(to: &document)
    } else {
      try writeLines(to: &document)
    }
    return document.bytes()
  }
}

extension TimelineDocument {
  private func writeSequences(to document: inout UTF8Buffer) throws(Problem) {
    document.append("{\"animations\":[")
    for (place, element) in list.elements.enumerated() {
      document.append(place == 0 ? "\n" : ",\n")
      element.writeHead(to: &document)
      for index in 0..<(element.prepared.sequence.count ?? 0) {
        document.append(index == 0 ? "\n" : ",\n")
        element.prepared.writeFrame(index, to: &document)
        try check(document.count)
      }
      document.append("\n]}")
    }
    document.append("\n]}\n")
  }

  private func writeLines(to document: inout UTF8Buffer) throws(Problem) {
    let columns = list.elements.reduce(into: FrameMembers()) { $0.formUnion($1.prepared.extraColumns) }
    if representation == .csv {
      document.append("id,")
      PreparedSequence.writeHeader(with: columns, to: &document)
    }
    for frame in list.timeline {
      let element = list.elements[frame.track]
      switch representation {
      case .csv: element.writeRecord(frame.index, with: columns, to: &document)
      case .text: element.writeLine(frame.index, to: &document)
      case .json, .ndjson:
        element.writeFrame(frame.index, to: &document)
        document.append("\n")
      }
      try check(document.count)
    }
  }

  /// Looks at the clock after each frame, since one may have a text of 16 KiB.
  private func check(_ count: Int) throws(Problem) {
    interlude.offer()
    guard count > maximumBytes else { return }
    let detail = "make an answer of more than \(maximumBytes) bytes"
    throw .invalidParameters([ParameterProblem(parameter: "animations", detail: detail)])
  }
}

extension AnimationList.Element {
  /// Appends the beginning of the object that has all its frames, up to the bracket that opens them.
  fileprivate func writeHead(to json: inout UTF8Buffer) {
    json.append("{")
    json.appendJSONMember("id", id)
    json.appendJSONName("animation")
    prepared.writeDescription(to: &json)
    json.append(",\n\"frames\":[")
  }

  /// Appends one frame as a record of CSV.
  fileprivate func writeRecord(_ index: Int, with columns: FrameMembers, to csv: inout UTF8Buffer) {
    csv.appendCSV(id)
    csv.append(",")
    prepared.writeRecord(index, with: columns, to: &csv)
  }

  /// Appends one frame's text as a line, with the id before a tab.
  fileprivate func writeLine(_ index: Int, to text: inout UTF8Buffer) {
    text.append(contentsOf: id)
    text.append("\t")
    text.appendPrintable { prepared.sequence.writeText(ofFrame: index, to: &$0) }
    text.append("\n")
  }
}
