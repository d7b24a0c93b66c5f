import TextAnimation
import TextBytes
import WireFormat

/// A whole sequence as one document.
struct SequenceDocument {
  private let prepared: PreparedSequence
  private let representation: SequenceRepresentation
  private let timingTable: TimingTable?
  private let interlude: Interlude?

  /// A document that finds its times among the timing tables where its form tells them as JSON.
  init(
    _ prepared: PreparedSequence, _ representation: SequenceRepresentation, sharing timingTables: TimingTables? = nil,
    pausing interlude: Interlude? = nil
  ) {
    self.prepared = prepared
    self.representation = representation
    self.interlude = interlude
    timingTable = representation == .json || representation == .ndjson ? timingTables?.timingTable(of: prepared) : nil
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where it would have more frames, digits or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    guard let count = prepared.sequence.count else { throw .endless }
    guard prepared.digitCount <= PreparedSequence.maximumDigits else { throw .tooManyDigits("duration") }
    interlude?.begin()
    var isTooLarge = false
    let bytes = [UInt8](capacity: 1_024 + 112 * count) { document in
      writeHead(to: &document)
      writeFrames(count, to: &document, limit: limits.maximumResponseBytes)
      isTooLarge = document.count > limits.maximumResponseBytes
      writeTail(to: &document)
    }
    if isTooLarge { throw .tooLarge(limits.maximumResponseBytes) }
    return bytes
  }

  private func writeHead(to document: inout UTF8Buffer) {
    switch representation {
    case .json:
      document.append("{\"animation\":")
      prepared.writeDescription(to: &document)
      document.append(",\n\"frames\":[\n")
    case .csv:
      PreparedSequence.writeHeader(with: prepared.extraColumns, to: &document)
    case .svg:
      prepared.writePictureHead(to: &document)
    case .ndjson, .text:
      break
    }
  }

  private func writeTail(to document: inout UTF8Buffer) {
    switch representation {
    case .json: document.append("\n]}\n")
    case .svg: document.append("</svg>\n")
    case .ndjson, .csv, .text: break
    }
  }

  /// Appends all frames and what separates them, or stops where there are more bytes than `limit`.
  private func writeFrames(_ count: Int, to document: inout UTF8Buffer, limit: Int) {
    switch representation {
    case .json:
      // The last is followed by nothing; what was stopped is beyond the limit even without what it ends with.
      prepared.writeFrames(timingTable, followedBy: .comma, to: &document, limit: limit + 2, interlude)
      document.truncate(to: document.count - 2)
    case .ndjson:
      prepared.writeFrames(timingTable, followedBy: .newline, to: &document, limit: limit, interlude)
    case .csv:
      let columns = prepared.extraColumns
      prepared.writeFrames(to: &document, limit: limit, interlude) { frame, texts, csv in
        prepared.writeRecord(frame.index, frame.progress, with: columns, to: &csv) { $0.append(frame.place, of: texts) }
      }
    case .text:
      prepared.writeFrames(to: &document, limit: limit, interlude) { frame, texts, document in
        document.appendPrintable { $0.append(frame.place, of: texts) }
        document.append("\n")
      }
    case .svg:
      for index in 0..<count where document.count <= limit {
        prepared.writePictureText(index, to: &document)
        interlude?.offer()
      }
    }
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
