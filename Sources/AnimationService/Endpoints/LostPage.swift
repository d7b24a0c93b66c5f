import HTTPTypes
import MicroHTTP
import Timing
import WebAssets

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
