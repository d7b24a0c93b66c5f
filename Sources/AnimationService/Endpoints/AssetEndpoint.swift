import HTTPTypes
import MicroHTTP
import WebAssets

/// One file of the playground or the browser module.
struct AssetEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  private let asset: Asset
  /// Stands for the file's content in its entity tag: with a new version the file changes and its address does not.
  private let fingerprint: String

  init(_ asset: Asset) {
    self.asset = asset
    // FNV-1a, as it must agree between nodes.
    let hash = asset.bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    fingerprint = String(hash, radix: 16)
  }

  func respond(to request: Request) -> Response {
    var fields: HTTPFields = [.cacheControl: "no-cache", .xContentTypeOptions: "nosniff"]
    fields[named: "Cross-Origin-Resource-Policy"] = "cross-origin"
    let entityTag = EntityTag(of: request, mediaType: fingerprint)
    fields[.eTag] = entityTag?.description
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) {
      return Response(status: .notModified, headerFields: fields)
    }
    fields[.contentType] = asset.mediaType
    if asset.path == Asset.page.path { fields.protectPage() }
    return Response(headerFields: fields, body: .bytes(asset.bytes))
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
