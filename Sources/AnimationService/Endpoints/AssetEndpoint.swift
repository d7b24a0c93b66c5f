import HTTPTypes
import MicroHTTP
import Requests
import Deployment
import Synchronization
import System
import Timing

/// A file for browsers in the forms in which it is sent, which are made when it is first asked for.
struct PreparedAsset: Sendable {
  fileprivate struct Forms: Sendable {
    let bytes: [UInt8]
    /// The gzip form; `nil` where the settings allow none.
    let compressed: [UInt8]?
    /// A hash of the file for its entity tag.
    let fingerprint: String
  }

  fileprivate let asset: Asset
  fileprivate let forms: LazyValue<Forms>

  init(_ asset: Asset, _ settings: Settings = Settings()) {
    self.asset = asset
    forms = LazyValue {
      let bytes = asset.bytes
      // An archive and a font are compressed as they are.
      let isDense = ["application/gzip", "font/woff2"].contains(asset.mediaType)
      // FNV-1a, which is the same on every node.
      let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return Forms(
        bytes: bytes, compressed: isDense ? nil : Compression(settings).compressed(bytes),
        fingerprint: String(hash, radix: 16))
    }
  }

  /// Where it is served.
  var path: String { asset.path }
}

/// All files for browsers, whose forms are made once for all loops.
final class PreparedAssets: Sendable {
  private let prepared = Mutex<[PreparedAsset]?>(nil)

  func all(in context: ServiceContext) -> [PreparedAsset] {
    prepared.withLock { prepared in
      if let prepared { return prepared }
      let made = ServedFiles(context).all.map { PreparedAsset($0, context.settings) }
      prepared = made
      return made
    }
  }
}

extension PreparedAsset {
  /// The file, or that the client has it.
  func response(to request: Request, compression: Compression? = nil) -> Response {
    var fields: HeaderFields = [.crossOriginResourcePolicy: "cross-origin"]
    fields[.cacheControl] = asset.isImmutable ? "public, immutable, max-age=31536000" : "no-cache"
    fields[.vary] = "Accept-Encoding"
    let forms = forms.value
    let coding = forms.compressed == nil ? .identity : compression?.coding(for: request) ?? .identity
    if let tag = EntityTag(of: request, mediaType: forms.fingerprint) {
      let selected = coding == .gzip ? tag.encoded : tag.description
      let held = request.headerFields[.ifNoneMatch].flatMap { tag.held($0, coding, selected: selected) }
      fields[.eTag] = held ?? selected
      if held != nil { return Response(status: .notModified, headerFields: fields) }
    }
    if coding == .gzip { fields[.contentEncoding] = "gzip" }
    fields[.contentType] = asset.mediaType
    if asset.mediaType.hasPrefix("text/html") { fields.protectPage(mayBeFramed: asset.mayBeFramed) }
    let bytes = coding == .gzip ? forms.compressed ?? forms.bytes : forms.bytes
    return Response(headerFields: fields, body: .bytes(bytes))
  }
}

extension HeaderFields {
  /// Allows the page to load only its own files, and no other page to embed it where nobody says that one may.
  mutating func protectPage(mayBeFramed: Bool = false) {
    self[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
      + "base-uri 'none'; form-action 'none'; \(mayBeFramed ? "" : "frame-ancestors 'none'; ")"
      + "require-trusted-types-for 'script'"
    self[named: "Referrer-Policy"] = "no-referrer"
  }
}

/// What a browser is shown at an address where nothing is.
///
/// Nothing of the address stands in it: the name that it suggests is one of the service's own pages.
struct LostPage {
  /// The answer to who would rather have a page than a problem document; `nil` for everybody else.
  func response(to request: Request) -> Response? {
    guard request.method == .get || request.method == .head, let accept = request.headerFields[.accept],
      AcceptHeader(accept).best(of: ["application/problem+json", "application/json", "text/html"]) == 2
    else { return nil }
    let page = Asset.lostPage(root: root(from: request.path), nearest: nearest(to: request.path))
    var fields: HeaderFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
    fields.protectPage()
    return Response(status: .notFound, headerFields: fields, body: .bytes(page))
  }

  /// The page that was meant, by its address or its last word alone.
  func nearest(to path: String) -> String? {
    var words = path.utf8[...]
    while words.last == UInt8(ascii: "/") { words.removeLast() }
    let address = Substring(words)
    let written = String(address.hasSuffix(".html") ? address.dropLast(5) : address)
    if let page = Spelling.nearest(to: written, among: Asset.namedPages) { return page }
    let lasts = Asset.namedPages.map { last(of: $0) }
    return Spelling.nearest(to: last(of: written), among: lasts).flatMap { word in
      Asset.namedPages.first { last(of: $0) == word }
    }
  }

  private func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The way to the first page, so that a proxy may serve everything under a path of its own.
  private func root(from path: String) -> String {
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
    // A deeper one would be repeated at each link.
    guard depth <= 8 else { return "" }
    return depth > 0 ? Array(repeating: "..", count: depth).joined(separator: "/") : "."
  }
}
