import TextAnimation
package import TextBytes

/// A form of a whole sequence, declared beside what writes it.
package final class SequenceRepresentation: Representation {
  package static let allCases: [SequenceRepresentation] = [json, ndjson, csv, text, svg, vtt, cast, lottie, gif, apng]

  /// The forms of several; pictures and captions show one.
  package static let ofSeveral = allCases.filter(\.showsSeveral)

  package let name: String
  package let mediaType: String
  /// What its documentation adds to the name, as the end of a sentence.
  let note: String?
  package let isNegotiable: Bool
  private let showsSeveral: Bool
  /// What stands before the texts.
  package let times: FrameForm.Times
  /// Whether it is a picture, which repeats by itself.
  package let isPicture: Bool
  let making: DocumentMaking

  init(
    _ name: String, _ mediaType: String, _ note: String? = nil, isNegotiable: Bool = true, showsSeveral: Bool = false,
    times: FrameForm.Times = .none, isPicture: Bool = false, by making: DocumentMaking
  ) {
    (self.name, self.mediaType, self.note, self.isNegotiable) = (name, mediaType, note, isNegotiable)
    (self.showsSeveral, self.times, self.isPicture) = (showsSeveral, times, isPicture)
    self.making = making
  }

  /// What is to be said of those that are not what their names say.
  package static let notes = allCases.compactMap { form in form.note.map { "`\(form.name)` \($0)" } }.joined(
    separator: "; ")

  /// The media types of those that are no text, and compressed by themselves.
  package static let typesOfPixels = (allCases + [png]).filter { !$0.making.isText }.map(\.mediaType)
}

/// How the documents of a form are made.
struct DocumentMaking: Sendable {
  typealias Make =
    @Sendable (SequenceDocument, _ longest: Int, DocumentLimits, inout Meter) throws(Problem) -> DocumentContent

  /// Whether they are text; what is not is compressed by itself.
  let isText: Bool
  /// Makes one: whole, or in pieces where it is longer than that.
  fileprivate let make: Make

  /// By a writer, whose type is known here, so that no document takes a box and no frame a call by a table.
  static func pieces<Writer: DocumentWriter>(
    _ begin: @escaping @Sendable (SequenceDocument) -> Writer
  ) -> DocumentMaking {
    DocumentMaking(isText: true) { (document, longest, limits, meter) throws(Problem) in
      try document.content(by: begin, longest, limits, &meter)
    }
  }

  /// Of pixels, all at once.
  static func whole(
    _ make: @escaping @Sendable (SequenceDocument, DocumentLimits, inout Meter) throws(Problem) -> [UInt8]
  ) -> DocumentMaking {
    DocumentMaking(isText: false) { (document, _, limits, meter) throws(Problem) in
      guard document.list.frameCount != nil else { throw .endless }
      return .whole(try make(document, limits, &meter))
    }
  }
}

/// Writes one document, and knows how far it has come.
protocol DocumentWriter: Sendable {
  /// What ends the document behind all that is written; no limit of bytes counts it.
  var tail: StaticString { get }
  /// Whether nothing is left but the tail.
  var isEnd: Bool { get }

  /// Appends what comes next, until `document` has `size` bytes or a little more, or ends, or nothing is left to be spent.
  mutating func write(to document: inout UTF8Buffer, until size: Int, spending meter: inout Meter)
}

extension DocumentWriter {
  var tail: StaticString { "" }

  /// The same, with the tail behind what comes last.
  mutating func writePiece(to document: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    write(to: &document, until: size, spending: &meter)
    if isEnd { document.append(tail) }
  }
}

/// The most that a document may have.
package struct DocumentLimits: Sendable {
  package let bytes: Int
  /// Of all pictures of a film together.
  package let pixels: Int

  package init(bytes: Int, pixels: Int) {
    (self.bytes, self.pixels) = (bytes, pixels)
  }
}

/// All frames of an animation, or of several, as one document.
package struct SequenceDocument: Sendable {
  package var list: AnimationList
  let representation: SequenceRepresentation
  /// The times of each animation in this form, where they are known.
  var timings: [TimingTable]?
  var csvTexts = CSVTexts.safe
  package var picture = PictureStyle()

  package init(
    list: AnimationList, representation: SequenceRepresentation, timings: [TimingTable]? = nil,
    csvTexts: CSVTexts = .safe, picture: PictureStyle = PictureStyle()
  ) {
    (self.list, self.representation, self.timings) = (list, representation, timings)
    (self.csvTexts, self.picture) = (csvTexts, picture)
  }

  /// The animation of a form that shows one.
  var shown: PreparedSequence { list.elements[0].prepared }
}

extension SequenceDocument {
  /// The longest document that is kept whole until its client has taken it.
  ///
  /// To make a longer one in pieces, after its bytes were counted, takes twice the time.
  static let longestWhole = 524_288
  /// About the bytes of a piece.
  static let pieceSize = 131_072
  /// The bytes that most pieces fit into: frames are written many at once.
  static let pieceCapacity = pieceSize + 32_768

  /// The whole document; 400 where it would have more frames or bytes than allowed, or no end.
  package func bytes(limits: DocumentLimits) throws(Problem) -> [UInt8] {
    var meter = Meter(limit: .max)
    guard case .whole(let bytes) = try representation.making.make(self, .max, limits, &meter) else { return [] }
    return bytes
  }

  /// The document as it is sent, whole or in pieces where it is long; 400 where it would have too much, or no end.
  package func content(limits: DocumentLimits, spending meter: inout Meter) throws(Problem) -> DocumentContent {
    try representation.making.make(self, Self.longestWhole, limits, &meter)
  }

  /// Spends what it takes to write pieces once more beforehand; what ends a document counts as no bytes.
  fileprivate func content<Writer: DocumentWriter>(
    by begin: (SequenceDocument) -> Writer, _ longest: Int, _ limits: DocumentLimits, _ meter: inout Meter
  ) throws(Problem) -> DocumentContent {
    guard let frames = list.frameCount else { throw .endless }
    guard meter.demand(leastUnits, .frames) else { return .whole([]) }
    let spent = meter.spent
    var writer = begin(self)
    let limit = limits.bytes + writer.tail.utf8CodeUnitCount
    let size = min(longest, limit + 1)
    var bytes = [UInt8](capacity: 1_024 + min(112 * frames, size)) {
      writer.writePiece(to: &$0, until: size, spending: &meter)
    }
    var count = bytes.count
    guard count <= limit else { throw tooLarge(limits) }
    if writer.isEnd || meter.isExhausted { return .whole(bytes) }
    bytes = []
    var piece = UTF8Buffer(capacity: Self.pieceCapacity)
    while !writer.isEnd {
      piece.truncate()
      writer.writePiece(to: &piece, until: Self.pieceSize, spending: &meter)
      guard !meter.isExhausted else { return .whole([]) }
      count += piece.count
      guard count <= limit else { throw tooLarge(limits) }
    }
    meter.spend(meter.spent - spent, .frames)
    // A client that takes its time holds what is left to be written, but no times: they are computed anew for each piece.
    var unwritten = self
    unwritten.timings = nil
    return .pieces(DocumentPieces(by: begin(unwritten), count: count))
  }

  /// What its texts take at least, whatever they are.
  private var leastUnits: Int {
    list.elements.reduce(0) { $0 + $1.prepared.leastUnits }
  }

  private func tooLarge(_ limits: DocumentLimits) -> Problem {
    .tooLarge(limits.bytes, isList: list.single == nil)
  }
}

extension PreparedSequence {
  fileprivate var leastUnits: Int { (sequence.count ?? 0) * sequence.animation.unitsOfText }
}

extension AnimationList {
  /// The number of all frames; `nil` where an animation has no end.
  fileprivate var frameCount: Int? {
    elements.reduce(0) { sum, element in sum.flatMap { sum in element.prepared.sequence.count.map { sum + $0 } } }
  }
}

extension Problem {
  /// 400 for a document that would never end.
  package static let endless = Problem.invalidParameters([.endless])

  static func tooLarge(_ limit: Int, isList: Bool) -> Problem {
    let answer = "an answer of more than \(limit) bytes"
    return isList
      ? .invalidParameter("animations", "make \(answer)")
      : .invalidParameter("duration", "makes \(answer) together with `fps` and the texts")
  }
}

extension ParameterProblem {
  /// What is wrong with a document that would never end.
  package static let endless = ParameterProblem(
    parameter: "repeat", detail: "can be `infinite` for a stream or a picture only")
}

/// A document ready to be sent.
package enum DocumentContent: Sendable {
  case whole([UInt8])
  indirect case pieces(DocumentPieces)
}

/// A long document, of which each piece is made when its client has taken the one before.
package struct DocumentPieces: Sendable {
  package let count: Int
  private var writer: any DocumentWriter

  /// All pieces of a document that has so many bytes, by a writer that has not begun.
  init(by writer: any DocumentWriter, count: Int) {
    (self.writer, self.count) = (writer, count)
  }

  /// Returns no bytes once all have been made.
  package mutating func next() -> [UInt8] {
    guard !writer.isEnd else { return [] }
    // What they take has been spent when their bytes were counted.
    var meter = Meter(limit: .max)
    return [UInt8](capacity: SequenceDocument.pieceCapacity) {
      writer.writePiece(to: &$0, until: SequenceDocument.pieceSize, spending: &meter)
    }
  }
}
