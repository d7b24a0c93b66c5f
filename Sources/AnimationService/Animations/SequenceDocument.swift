import FrameScheduling
import TextAnimation
import TextBytes
import WireFormat

/// The frames of all animations of a request as one document.
///
/// JSON has one animation after the other, CSV, NDJSON and text a line a frame in the order of the clock.
struct SequenceDocument {
  private let list: AnimationList
  private let representation: SequenceRepresentation
  private let timings: [TimingTable]?
  private let csvTexts: CSVTexts

  /// Describes a document.
  ///
  /// - Parameters:
  ///   - list: The animations; a list of several has no picture and no captions.
  ///   - representation: Its form.
  ///   - timings: The times of each animation in this form, where they are known.
  ///   - csvTexts: How CSV writes texts.
  init(
    _ list: AnimationList, _ representation: SequenceRepresentation, _ timings: [TimingTable]? = nil,
    csvTexts: CSVTexts = .safe
  ) {
    self.csvTexts = csvTexts
    self.list = list
    self.representation = representation
    self.timings = timings
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where it would have more frames, digits or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    guard let count = list.frameCount else { throw .endless }
    guard list.digitCount <= PreparedSequence.maximumDigits else { throw .tooManyDigits(isList: list.single == nil) }
    let timings = timings ?? list.timings(representation, TimingTables(limits, counters: CacheCounters()))
    var isTooLarge = false
    let bytes = [UInt8](capacity: 1_024 + 112 * count) { document in
      isTooLarge = write(timings, to: &document, limit: limits.maximumResponseBytes)
    }
    if isTooLarge { throw .tooLarge(limits.maximumResponseBytes, isList: list.single == nil) }
    return bytes
  }
}

extension SequenceDocument {
  /// Appends the document, or stops where there are more bytes than `limit`.
  ///
  /// - Returns: Whether there are; what ends a document does not count.
  private func write(_ timings: [TimingTable], to document: inout UTF8Buffer, limit: Int) -> Bool {
    switch representation {
    case .json: return writeSequences(timings, to: &document, limit: limit)
    case .ndjson: writeLines(.lines, timings, to: &document, limit: limit)
    case .text: writeLines(.text, timings, to: &document, limit: limit)
    case .csv:
      let form = FrameForm.csv(list.elements.reduce(into: []) { $0.formUnion($1.prepared.extraColumns) }, csvTexts)
      if list.single == nil { document.append("id,") }
      form.writeHeader(to: &document)
      writeLines(form, timings, to: &document, limit: limit)
    case .svg: list.single?.writePicture(timings[0], to: &document, limit: limit)
    case .vtt: list.single?.writeCaptions(timings[0], to: &document, limit: limit)
    }
    let isTooLarge = document.count > limit
    if representation == .svg { document.append("</svg>\n") }
    return isTooLarge
  }

  private func writeSequences(_ timings: [TimingTable], to document: inout UTF8Buffer, limit: Int) -> Bool {
    let isList = list.single == nil
    if isList { document.append("{\"animations\":[\n") }
    for (place, element) in list.elements.enumerated() {
      if place > 0 { document.append(",\n") }
      element.writeHead(to: &document)
      // The last is followed by nothing; what was stopped is beyond the limit even without what it ends with.
      element.prepared.writeFrames(.elements, timings[place], to: &document, limit: limit + 2)
      document.truncate(to: document.count - 2)
      guard document.count <= limit else { return true }
      document.append("\n]}")
    }
    if isList { document.append("\n]}") }
    document.append("\n")
    return false
  }

  /// All at once where there is one animation, which takes a third of the time.
  private func writeLines(
    _ form: FrameForm, _ timings: [TimingTable], to document: inout UTF8Buffer, limit: Int
  ) {
    if let single = list.single { return single.writeFrames(form, timings[0], to: &document, limit: limit) }
    for frame in list.timeline {
      guard document.count <= limit else { break }
      list.elements[frame.track].writeLine(frame.index, form, timings[frame.track], to: &document)
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
  fileprivate func writeLine(_ index: Int, _ form: FrameForm, _ timing: TimingTable, to line: inout UTF8Buffer) {
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
    writeFrame(index, form, timing, to: &line)
  }
}

extension AnimationList {
  /// The times of each animation, shared where they are the same.
  func timings(_ representation: SequenceRepresentation, _ tables: TimingTables) -> [TimingTable] {
    elements.map { tables.table(of: $0.prepared, representation.times) }
  }

  /// The number of all frames; `nil` where an animation has no end.
  fileprivate var frameCount: Int? {
    elements.reduce(0) { sum, element in sum.flatMap { sum in element.prepared.sequence.count.map { sum + $0 } } }
  }

  fileprivate var digitCount: Int { elements.reduce(0) { $0 + $1.prepared.digitCount } }
}

extension SequenceRepresentation {
  /// What stands before the texts.
  var times: FrameForm.Times {
    switch self {
    case .json, .ndjson: .json
    case .csv: .csv
    case .text, .svg, .vtt: .none
    }
  }
}

extension PreparedSequence {
  /// The most digits that are computed one by one for an answer: some 0.4 s, or three times as much where the progress is
  /// next to nothing.
  static let maximumDigits = 8_000_000

  /// The digits of all frames together; short texts have too few to be counted.
  static func digitCount(_ sequence: borrowing FrameSequence) -> Int {
    let frames = sequence.count ?? 0
    let most = sequence.animation.source.utf8.count + sequence.animation.target.utf8.count
    return most * frames <= maximumDigits / 1024 ? 0 : frames * sequence.animation.exactDigits
  }
}

extension Problem {
  /// 400 for a document that would never end.
  static let endless = Problem.invalidParameters([.endless])

  /// 400 for a document whose numbers would take too long to be computed.
  fileprivate static func tooManyDigits(isList: Bool) -> Problem {
    let detail = "would take too long: no more than \(PreparedSequence.maximumDigits) digits are computed in an answer"
    return .invalidParameters([ParameterProblem(parameter: isList ? "animations" : "duration", detail: detail)])
  }

  fileprivate static func tooLarge(_ limit: Int, isList: Bool) -> Problem {
    let answer = "an answer of more than \(limit) bytes"
    let problem =
      isList
      ? ParameterProblem(parameter: "animations", detail: "make \(answer)")
      : ParameterProblem(parameter: "duration", detail: "makes \(answer) together with `fps` and the texts")
    return .invalidParameters([problem])
  }
}

extension ParameterProblem {
  /// What is wrong with a document that would never end.
  static let endless = ParameterProblem(parameter: "repeat", detail: "can be `infinite` for a stream only")
}
