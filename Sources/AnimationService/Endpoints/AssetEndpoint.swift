import HTTPTypes
import MicroHTTP
import Requests
import Deployment
import Synchronization
import System
import Timing

/// A file for browsers in the forms in which it is sent, which are made when it is first asked for, and where it says by
/// which address, when that is another.
final class PreparedAsset: Sendable {
  /// The bytes, their gzip form, `nil` where the settings allow none, and a hash of the file for its entity tag.
  fileprivate typealias Forms = (bytes: [UInt8], compressed: [UInt8]?, fingerprint: String)

  fileprivate let asset: Asset
  private let settings: Settings
  /// The file with its marks, which is made when it is first asked for.
  private let bytes: LazyValue<[UInt8]>
  /// The forms that were asked for last, and what stands in their marks.
  private let newest = Mutex<(marks: [String: String], forms: Forms)?>(nil)

  init(_ asset: Asset, _ settings: Settings = Settings()) {
    (self.asset, self.settings) = (asset, settings)
    bytes = LazyValue { asset.bytes }
  }

  private func forms(for request: Request) -> Forms {
    let marks = asset.saysAddress ? marks(for: request) : [:]
    if let newest = newest.withLock({ $0 }), newest.marks == marks { return newest.forms }
    let bytes = marks.isEmpty ? bytes.value : bytes.value.filled(marks)
    // An archive and a font are compressed as they are.
    let isDense = ["application/gzip", "font/woff2"].contains(asset.mediaType)
    // FNV-1a, which is the same on every node.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let forms: Forms = (bytes, isDense ? nil : Compression(settings).compressed(bytes), String(hash, radix: 16))
    newest.withLock { $0 = (marks, forms) }
    return forms
  }

  /// By which address a page is asked for: that of the settings, or else what the request says.
  private func marks(for request: Request) -> [String: String] {
    let host = HTTPField.Name("Host").flatMap { request.headerFields[$0] } ?? ""
    let isHost = 1...255 ~= host.utf8.count && host.utf8.allSatisfy(Self.hostBytes.contains)
    let asked = isHost ? "\(settings.servesTLS ? "https" : "http")://\(host)" : ""
    return [
      "origin": saysOwnAddress ? settings.publicAddress : asked,
      "label": (try? LabelName(inPath: request.path))?.description ?? "",
    ]
  }

  private static let hostBytes = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.:-_[]".utf8)

  private var saysOwnAddress: Bool { !settings.publicAddress.isEmpty }

  /// Where it is served.
  var path: String { asset.path }
}

extension PreparedAsset {
  /// The file, or that the client has it.
  func response(to request: Request, compression: Compression? = nil) -> Response {
    var fields: HeaderFields = [.crossOriginResourcePolicy: "cross-origin"]
    fields[.cacheControl] = asset.isImmutable ? "public, immutable, max-age=31536000" : "no-cache"
    // No cache that goes by the path alone has for others what one client called this host.
    if asset.saysAddress, !saysOwnAddress { fields[.cacheControl] = "private, no-cache" }
    fields[.vary] = "Accept-Encoding"
    let forms = forms(for: request)
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

// MARK: - Where nothing is

extension Response {
  /// What a browser is shown at an address where nothing is; `nil` for who would rather have a problem document.
  ///
  /// Nothing of the address stands in it: the name that it suggests is one of the service's own pages.
  static func lostPage(to request: Request) -> Response? {
    guard request.method == .get || request.method == .head, let accept = request.headerFields[.accept],
      AcceptHeader(accept).best(of: ["application/problem+json", "application/json", "text/html"]) == 2
    else { return nil }
    let page = Asset.lostPage(root: root(from: request.path), nearest: Asset.nearestPage(to: request.path))
    var fields: HeaderFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
    fields.protectPage()
    return Response(status: .notFound, headerFields: fields, body: .bytes(page))
  }

  /// The way to the first page, so that a proxy may serve everything under a path of its own.
  private static func root(from path: String) -> String {
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
    // A deeper one would be repeated at each link.
    guard depth <= 8 else { return "" }
    return depth > 0 ? Array(repeating: "..", count: depth).joined(separator: "/") : "."
  }
}

extension Asset {
  /// The page that was meant, by its address or its last word alone.
  static func nearestPage(to path: String) -> String? {
    func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    var words = path.utf8[...]
    while words.last == UInt8(ascii: "/") { words.removeLast() }
    let address = Substring(words)
    let written = String(address.hasSuffix(".html") ? address.dropLast(5) : address)
    if let page = Spelling.nearest(to: written, among: namedPages) { return page }
    return Spelling.nearest(to: last(of: written), among: namedPages.map(last)).flatMap { word in
      namedPages.first { last(of: $0) == word }
    }
  }
}
