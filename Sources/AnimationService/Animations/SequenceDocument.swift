import TextAnimation
import TextBytes
import WireFormat

/// A whole sequence as one document.
struct SequenceDocument {
  private let prepared: PreparedSequence
  private let representation: SequenceRepresentation
  private let timing: TimingTable

  /// Describes a document.
  ///
  /// - Parameters:
  ///   - prepared: The sequence.
  ///   - representation: Its form.
  ///   - timing: The times in this form, where others have asked for them before.
  init(_ prepared: PreparedSequence, _ representation: SequenceRepresentation, _ timing: TimingTable? = nil) {
    self.prepared = prepared
    self.representation = representation
    self.timing = timing ?? TimingTable(prepared.sequence, representation.times)
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where it would have more frames, digits or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    guard let count = prepared.sequence.count else { throw .endless }
    guard prepared.digitCount <= PreparedSequence.maximumDigits else { throw .tooManyDigits("duration") }
    var isTooLarge = false
    let bytes = [UInt8](capacity: 1_024 + 112 * count) { document in
      isTooLarge = write(to: &document, limit: limits.maximumResponseBytes)
    }
    if isTooLarge { throw .tooLarge(limits.maximumResponseBytes) }
    return bytes
  }

  /// Appends the document, or stops where there are more bytes than `limit`.
  ///
  /// - Returns: Whether there are; what ends a document does not count.
  private func write(to document: inout UTF8Buffer, limit: Int) -> Bool {
    switch representation {
    case .json:
      document.append("{\"animation\":")
      prepared.writeDescription(to: &document)
      document.append(",\n\"frames\":[\n")
      // The last is followed by nothing; what was stopped is beyond the limit even without what it ends with.
      writeFrames(.elements, to: &document, limit: limit + 2)
      document.truncate(to: document.count - 2)
    case .ndjson: writeFrames(.lines, to: &document, limit: limit)
    case .text: writeFrames(.text, to: &document, limit: limit)
    case .csv:
      let form = FrameForm.csv(prepared.extraColumns)
      form.writeHeader(to: &document)
      writeFrames(form, to: &document, limit: limit)
    case .svg:
      prepared.writePicture(timing, to: &document, limit: limit)
    case .vtt:
      prepared.writeCaptions(timing, to: &document, limit: limit)
    }
    let isTooLarge = document.count > limit
    switch representation {
    case .json: document.append("\n]}\n")
    case .svg: document.append("</svg>\n")
    case .ndjson, .csv, .text, .vtt: break
    }
    return isTooLarge
  }

  private func writeFrames(_ form: FrameForm, to document: inout UTF8Buffer, limit: Int) {
    prepared.writeFrames(form, timing, to: &document, limit: limit)
  }
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
  static func tooManyDigits(_ parameter: String) -> Problem {
    let detail = "would take too long: no more than \(PreparedSequence.maximumDigits) digits are computed in an answer"
    return .invalidParameters([ParameterProblem(parameter: parameter, detail: detail)])
  }

  fileprivate static func tooLarge(_ limit: Int) -> Problem {
    let detail = "makes an answer of more than \(limit) bytes together with `fps` and the texts"
    return .invalidParameters([ParameterProblem(parameter: "duration", detail: detail)])
  }
}

extension ParameterProblem {
  /// What is wrong with a document that would never end.
  static let endless = ParameterProblem(parameter: "repeat", detail: "can be `infinite` for a stream only")
}
