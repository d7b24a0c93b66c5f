import Interpolation
import TextAnimation
package import TextBytes

/// How the frames of a sequence are written one after another.
///
/// A class, so that a document copies one reference.
package final class FrameForm: Sendable {
  /// What stands before each text.
  let times: Times
  let escape: TextEscape
  /// What ends a frame behind its text.
  let end: Literal
  /// What ends a frame behind the members that follow its text.
  let endBehindMembers: Literal

  /// The fields of CSV behind the text.
  let columns: FrameMembers

  /// What a frame says before its text.
  package enum Times: Hashable {
    /// An object up to the quotation mark that opens the text.
    case json
    /// The first three fields of a record.
    case csv
    case none
  }

  private init(
    _ times: Times, _ escape: TextEscape, end: String, behindMembers: String? = nil, columns: FrameMembers = []
  ) {
    (self.times, self.escape, self.columns) = (times, escape, columns)
    (self.end, endBehindMembers) = (Literal(end), Literal(behindMembers ?? end))
  }

  /// An object of JSON by itself.
  static let object = FrameForm(.json, .json, end: "\"}", behindMembers: "}")
  /// Objects of JSON, each followed by a comma.
  static let elements = FrameForm(.json, .json, end: "\"},\n", behindMembers: "},\n")
  /// Objects of JSON, one a line.
  package static let lines = FrameForm(.json, .json, end: "\"}\n", behindMembers: "}\n")
  /// The data of an event, with the blank line that ends it.
  package static let event = FrameForm(.json, .json, end: "\"}\n\n", behindMembers: "}\n\n")
  /// Records of CSV (RFC 4180) with some columns behind the text.
  static func csv(_ columns: FrameMembers, _ texts: CSVTexts) -> FrameForm {
    FrameForm(.csv, texts == .raw ? .csv : .spreadsheetCSV, end: "\r\n", columns: columns)
  }
  /// Texts byte for byte, each followed by a line break.
  static let text = FrameForm(.none, .none, end: "\n")
  /// A text that replaces the line that a terminal shows.
  package static let terminal = FrameForm(.none, .printable, end: "\u{1b}[K")
}

/// What CSV does with a text that a spreadsheet would run as a formula.
package enum CSVTexts: String, CaseIterable, Sendable {
  /// Puts an apostrophe before it.
  case safe
  /// Nothing.
  case raw
}

extension FrameForm.Times {
  /// About the bytes of one frame.
  package var size: Int {
    switch self {
    case .json: 96
    case .csv: 48
    case .none: 0
    }
  }

  /// Appends what stands before the text of a frame.
  ///
  /// Names and commas are literals here: with a call a member a document took 308 ns a frame instead of 198.
  func write(_ index: Int, time: Double, progress: Double, opening: [UInt8]? = nil, to bytes: inout UTF8Buffer) {
    switch self {
    case .json:
      if let opening { bytes.append(contentsOf: opening) } else { bytes.append("{") }
      bytes.append("\"index\":")
      bytes.append(decimal: index)
      bytes.append(",\"time\":")
      bytes.append(shortest: time)
      bytes.append(",\"progress\":")
      bytes.append(shortest: progress)
      bytes.append(",\"text\":\"")
    case .csv:
      bytes.append(decimal: index)
      bytes.append(",")
      bytes.append(shortest: time)
      bytes.append(",")
      bytes.append(shortest: progress)
      bytes.append(",")
    case .none:
      break
    }
  }
}

/// The one place where frames are written, for documents and streams in every form.
extension PreparedSequence {
  /// Appends the frames of a sequence with an end from one on, until there are `size` bytes.
  ///
  /// Those of up to 128 frames more may come; it ends early once nothing is left to be spent.
  ///
  /// - Returns: The number of the first frame that was not written.
  func writeFrames(
    _ form: FrameForm, _ timing: TimingTable?, from first: Int, to document: inout UTF8Buffer, until size: Int,
    spending meter: inout Meter
  ) -> Int {
    let (count, step) = (sequence.count ?? 0, framesAtOnce)
    var first = first
    while first < count, document.count < size {
      let (frames, start) = (first..<min(first + step, count), document.count)
      writeFrames(
        frames, form, timing ?? TimingTable(sequence, form.times, frames), to: &document, spending: &meter)
      first = frames.upperBound
      guard spend(on: frames.count, bytes: document.count - start, from: &meter) else { break }
    }
    return first
  }

  private func writeFrames(
    _ frames: Range<Int>, _ form: FrameForm, _ timing: TimingTable, to document: inout UTF8Buffer,
    spending meter: inout Meter
  ) {
    let (first, progresses) = (timing.first, timing.progresses)
    let places = frames.lowerBound - first..<frames.upperBound - first
    let members = members(form, from: first) { progresses[$0] }
    var writer = FrameWriter(
      consume document, form, prefixes: timing.prefixes, from: places.lowerBound, members: members)
    swap(&writer.meter, &meter)
    sequence.animation.write(at: progresses.span.extracting(places), to: &writer)
    swap(&writer.meter, &meter)
    document = writer.finish()
  }

  /// Spends what the texts of some frames have taken that have so many bytes together, their times as if nobody had known
  /// them.
  ///
  /// - Returns: Whether more may be written.
  func spend(on frames: Int, bytes: Int, from meter: inout Meter) -> Bool {
    meter.spend(frames * sequence.animation.unitsOfText + Animation.unitsOfByte * bytes, .frames)
  }

  /// Appends one frame, computed without the others; in JSON its object may begin with an opening in place of a brace.
  ///
  /// A stream has said what its frames take before it began (``streamCost(hasMembers:)``), so it spends from nothing.
  package func writeFrame(
    _ index: Int, _ form: FrameForm, _ timing: TimingTable? = nil, opening: [UInt8]? = nil, to bytes: inout UTF8Buffer
  ) {
    var meter = Meter(limit: .max)
    writeFrame(index, form, timing, opening: opening, to: &bytes, spending: &meter)
  }

  /// The same at the expense of a meter.
  func writeFrame(
    _ index: Int, _ form: FrameForm, _ timing: TimingTable? = nil, opening: [UInt8]? = nil, to bytes: inout UTF8Buffer,
    spending meter: inout Meter
  ) {
    let start = bytes.count
    let progress: Double
    if let timing {
      progress = timing.progresses[index]
      let opening = form.times == .json ? opening : nil
      if let opening { bytes.append(contentsOf: opening) }
      bytes.append(index, of: timing.prefixes, dropping: opening == nil ? 0 : 1)
    } else {
      progress = sequence.progress(ofFrame: index)
      form.times.write(index, time: sequence.time(of: index), progress: progress, opening: opening, to: &bytes)
    }
    // A closure takes memory, so it is made only where it is needed.
    let members = hasMembers || !form.columns.isEmpty ? members(form, from: index) { _ in progress } : nil
    var writer = FrameWriter(consume bytes, form, members: members)
    swap(&writer.meter, &meter)
    writer.append { sequence.animation.write(at: progress, to: &$0) }
    swap(&writer.meter, &meter)
    bytes = writer.finish()
    _ = spend(on: 1, bytes: bytes.count - start, from: &meter)
  }

  /// What writes the members behind a text, by its place behind the frame `first`; `nil` where there are none.
  @inline(__always)
  private func members(
    _ form: FrameForm, from first: Int, progress: @escaping (Int) -> Double
  ) -> FrameWriter.Details? {
    switch form.times {
    case .json where hasMembers:
      { [self] place, json, meter in
        json.append("\"")
        writeMembers(first + place, progress(place), to: &json, spending: &meter)
      }
    case .csv where !form.columns.isEmpty:
      { [self] place, csv, meter in
        writeColumns(form.columns, first + place, progress(place), to: &csv, spending: &meter)
      }
    case .json, .csv, .none: nil
    }
  }

  /// So many that their texts stay in the processor's nearest cache, and that none are many bytes beyond a limit.
  private var framesAtOnce: Int {
    min(max(16_384 / (sequence.animation.textBytes + 64), 1), 128)
  }
}

// MARK: - CSV

extension PreparedSequence {
  /// What stands behind the text of a frame: of the members that were asked for those with one value.
  var extraColumns: FrameMembers {
    var columns: FrameMembers = []
    if details.value != nil { columns.insert(.value) }
    if details.shown != nil { columns.insert(.shown) }
    if details.velocity { columns.insert(.velocity) }
    return columns
  }

  /// Appends the fields behind the text; one that the sequence does not have is empty.
  private func writeColumns(
    _ columns: FrameMembers, _ index: Int, _ progress: Double, to csv: inout UTF8Buffer, spending meter: inout Meter
  ) {
    guard meter.spend(valueUnits(at: progress), .members) else { return }
    if columns.contains(.value) { csv.appendField(of: details.value, isRounded: false, at: progress) }
    if columns.contains(.shown) { csv.appendField(of: details.shown, isRounded: true, at: progress) }
    if columns.contains(.velocity) {
      csv.append(",")
      // A leap has no velocity that could be written.
      if details.velocity, case let velocity = sequence.velocity(ofFrame: index), velocity.isFinite {
        csv.append(shortest: velocity)
      }
    }
  }
}

extension UTF8Buffer {
  /// Appends a field with numbers, and spaces between them.
  fileprivate mutating func appendField(
    of numbers: TextNumbers?, isRounded: Bool, at progress: Double
  ) {
    append(",")
    guard let numbers else { return }
    for index in 0..<numbers.count(at: progress) {
      if index > 0 { append(" ") }
      numbers.write(index, isRounded: isRounded, at: progress, to: &self)
    }
  }
}

extension FrameWriter {
  fileprivate init(
    _ bytes: consuming UTF8Buffer, _ form: FrameForm, prefixes: FramePrefixes? = nil, from first: Int = 0,
    members: Details?
  ) {
    self.init(
      bytes, prefixes: prefixes, from: first, escaping: form.escape,
      end: members == nil ? form.end : form.endBehindMembers, details: members)
  }
}

extension FrameForm {
  /// Appends the names of the columns.
  func writeHeader(to csv: inout UTF8Buffer) {
    csv.append("index,time,progress,text")
    if columns.contains(.value) { csv.append(",value") }
    if columns.contains(.shown) { csv.append(",shown") }
    if columns.contains(.velocity) { csv.append(",velocity") }
    csv.append(end)
  }
}
