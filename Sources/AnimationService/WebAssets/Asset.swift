import CWebAssets

/// A file for browsers.
///
/// Those that are embedded in the binary may have marks in double braces, such as `{{version}}`, for what the service
/// alone knows.
package struct Asset: Sendable {
  /// Where it is served, such as `/kinetype.js`.
  package let path: String
  package let mediaType: String
  /// Makes the file: at start nobody waits for files that are not asked for.
  private var make: @Sendable () -> [UInt8]
  /// Whether another content would have another address, so that browsers may keep this one for ever.
  package let isImmutable: Bool
  /// Whether it says where it was asked for, in its marks `origin` and `label`.
  package let saysAddress: Bool
  /// Whether pages of others may show it in a frame, where a visitor can be led to press what is in it.
  package let mayBeFramed: Bool

  package init(
    path: String, mediaType: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8], isImmutable: Bool = false,
    mayBeFramed: Bool = false, saysAddress: Bool = false
  ) {
    self.path = path
    self.mediaType = mediaType
    make = bytes
    self.isImmutable = isImmutable
    (self.mayBeFramed, self.saysAddress) = (mayBeFramed, saysAddress)
  }

  /// The file, which is made at each call.
  package var bytes: [UInt8] { make() }
}

extension Asset {
  /// Every file.
  package static let all = documents + files + examples

  /// All but the documentation and its frame; `kinetype.min.js` is made by `make minified`, the font by `make font`.
  private static let files: [Asset] = names.compactMap { name in
    let file = String(name.trimmingPrefix("files/"))
    guard name.hasPrefix("files/"), !file.contains("/"), file != "docs.html" else { return nil }
    return Asset(
      path: addresses[file] ?? "/\(file)", mediaType: mediaType(of: file), bytes: embedded(name),
      // There is nothing to press or to be read out, and no cookie: a kiosk, a slide or a dashboard may show it.
      mayBeFramed: file == "label.html", saysAddress: addresses[file] != nil)
  }

  /// Those of pages, which people do not open by the name of a file.
  private static let addresses = ["index.html": "/", "label.html": "/labels/{id}", "live.html": "/live"]

  /// Whole programs and pages to copy, which are shown and not run here: the policy of pages allows no script of theirs.
  package static let examples = names.filter { $0.hasPrefix(examplesFolder) }.map { name in
    let file = String(name.dropFirst(examplesFolder.count))
    return Asset(path: "/examples/\(file)", mediaType: "text/plain; charset=utf-8", bytes: embedded(name))
  }

  private static let examplesFolder = "../../Tests/Examples/"

  /// The one that is served at a path.
  package static subscript(_ path: String) -> Asset {
    guard let file = all.first(where: { $0.path == path }) else { preconditionFailure("nothing is served at \(path)") }
    return file
  }

  /// The pages of the documentation, in the order of a reader's questions.
  package static let documents = documentPages.framed(by: embedded("files/docs.html"))

  package static let documentPages = names.filter { $0.hasPrefix("files/docs/") }.map { DocumentPage(embedded($0)) }

  /// The pages that people open by their address, which the first page is not among.
  package static let namedPages = documents.map(\.path) + ["/live"]

  /// The page for an address where nothing is.
  ///
  /// `root` is the way from there to the first page, without a slash at its end, and `nearest` the one of
  /// ``namedPages`` that may have been meant.
  package static func lostPage(root: String, nearest: String?) -> [UInt8] {
    let hint = nearest.map { "<p>Did you mean <a href=\"\(root)\($0)\">\($0)</a>?</p>\n" } ?? ""
    return lostFrame.filled(["root": root, "nearest": hint])
  }

  private static let lostFrame = documentPages.lost(in: embedded("files/docs.html"))

  /// What changed in each version, in Markdown: a part of a page, and no file of its own.
  package static let changes = String(decoding: embedded("../../Config/changelog.md"), as: UTF8.self)

  package func replacing(_ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) -> Asset {
    var asset = self
    asset.make = bytes
    return asset
  }

  /// The same file under an address that names its version.
  package func versioned(path: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8]) -> Asset {
    Asset(path: path, mediaType: mediaType, bytes: bytes(), isImmutable: true)
  }

  /// The same file with values in place of the marks; a mark that has none stays.
  package func filled(_ values: @autoclosure @escaping @Sendable () -> [String: String]) -> Asset {
    replacing(bytes.filled(values()))
  }

  // RFC 9239 section 6.
  static let javaScript = "text/javascript; charset=utf-8"
  static let html = "text/html; charset=utf-8"

  /// The types as `text/plain`: the registered media type of `.ts` is a video's.
  private static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "js": javaScript
    case "html": html
    case "css": "text/css; charset=utf-8"
    case "json": "application/json"
    case "woff2": "font/woff2"
    default: "text/plain; charset=utf-8"
    }
  }
}

// MARK: - Embedded files

extension Asset {
  /// The names of all, in the order of their table, as they stand there.
  private static let names = (0..<cwebassets_count()).map { file in
    String(
      decoding: (0...).lazy.map { UInt8(bitPattern: cwebassets_name(file, $0)) }.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func embedded(_ name: String) -> [UInt8] {
    guard let file = names.firstIndex(of: name) else { preconditionFailure("no file is named \(name)") }
    return (0..<cwebassets_size(file)).map { cwebassets_byte(file, $0) }
  }
}

/// A page of the documentation: what stands between the head and the foot that all its pages share.
package struct DocumentPage: Sendable {
  /// Where it is served, such as `/docs/curves`.
  package let path: String
  package let title: String
  package let summary: String
  let body: String

  /// Reads a file that begins with a comment such as `<!--page /docs/curves | Curves | How a label moves. -->`.
  fileprivate init(_ file: [UInt8]) {
    let parts = String(decoding: file, as: UTF8.self).split(separator: " -->\n", maxSplits: 1)
    let head = parts[0].split(separator: " | ").map(String.init)
    precondition(parts.count == 2 && head.count == 3, "a page begins with its path, its title and a sentence")
    (path, title, summary) = (String(head[0].trimmingPrefix("<!--page ")), head[1], head[2])
    body = String(parts[1])
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
      let asset = Asset(path: page.path, mediaType: Asset.html, bytes: frame)
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
      "title": "Nothing here", "summary": "This service has no page at this address.", "current": "", "next": "",
      "outline": "",
      "content": """
      <figure class="demo"><kinetic-text from="200" value="404" duration="1.5s">404</kinetic-text></figure>
      {{nearest}}<p><a class="button primary" href="{{root}}/">Go to the home page</a></p>
      """,
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
