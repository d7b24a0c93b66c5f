import TextAnimation
import TextBytes
import WireFormat

/// A whole sequence as one document.
struct SequenceDocument {
  private let prepared: PreparedSequence
  private let representation: SequenceRepresentation

  init(_ prepared: PreparedSequence, _ representation: SequenceRepresentation) {
    self.prepared = prepared
    self.representation = representation
  }

  /// The bytes of the document.
  ///
  /// - Throws: 400 where it would have more frames or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    guard let count = prepared.sequence.count else { throw .endless }
    var document = UTF8Buffer(capacity: 512 + 96 * count)
    writeHead(to: &document)
    for index in 0..<count {
      writeFrame(index, to: &document)
      guard document.count <= limits.maximumResponseBytes else { throw .tooLarge(limits.maximumResponseBytes) }
    }
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

  private func writeFrame(_ index: Int, to document: inout UTF8Buffer) {
    switch representation {
    case .json:
      if index > 0 { document.append(",\n") }
      prepared.writeFrame(index, to: &document)
    case .ndjson:
      prepared.writeFrame(index, to: &document)
      document.append("\n")
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
