import FrameScheduling
import MicroHTTP
import TextAnimation
import TextBytes

/// The frames of all animations of a request as one document.
///
/// JSON has one animation after the other, CSV, NDJSON and text a line a frame in the order of the clock.
struct SequenceDocument: Sendable {
  let list: AnimationList
  let representation: SequenceRepresentation
  let timings: [TimingTable]?
  let csvTexts: CSVTexts
  let picture: PictureStyle

  /// Describes a document.
  ///
  /// - Parameters:
  ///   - list: The animations; a list of several has no picture and no captions.
  ///   - representation: Its form.
  ///   - timings: The times of each animation in this form, where they are known.
  ///   - csvTexts: How CSV writes texts.
  ///   - picture: How a picture looks.
  init(
    _ list: AnimationList, _ representation: SequenceRepresentation, _ timings: [TimingTable]? = nil,
    csvTexts: CSVTexts = .safe, picture: PictureStyle = PictureStyle()
  ) {
    self.csvTexts = csvTexts
    self.picture = picture
    self.list = list
    self.representation = representation
    self.timings = timings
  }
}

extension SequenceDocument {
  /// The longest document that is kept whole until its client has taken it.
  ///
  /// To make a longer one in pieces, after its bytes were counted, takes twice the time.
  static let longestWhole = 524_288

  /// The whole document.
  ///
  /// - Throws: 400 where it would have more frames or bytes than allowed, or no end.
  func bytes(limits: Settings) throws(Problem) -> [UInt8] {
    var meter = Meter(limit: .max)
    if let film = try film(limits, &meter) { return film }
    return try beginning(upTo: .max, limits, &meter).bytes
  }

  /// The document as it is sent: whole, or in pieces where it is long.
  ///
  /// Writing the pieces once more is spent beforehand.
  ///
  /// - Throws: 400 where it would have more frames or bytes than allowed, or no end.
  func content(limits: Settings, spending meter: inout Meter) throws(Problem) -> DocumentContent {
    let spent = meter.spent
    if let film = try film(limits, &meter) { return .whole(film) }
    var (bytes, position) = try beginning(upTo: Self.longestWhole, limits, &meter)
    if position.isEnd || meter.isExhausted { return .whole(bytes) }
    var count = bytes.count
    bytes = []
    var piece = UTF8Buffer(capacity: DocumentPieces.capacity)
    while !position.isEnd {
      piece.truncate()
      write(from: &position, to: &piece, until: DocumentPieces.size, spending: &meter)
      guard !meter.isExhausted else { return .whole([]) }
      count += piece.count
      try checkSize(count, limits)
    }
    meter.spend(meter.spent - spent, .frames)
    return .pieces(DocumentPieces(of: self, count: count))
  }

  /// The document, where it is pictures of pixels, which are not text.
  private func film(_ limits: Settings, _ meter: inout Meter) throws(Problem) -> [UInt8]? {
    guard let format = representation.film, let single = list.single else { return nil }
    guard single.sequence.count != nil else { throw .endless }
    return try FilmMaker.file(of: single, picture, format, limits: limits, spending: &meter)
  }

  /// The first bytes of the document, about so many, and where they end.
  private func beginning(
    upTo size: Int, _ limits: Settings, _ meter: inout Meter
  ) throws(Problem) -> (bytes: [UInt8], end: DocumentPosition) {
    guard let count = list.frameCount else { throw .endless }
    let size = min(size, limits.maximumResponseBytes + tail.utf8CodeUnitCount + 1)
    var position = DocumentPosition()
    let bytes = [UInt8](capacity: 1_024 + min(112 * count, size)) {
      write(from: &position, to: &$0, until: size, spending: &meter)
    }
    try checkSize(bytes.count, limits)
    return (bytes, position)
  }

  /// Throws 400 for a document that has, or will have, more bytes than allowed; what ends it does not count.
  private func checkSize(_ count: Int, _ limits: Settings) throws(Problem) {
    let limit = limits.maximumResponseBytes
    guard count > limit + tail.utf8CodeUnitCount else { return }
    throw .tooLarge(limit, isList: list.single == nil)
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
}

extension SequenceRepresentation {
  /// What stands before the texts.
  var times: FrameForm.Times {
    switch self {
    case .json, .ndjson: .json
    case .csv: .csv
    case .text, .svg, .vtt, .cast, .lottie, .gif, .apng: .none
    }
  }
}

extension Problem {
  /// 400 for a document that would never end.
  static let endless = Problem.invalidParameters([.endless])

  static func tooLarge(_ limit: Int, isList: Bool) -> Problem {
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
  static let endless = ParameterProblem(parameter: "repeat", detail: "can be `infinite` for a stream or a picture only")
}

/// How far a document has been written.
struct DocumentPosition: Sendable {
  /// Whether nothing is left.
  fileprivate(set) var isEnd = false
  /// The animation that is being written.
  fileprivate var place = 0
  /// The first of its frames that is not written.
  fileprivate var frame = 0
  /// The frames that are left of several animations in the order of the clock.
  fileprivate var timeline: Timeline.Iterator?
  fileprivate var cues = CuePosition()
  fileprivate var cast = CastPosition()
  fileprivate var picture = PicturePosition()
}

extension SequenceDocument {
  /// What ends the document behind its last frame.
  var tail: StaticString {
    switch representation {
    case .json: list.single == nil ? "\n]}\n]}\n" : "\n]}\n"
    case .svg: "</svg>\n"
    case .lottie: PreparedSequence.lottieTail
    case .ndjson, .text, .csv, .vtt, .cast, .gif, .apng: ""
    }
  }

  /// Appends what stands behind a position, until `document` has `size` bytes or a little more, or ends, or nothing is left
  /// to be spent.
  func write(
    from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    spending meter: inout Meter
  ) {
    switch representation {
    case .json: writeSequences(from: &position, to: &document, until: size, &meter)
    case .ndjson: writeLines(.lines, from: &position, to: &document, until: size, &meter)
    case .text: writeLines(.text, from: &position, to: &document, until: size, &meter)
    case .csv:
      let form = FrameForm.csv(list.elements.reduce(into: []) { $0.formUnion($1.prepared.extraColumns) }, csvTexts)
      if position.frame == 0, position.timeline == nil {
        if list.single == nil { document.append("id,") }
        form.writeHeader(to: &document)
      }
      writeLines(form, from: &position, to: &document, until: size, &meter)
    case .svg:
      if let single = list.single {
        SVGPicture(single, picture).write(
          timings?[0], from: &position.picture, to: &document, until: size, spending: &meter)
      }
      position.isEnd = position.picture.isEnd
    case .vtt:
      list.single?.writeCaptions(timings?[0], from: &position.cues, to: &document, until: size, &meter)
      position.isEnd = position.cues.isEnd
    case .lottie:
      list.single?.writeLottie(timings?[0], from: &position.cues, to: &document, until: size, &meter)
      position.isEnd = position.cues.isEnd
    case .cast:
      list.single?.writeCast(from: &position.cast, to: &document, until: size, &meter)
      position.isEnd = position.cast.isEnd
    // Pictures of pixels are made whole, elsewhere.
    case .gif, .apng: position.isEnd = true
    }
    if position.isEnd { document.append(tail) }
  }

  private func writeSequences(
    from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int, _ meter: inout Meter
  ) {
    while !position.isEnd, document.count < size, !meter.isExhausted {
      if position.frame == 0 {
        if position.place > 0 {
          document.append("\n]},\n")
        } else if list.single == nil {
          document.append("{\"animations\":[\n")
        }
        list.elements[position.place].writeHead(to: &document)
      }
      // A frame at least follows a head: by its frame a position knows whether the head is written.
      let end = max(size, document.count + 1)
      guard writeFrames(.elements, from: &position, to: &document, until: end, &meter) else { return }
      // The last is followed by nothing.
      document.truncate(to: document.count - 2)
      position.place += 1
      position.frame = 0
      position.isEnd = position.place == list.elements.count
    }
  }

  /// All at once where there is one animation, which takes a third of the time.
  private func writeLines(
    _ form: FrameForm, from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) {
    guard list.single == nil else {
      position.isEnd = writeFrames(form, from: &position, to: &document, until: size, &meter)
      return
    }
    if position.timeline == nil { position.timeline = list.timeline.makeIterator() }
    while document.count < size {
      guard let frame = position.timeline?.next() else { return position.isEnd = true }
      let element = list.elements[frame.track]
      let start = document.count
      element.writeLine(frame.index, form, timings?[frame.track], to: &document)
      guard element.prepared.spend(on: 1, bytes: document.count - start, form, from: &meter) else { return }
    }
  }

  /// Appends the frames of the animation that is being written.
  ///
  /// - Returns: Whether that was the last.
  private func writeFrames(
    _ form: FrameForm, from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) -> Bool {
    let prepared = list.elements[position.place].prepared
    let timing = timings?[position.place]
    position.frame = prepared.writeFrames(
      form, timing, from: position.frame, to: &document, until: size, spending: &meter)
    return position.frame == prepared.sequence.count
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
  fileprivate func writeLine(_ index: Int, _ form: FrameForm, _ timing: TimingTable?, to line: inout UTF8Buffer) {
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

/// A document ready to be sent.
enum DocumentContent: Sendable {
  case whole([UInt8])
  indirect case pieces(DocumentPieces)

  /// The same as the body of a response.
  var body: Response.Body {
    switch self {
    case .whole(let bytes): .bytes(bytes)
    case .pieces(let pieces): .pieces(pieces)
    }
  }
}

/// A long document, of which each piece is made when its client has taken the one before.
struct DocumentPieces: BodyPieces {
  /// About the bytes of a piece.
  static let size = 131_072
  /// The bytes that most pieces fit into: frames are written many at once.
  static let capacity = size + 32_768

  let count: Int
  private let document: SequenceDocument
  private var position = DocumentPosition()

  /// All pieces of a document that has so many bytes.
  init(of document: SequenceDocument, count: Int) {
    self.document = document
    self.count = count
  }

  mutating func next() -> [UInt8] {
    guard !position.isEnd else { return [] }
    // What they take has been spent when their bytes were counted.
    var meter = Meter(limit: .max)
    return [UInt8](capacity: Self.capacity) {
      document.write(from: &position, to: &$0, until: Self.size, spending: &meter)
    }
  }
}
