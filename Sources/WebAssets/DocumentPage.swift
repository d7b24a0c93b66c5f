/// A page of the documentation: what stands between the head and the foot that all its pages share.
struct DocumentPage: Sendable {
  /// Where it is served, such as `/docs/curves`.
  let path: String
  let title: String
  let summary: String
  let body: String

  /// Pages that stand one behind the other, each behind a comment such as
  /// `<!--page /docs/curves | Curves | How a label moves. -->`.
  static func pages(in file: [UInt8]) -> [DocumentPage] {
    String(decoding: file, as: UTF8.self).split(separator: "<!--page ").map { text in
      let parts = text.split(separator: " -->\n", maxSplits: 1)
      let head = parts[0].split(separator: " | ").map(String.init)
      precondition(parts.count == 2 && head.count == 3, "a page begins with its path, its title and a sentence")
      return DocumentPage(path: head[0], title: head[1], summary: head[2], body: String(parts[1]))
    }
  }

  /// The way from it to the root, so that a proxy may serve everything under a path of its own.
  fileprivate var root: String { path.dropFirst().contains("/") ? ".." : "." }

  fileprivate func link(from other: DocumentPage) -> String {
    let mark = path == other.path ? " aria-current=\"page\"" : ""
    return "<a href=\"\(other.root)\(path)\"\(mark)>\(title)</a>"
  }
}

extension [DocumentPage] {
  /// The pages as files, each in the frame that all share.
  func framed(by frame: [UInt8]) -> [Asset] {
    indices.map { place in
      let page = self[place]
      let words = page.path.split(separator: "/")
      let asset = Asset(
        path: page.path, mediaType: Asset.html,
        operation: "get" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Page",
        summary: page.summary, bytes: frame)
      // What the parts bring may have marks as well.
      return asset.filled(["content": page.body]).filled([
        "root": page.root, "title": page.title, "summary": page.summary, "current": " aria-current=\"true\"",
        "pages": map { "<li>\($0.link(from: page))</li>" }.joined(separator: "\n"),
        "contents": dropFirst().map { "<li>\($0.link(from: page))<p>\($0.summary)</p></li>" }.joined(separator: "\n"),
        "next": place + 1 < count ? "<p class=\"next\">Next: \(self[place + 1].link(from: page))</p>" : "",
      ])
    }
  }

  /// The same frame around the words for an address where nothing is; its `root` and what is `nearest` are for each such
  /// address to fill in.
  func lost(in frame: [UInt8]) -> [UInt8] {
    frame.filled([
      "title": "Nothing is here", "summary": "No page of this service has this address.", "current": "", "next": "",
      "content": "{{nearest}}<p><a class=\"button primary\" href=\"{{root}}/\">Go to the first page</a></p>",
      "pages": map { "<li><a href=\"{{root}}\($0.path)\">\($0.title)</a></li>" }.joined(separator: "\n"),
    ])
  }
}

extension [UInt8] {
  /// A file with the values in place of the marks; a mark that has none stays.
  func filled(_ values: [String: String]) -> [UInt8] {
    var filled: [UInt8] = []
    filled.reserveCapacity(2 * count)
    var rest = self[...]
    while let start = rest.pairIndex(of: UInt8(ascii: "{")) {
      filled += rest[..<start]
      rest = rest[start...]
      let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
      guard let value = values[String(decoding: name, as: UTF8.self)] else {
        filled += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      filled += value.utf8
      rest = rest[name.endIndex...].dropFirst(2)
    }
    return filled + rest
  }
}

extension ArraySlice<UInt8> {
  /// The first place where a byte occurs twice in a row.
  fileprivate func pairIndex(of byte: UInt8) -> Int? {
    indices.dropLast().first { self[$0] == byte && self[$0 + 1] == byte }
  }
}
