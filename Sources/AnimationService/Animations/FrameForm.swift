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

// What a frame is made of, as JSON.
extension LabelAppearance {
  func write(to json: inout UTF8Buffer, text: (inout UTF8Buffer) -> Void) {
    json.appendJSONObject { label in
      label.appendJSONName("text")
      label.appendJSONString(writtenBy: text)
      label.appendJSONMember("opacity", opacity)
      label.appendJSONMember("scale", scale)
      label.appendJSONMember("rotation", rotation)
      label.appendJSONMember("offsetX", offsetX)
      label.appendJSONMember("offsetY", offsetY)
    }
  }
}

extension Glyph {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { glyph in
      glyph.appendJSONMember("text", text)
      glyph.appendJSONMember("x", x)
      glyph.appendJSONMember("y", y)
      glyph.appendJSONMember("scale", scale)
      glyph.appendJSONMember("rotation", rotation)
      glyph.appendJSONMember("opacity", opacity)
    }
  }
}

extension TextRun {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { run in
      run.appendJSONMember("text", text)
      run.appendJSONMember("kind", kind.rawValue)
      run.appendJSONMember("changed", isChanged)
    }
  }
}

extension Column {
  /// Only a digit has `next` and `offset`, and only what appears or vanishes has an `opacity`.
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { column in
      column.appendJSONMember("text", text)
      if let next, let offset {
        column.appendJSONMember("next", next)
        column.appendJSONMember("offset", offset)
      }
      if opacity < 1 { column.appendJSONMember("opacity", opacity) }
    }
  }
}

/// What each frame of an animation says beside its text, as far as the animation knows it; to find that out for each
/// frame would cost twice the frame.
struct FrameDetails: Sendable {
  /// Whether it says how fast it changes.
  let velocity: Bool
  /// What knows its values, where they are told as they are.
  let value: (any ValueInterpolation)?
  /// The same where they are told as they are shown.
  let shown: (any ValueInterpolation)?
  /// What knows its two labels.
  let transition: Transition?
  /// What knows its glyphs.
  let glyphs: (any GlyphInterpolation)?
  /// What knows its columns.
  let columns: (any ColumnInterpolation)?
  /// What finds the runs of its text.
  let runs: TextRuns?
  /// Where glyphs are counted from.
  let alignment: TextAlignment
  /// Whether it says nothing of these.
  let isEmpty: Bool

  /// Finds out what of some members there is.
  ///
  /// - Parameters:
  ///   - members: The members that are asked for.
  ///   - animation: The animation.
  ///   - transition: How its labels move.
  ///   - symbols: The characters that numbers are read with.
  ///   - alignment: Where glyphs are counted from.
  init(
    _ members: FrameMembers, of animation: Animation, _ transition: Transition?, _ symbols: NumberSymbols,
    _ alignment: TextAlignment
  ) {
    let content = animation.content
    self.alignment = alignment
    runs = members.contains(.runs) ? TextRuns(from: animation.firstText, symbols: symbols) : nil
    velocity = members.contains(.velocity)
    self.transition = members.contains(.labels) ? transition : nil
    value = members.contains(.value) ? content.value : nil
    shown = members.contains(.shown) ? content.value : nil
    let isPlain = content.isPlain
    glyphs = !isPlain && members.contains(.glyphs) ? content.glyphs : nil
    columns = !isPlain && members.contains(.columns) ? content.columns : nil
    isEmpty =
      !velocity && value == nil && shown == nil && self.transition == nil && glyphs == nil && columns == nil
      && runs == nil
  }
}

extension Animation {
  /// The text of the first frame.
  fileprivate var firstText: String {
    var text = UTF8Buffer()
    write(at: 0, to: &text)
    return text.text()
  }
}

/// What a frame says beside its index, time, progress and text.
struct FrameMembers: OptionSet, Sendable {
  let rawValue: UInt8

  /// The numbers that count before they are rounded, as decimal texts.
  static let value = FrameMembers(rawValue: 1)
  /// Whole distances per second.
  static let velocity = FrameMembers(rawValue: 2)
  /// The two labels of a transition.
  static let labels = FrameMembers(rawValue: 4)
  /// The characters of a morph, each with its place and looks.
  static let glyphs = FrameMembers(rawValue: 8)
  /// The columns of an odometer, each digit with how far it has rolled.
  static let columns = FrameMembers(rawValue: 16)
  /// The numbers that count as they are rounded where they are shown, as decimal texts.
  static let shown = FrameMembers(rawValue: 32)
  /// The characters of the widest text, which the animation tells once for all its frames.
  static let widest = FrameMembers(rawValue: 64)
  /// The runs of the text: which characters are a number, a sign, a unit, and which have changed.
  static let runs = FrameMembers(rawValue: 128)

  /// Each member with its name.
  static let named: [(name: String, member: FrameMembers)] = [
    ("value", .value), ("shown", .shown), ("velocity", .velocity), ("labels", .labels), ("glyphs", .glyphs),
    ("columns", .columns), ("runs", .runs), ("widest", .widest),
  ]
}
