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
