import TextAnimation
import TextBytes

/// How the frames of a sequence are written one after another.
struct FrameForm: Sendable {
  /// What stands before each text.
  let times: Times
  /// How each text is escaped.
  let escape: TextEscape
  /// What ends a frame behind its text.
  let end: Literal
  /// What ends a frame behind the members that follow its text.
  let endBehindMembers: Literal

  /// The fields of CSV behind the text.
  var columns: FrameMembers = []

  /// What a frame says before its text.
  enum Times: Hashable {
    /// An object up to the quotation mark that opens the text.
    case json
    /// The first three fields of a record.
    case csv
    /// Nothing.
    case none
  }

  private init(_ times: Times, _ escape: TextEscape, end: String, behindMembers: String? = nil) {
    self.times = times
    self.escape = escape
    self.end = Literal(end)
    endBehindMembers = Literal(behindMembers ?? end)
  }

  /// An object of JSON by itself.
  static let object = FrameForm(.json, .json, end: "\"}", behindMembers: "}")
  /// Objects of JSON, each followed by a comma.
  static let elements = FrameForm(.json, .json, end: "\"},\n", behindMembers: "},\n")
  /// Objects of JSON, one a line.
  static let lines = FrameForm(.json, .json, end: "\"}\n", behindMembers: "}\n")
  /// The data of an event, with the blank line that ends it.
  static let event = FrameForm(.json, .json, end: "\"}\n\n", behindMembers: "}\n\n")
  /// Records of CSV (RFC 4180) with some columns behind the text.
  static func csv(_ columns: FrameMembers, _ texts: CSVTexts) -> FrameForm {
    var form = texts == .raw ? rawRecords : records
    form.columns = columns
    return form
  }
  private static let records = FrameForm(.csv, .spreadsheetCSV, end: "\r\n")
  private static let rawRecords = FrameForm(.csv, .csv, end: "\r\n")
  /// Texts byte for byte, each followed by a line break.
  static let text = FrameForm(.none, .none, end: "\n")
  /// A text that replaces the line that a terminal shows.
  static let terminal = FrameForm(.none, .printable, end: "\u{1b}[K")
  /// Texts as they are, with nothing between them.
  static let plain = FrameForm(.none, .none, end: "")
}

/// What CSV does with a text that a spreadsheet would run as a formula.
enum CSVTexts: String, CaseIterable, Sendable {
  /// Puts an apostrophe before it.
  case safe
  /// Nothing.
  case raw
}

extension FrameForm.Times {
  /// About the bytes of one frame.
  var size: Int {
    switch self {
    case .json: 96
    case .csv: 48
    case .none: 0
    }
  }

  /// Appends what stands before the text of a frame.
  ///
  /// Names and commas are literals here: with a call a member a document took 308 ns a frame instead of 198.
  ///
  /// - Parameters:
  ///   - index: The frame's number.
  ///   - time: Seconds after the start.
  ///   - progress: The eased progress.
  ///   - opening: In JSON, what begins the object instead of a plain brace.
  ///   - bytes: Where it is appended.
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
