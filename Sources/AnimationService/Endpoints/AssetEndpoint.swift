import HTTPTypes
import MicroHTTP
import WebAssets

/// One file of the playground or the browser module.
struct AssetEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  private let asset: Asset
  /// Stands for the file's content in its entity tag: with a new version the file changes and its address does not.
  private let fingerprint: String

  private let compression: Compression?
  /// The gzip form, made once.
  private let compressed: [UInt8]?

  init(_ asset: Asset, compression: Compression? = nil) {
    self.asset = asset
    self.compression = compression
    compressed = compression?.compressed(asset.bytes)
    // FNV-1a, as it must agree between nodes.
    let hash = asset.bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    fingerprint = String(hash, radix: 16)
  }

  func respond(to request: Request) -> Response {
    var fields: HTTPFields = [.cacheControl: "no-cache", .xContentTypeOptions: "nosniff"]
    fields[named: "Cross-Origin-Resource-Policy"] = "cross-origin"
    fields[.vary] = "Accept-Encoding"
    let coding = compressed == nil ? .identity : compression?.coding(for: request) ?? .identity
    if let tag = EntityTag(of: request, mediaType: fingerprint) {
      let selected = coding == .gzip ? tag.encoded : tag.description
      let held = request.headerFields[.ifNoneMatch].flatMap { tag.held($0, coding, selected: selected) }
      fields[.eTag] = held ?? selected
      if held != nil { return Response(status: .notModified, headerFields: fields) }
    }
    if coding == .gzip { fields[.contentEncoding] = "gzip" }
    fields[.contentType] = asset.mediaType
    if asset.mediaType.hasPrefix("text/html") { fields.protectPage() }
    return Response(headerFields: fields, body: .bytes(coding == .gzip ? compressed ?? asset.bytes : asset.bytes))
  }
}

extension HTTPFields {
  /// Lets the page load nothing but its own files, and nobody frame it.
  fileprivate mutating func protectPage() {
    self[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    self[named: "Referrer-Policy"] = "no-referrer"
  }
}
