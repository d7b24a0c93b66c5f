import TextBytes
import WebAssets

/// What a search finds in the documentation, as a file that pages read when somebody begins to search.
struct DocumentIndex {
  static let path = "/docs-search.json"

  /// Characters of what is said of a place; more of them would be found by words that say little of it.
  private static let textLimit = 300

  let pages: [(page: DocumentPage, places: [DocumentOutline.Place])]

  /// An object with the pages, each with its places: the name in its address, what it is called, and what is said of it.
  var bytes: [UInt8] {
    var document = UTF8Buffer(capacity: 65_536)
    let index: JSONValue = ["pages": .array(pages.map(entry))]
    index.writeJSON(to: &document)
    return document.bytes()
  }

  private func entry(_ page: DocumentPage, _ places: [DocumentOutline.Place]) -> JSONValue {
    // The reference is drawn in the browser, from the same table.
    let requests = page.path == "/docs/http" ? Self.requests : []
    return [
      "path": .string(page.path), "title": .string(page.title),
      "places": .array(places.map { Self.place($0.id, $0.title, $0.text) } + requests),
    ]
  }

  private static var requests: [JSONValue] {
    Endpoint.all.flatMap { endpoint in
      endpoint.operations.map { place($0.id, "\($0.method) \(endpoint.path)", $0.summary) }
    }
  }

  private static func place(_ id: String, _ title: String, _ text: String) -> JSONValue {
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    return [.string(id), .string(title), .string(String(words.prefix(textLimit)))]
  }
}
