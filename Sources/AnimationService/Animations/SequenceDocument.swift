import TextAnimation
import TextBytes
import WireFormat

/// A whole sequence as one document.
struct SequenceDocument {
  private let prepared: PreparedSequence
  private let representation: SequenceRepresentation
  private let timingTable: TimingTable?

  /// A document that finds its times among the timing tables where its form tells them as JSON.
  init(
    _ prepared: PreparedSequence, _ representation: SequenceRepresentation, sharing timingTables: TimingTables? = nil
  ) {
    self.prepared = prepared
    self.representation = representation
    timingTable = representation == .json || representation == .ndjson ? timingTables?.timingTable(of: prepared) : nil
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where it would have more frames or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    guard let count = prepared.sequence.count else { throw .endless }
    var document = UTF8Buffer(capacity: 512 + 96 * count)
    writeHead(to: &document)
    writeFrames(count, to: &document, limit: limits.maximumResponseBytes)
    guard document.count <= limits.maximumResponseBytes else { throw .tooLarge(limits.maximumResponseBytes) }
    writeTail(to: &document)
    return document.bytes()
  }

  private func writeHead(to document: inout UTF8Buffer) {
    switch representation {
    case .json:
      document.append("{\"animation\":")
      prepared.writeDescription(to: &document)
      document.append(",\n\"frames\":[\n")
    case .csv:
      document.append("index,time,progress,text\r\n")
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
    if let timingTable {
      prepared.writeFrames(
        timingTable, separatedBy: Literal(representation == .json ? ",\n" : "\n"), to: &document, limit: limit)
    } else {
      for index in 0..<count where document.count <= limit {
        if representation == .json, index > 0 { document.append(",\n") }
        if representation == .ndjson, index > 0 { document.append("\n") }
        writeFrame(index, to: &document)
      }
    }
    if representation == .ndjson { document.append("\n") }
  }

  private func writeFrame(_ index: Int, to document: inout UTF8Buffer) {
    switch representation {
    case .json, .ndjson:
      prepared.writeFrame(index, to: &document)
    case .csv:
      prepared.writeRecord(index, to: &document)
    case .text:
      document.appendPrintable { prepared.sequence.writeText(ofFrame: index, to: &$0) }
      document.append("\n")
    case .svg:
      prepared.writePictureText(index, to: &document)
    }
  }
}

extension PreparedSequence {
  /// Appends one frame as a record of CSV.
  func writeRecord(_ index: Int, to csv: inout UTF8Buffer) {
    csv.append(decimal: index)
    csv.append(",")
    csv.append(shortest: sequence.time(of: index))
    csv.append(",")
    csv.append(shortest: sequence.progress(ofFrame: index))
    csv.append(",")
    csv.appendCSVField { sequence.writeText(ofFrame: index, to: &$0) }
    csv.appendCSVRecordEnd()
  }
}

extension Problem {
  /// 400 for a document that would never end.
  static let endless = Problem.invalidParameters([
    ParameterProblem(parameter: "repeat", detail: "can be `infinite` for a stream only")
  ])

  fileprivate static func tooLarge(_ limit: Int) -> Problem {
    let detail = "makes an answer of more than \(limit) bytes together with `fps` and the texts"
    return .invalidParameters([ParameterProblem(parameter: "duration", detail: detail)])
  }
}
