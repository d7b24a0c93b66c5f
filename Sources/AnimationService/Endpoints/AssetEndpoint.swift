import HTTPTypes
import MicroHTTP
import Synchronization
import System
import WebAssets

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
      // An archive is compressed as it is.
      let isArchive = asset.mediaType == "application/gzip"
      // FNV-1a, which is the same on every node.
      let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return Forms(
        bytes: bytes, compressed: isArchive ? nil : Compression(settings).compressed(bytes),
        fingerprint: String(hash, radix: 16))
    }
  }

  /// Where it is served.
  var path: String { asset.path }
}

/// All files for browsers, whose forms are made once for all loops.
final class PreparedAssets: Sendable {
  private let prepared = Mutex<[PreparedAsset]?>(nil)

  /// The files.
  func all(in context: ServiceContext) -> [PreparedAsset] {
    prepared.withLock { prepared in
      if let prepared { return prepared }
      let made = ServedFiles(context).all.map { PreparedAsset($0, context.settings) }
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
    let forms = file.forms.value
    let coding = forms.compressed == nil ? .identity : compression?.coding(for: request) ?? .identity
    if let tag = EntityTag(of: request, mediaType: forms.fingerprint) {
      let selected = coding == .gzip ? tag.encoded : tag.description
      let held = request.headerFields[.ifNoneMatch].flatMap { tag.held($0, coding, selected: selected) }
      fields[.eTag] = held ?? selected
      if held != nil { return Response(status: .notModified, headerFields: fields) }
    }
    if coding == .gzip { fields[.contentEncoding] = "gzip" }
    fields[.contentType] = file.asset.mediaType
    if file.asset.mediaType.hasPrefix("text/html") { fields.protectPage() }
    let bytes = coding == .gzip ? forms.compressed ?? forms.bytes : forms.bytes
    return Response(headerFields: fields, body: .bytes(bytes))
  }
}

extension HeaderFields {
  /// Allows the page to load only its own files, and no other page to embed it.
  mutating func protectPage() {
    self[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    self[named: "Referrer-Policy"] = "no-referrer"
  }
}
