import MicroHTTP
import TextBytes

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
