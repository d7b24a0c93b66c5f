import Documents
import HTTPTypes
import MicroHTTP
import Requests
import Deployment
import System
import TextBytes

/// How the bytes of an answer are coded on the way.
enum ContentCoding: Hashable, Sendable {
  /// As they are.
  case identity
  /// RFC 1952.
  case gzip
}

extension ContentCoding {
  /// What a client likes best, after RFC 9110 section 12.5.3; without the field, and among equals as written, no coding.
  ///
  /// `gzip` and its alias `x-gzip` count where they are allowed and `identity` is not preferred. A client that refuses
  /// every coding gets the bytes as they are: it can hardly do less with them than with a refusal.
  init(accepting field: String?) {
    guard let field else {
      self = .identity
      return
    }
    var (gzip, identity, other): (Double?, Double?, Double?)
    for (name, quality) in field.weighedElements {
      switch name {
      case "gzip", "x-gzip": gzip = max(gzip ?? 0, quality)
      case "identity": identity = quality
      case "*": other = quality
      default: break
      }
    }
    let wish = gzip ?? other ?? 0
    self = wish > 0 && wish >= identity ?? 0 ? .gzip : .identity
  }
}

/// Compresses answers for the clients of one loop that ask for it; streams never.
///
/// The level is 1: of 1 MB of frames it leaves 20 % in 5.5 ms, where level 4 leaves 17 % in 8.4 ms and level 6 leaves 16 %
/// in 21 ms. 4 MiB take 24 ms. Files for browsers, which are kept, have level 9: the module in one file takes 3 ms once.
final class Compression {
  private static let level = 1

  private let sizes: ClosedRange<Int>?
  private var lastField: String?
  private var lastCoding = ContentCoding.identity

  /// Compresses within the bounds of the settings.
  init(_ settings: Settings) {
    let (minimum, maximum) = (settings.compressionMinimumBytes, settings.compressionMaximumBytes)
    sizes = minimum > 0 && minimum <= maximum ? minimum...maximum : nil
  }
}

extension Compression {
  /// The coding for a client; its field is nearly always that of the client before, and read only once then.
  func coding(for request: Request) -> ContentCoding {
    guard sizes != nil, let field = request.headerFields[.acceptEncoding] else { return .identity }
    if field != lastField { (lastField, lastCoding) = (field, ContentCoding(accepting: field)) }
    return lastCoding
  }

  /// The smallest compressed form of a file that is kept; `nil` where its size lies outside the bounds, or nothing is won.
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let sizes, sizes.contains(bytes.count) else { return nil }
    return Self.shorter(bytes, level: 9)
  }

  /// What compressing so many bytes takes, in units of a meter.
  private static func units(of count: Int) -> Int { 100_000 + 12 * count }

  private static func shorter(_ bytes: [UInt8], level: Int = level) -> [UInt8]? {
    guard let compressed = bytes.gzipped(level: level), compressed.count < bytes.count else { return nil }
    return compressed
  }

  /// Goes on with the gzip form of an answer, if it is a success worth it.
  ///
  /// Everything that the service answers at length is text, but for pictures that are compressed already.
  func encode(
    _ response: Response, by work: LoopWork, then: @escaping (Response) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    guard
      response.status == .ok, !response.isCompressed, let text = response.body.text, let sizes,
      sizes.contains(text.count)
    else { return try then(response) }
    let units = Self.units(of: text.count)
    return try work.step(of: text.bytes) { bytes, bench in
      bench.meter.spend(units, .frames) ? Self.shorter(bytes()) : nil
    } then: { (_, compressed: [UInt8]?) throws(Problem) in
      guard let compressed else { return try then(response) }
      var encoded = response
      encoded.body = .bytes(compressed)
      encoded.headerFields.encode()
      return try then(encoded)
    }
  }
}

extension Response {
  fileprivate var isCompressed: Bool {
    headerFields[.contentType].map(SequenceRepresentation.typesOfPixels.contains) ?? false
  }
}

extension Response.Body {
  /// What may be compressed: how long it is, and what makes it; `nil` where that is not known.
  ///
  /// What comes in pieces is compressed as a whole, within the bounds, and takes so little then that it is kept whole.
  fileprivate var text: (count: Int, bytes: @Sendable () -> [UInt8])? {
    switch self {
    case .bytes(let bytes): (bytes.count, { bytes })
    case .pieces(let pieces): (pieces.count, { pieces.whole })
    case .empty, .shared, .later, .stream: nil
    }
  }
}

extension HeaderFields {
  /// Tells of the coding, by a tag of its own among others: equal tags mean equal bytes (RFC 9110 section 8.8.3.3).
  mutating func encode() {
    self[.contentEncoding] = "gzip"
    self[.eTag] = self[.eTag].map(EntityTag.encoded)
    if self[.vary] == nil { self[.vary] = "Accept-Encoding" }
  }
}
