import HTTPTypes
import MicroHTTP
import Synchronization
import WebAssets

/// A file for browsers in the forms in which it is sent.
struct PreparedAsset: Sendable {
  fileprivate let asset: Asset
  /// A hash of the file for its entity tag.
  fileprivate let fingerprint: String
  /// The gzip form; `nil` where the settings allow none.
  fileprivate let compressed: [UInt8]?

  init(_ asset: Asset, compression: Compression? = nil) {
    self.asset = asset
    // An archive is compressed as it is.
    compressed = asset.mediaType == "application/gzip" ? nil : compression?.compressed(asset.bytes)
    // FNV-1a, which is the same on every node.
    let hash = asset.bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    fingerprint = String(hash, radix: 16)
  }

  /// Where it is served.
  var path: String { asset.path }
}

/// All files for browsers, compressed and tagged once for all loops.
final class PreparedAssets: Sendable {
  private let prepared = Mutex<[PreparedAsset]?>(nil)

  /// The files; the first call prepares them.
  func all(in context: ServiceContext) -> [PreparedAsset] {
    prepared.withLock { prepared in
      if let prepared { return prepared }
      let compression = Compression(context.settings)
      let made = ServedFiles(context).all.map { PreparedAsset($0, compression: compression) }
      prepared = made
      return made
    }
  }
}

/// Serves one file of the playground or the browser module.
struct AssetEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  private let file: PreparedAsset
  private let compression: Compression?

  init(_ file: PreparedAsset, compression: Compression? = nil) {
    self.file = file
    self.compression = compression
  }

  func respond(to request: Request) -> Response {
    var fields: HeaderFields = [.crossOriginResourcePolicy: "cross-origin"]
    fields[.cacheControl] = file.asset.isImmutable ? "public, immutable, max-age=31536000" : "no-cache"
    fields[.vary] = "Accept-Encoding"
    let coding = file.compressed == nil ? .identity : compression?.coding(for: request) ?? .identity
    if let tag = EntityTag(of: request, mediaType: file.fingerprint) {
      let selected = coding == .gzip ? tag.encoded : tag.description
      let held = request.headerFields[.ifNoneMatch].flatMap { tag.held($0, coding, selected: selected) }
      fields[.eTag] = held ?? selected
      if held != nil { return Response(status: .notModified, headerFields: fields) }
    }
    if coding == .gzip { fields[.contentEncoding] = "gzip" }
    fields[.contentType] = file.asset.mediaType
    if file.asset.mediaType.hasPrefix("text/html") { fields.protectPage() }
    let bytes = coding == .gzip ? file.compressed ?? file.asset.bytes : file.asset.bytes
    return Response(headerFields: fields, body: .bytes(bytes))
  }
}

extension HeaderFields {
  /// Allows the page to load only its own files, and no other page to embed it.
  fileprivate mutating func protectPage() {
    self[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    self[named: "Referrer-Policy"] = "no-referrer"
  }
}
