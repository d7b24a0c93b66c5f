import CWebAssets

/// A file for browsers.
///
/// Those that are embedded in the binary may have marks in double braces, such as `{{version}}`, for what the service
/// alone knows.
package struct Asset: Sendable {
  /// Where it is served, such as `/kinetype.js`.
  package let path: String
  package let mediaType: String
  /// What the interface's description calls its GET.
  package let operation: String
  package let summary: String
  /// Makes the file: at start nobody waits for files that are not asked for.
  private let make: @Sendable () -> [UInt8]
  /// Whether another content would have another address, so that browsers may keep this one for ever.
  package let isImmutable: Bool

  package init(
    path: String, mediaType: String, operation: String, summary: String,
    bytes: @autoclosure @escaping @Sendable () -> [UInt8], isImmutable: Bool = false
  ) {
    self.path = path
    self.mediaType = mediaType
    self.operation = operation
    self.summary = summary
    make = bytes
    self.isImmutable = isImmutable
  }

  /// The file, which is made at each call.
  package var bytes: [UInt8] { make() }
}

extension Asset {
  package static let page = Asset(
    path: "/", mediaType: html, operation: "getPlayground", summary: "A page to play with texts and curves.",
    bytes: file(.indexHTML))

  package static let module = Asset(
    path: "/kinetype.js", mediaType: javaScript, operation: "getModule",
    summary: "The custom element `<kinetic-text>` and the function `animate`.", bytes: file(.kinetypeJS))

  package static let drawingModule = Asset(
    path: "/kinetype-draw.js", mediaType: javaScript, operation: "getDrawingModule",
    summary: "What the module loads for effects, morphs and odometers alone.", bytes: file(.kinetypeDrawJS))

  package static let askingModule = Asset(
    path: "/kinetype-ask.js", mediaType: javaScript, operation: "getAskingModule",
    summary: "What the module loads to ask for the frames of many elements at once.", bytes: file(.kinetypeAskJS))

  package static let caretModule = Asset(
    path: "/kinetype-caret.js", mediaType: javaScript, operation: "getCaretModule",
    summary: "What the module loads for the caret of a text that is typed.", bytes: file(.kinetypeCaretJS))

  package static let columnsModule = Asset(
    path: "/kinetype-columns.js", mediaType: javaScript, operation: "getColumnsModule",
    summary: "What the module loads for odometers alone.", bytes: file(.kinetypeColumnsJS))

  package static let computingModule = Asset(
    path: "/kinetype-compute.js", mediaType: javaScript, operation: "getComputingModule",
    summary: "What the module loads to compute the frames of plain numbers.", bytes: file(.kinetypeComputeJS))

  package static let curvesModule = Asset(
    path: "/kinetype-curves.js", mediaType: javaScript, operation: "getCurvesModule",
    summary: "What the module loads for the curves of CSS and for springs.", bytes: file(.kinetypeCurvesJS))

  package static let controllingModule = Asset(
    path: "/kinetype-control.js", mediaType: javaScript, operation: "getControllingModule",
    summary: "What the module loads to pause, seek and turn round.", bytes: file(.kinetypeControlJS))

  package static let measuringModule = Asset(
    path: "/kinetype-measure.js", mediaType: javaScript, operation: "getMeasuringModule",
    summary: "What the module loads to measure texts before it draws them.", bytes: file(.kinetypeMeasureJS))

  package static let glidingModule = Asset(
    path: "/kinetype-glide.js", mediaType: javaScript, operation: "getGlidingModule",
    summary: "What the module loads to move what stands beside a number.", bytes: file(.kinetypeGlideJS))

  package static let followingModule = Asset(
    path: "/kinetype-follow.js", mediaType: javaScript, operation: "getFollowingModule",
    summary: "What the module loads where a text changes again while it moves.", bytes: file(.kinetypeFollowJS))

  package static let playingModule = Asset(
    path: "/kinetype-play.js", mediaType: javaScript, operation: "getPlayingModule",
    summary: "What the module loads to fetch frames and to show them in time.", bytes: file(.kinetypePlayJS))

  package static let numbersModule = Asset(
    path: "/kinetype-numbers.js", mediaType: javaScript, operation: "getNumbersModule",
    summary: "What the module loads to write numbers where the service is not asked.", bytes: file(.kinetypeNumbersJS))

  package static let streamModule = Asset(
    path: "/kinetype-stream.js", mediaType: javaScript, operation: "getStreamModule",
    summary: "What the module loads for streams alone.", bytes: file(.kinetypeStreamJS))

  package static let labelsModule = Asset(
    path: "/kinetype-labels.js", mediaType: javaScript, operation: "getLabelsModule",
    summary: "What the module loads for live labels alone.", bytes: file(.kinetypeLabelsJS))

  package static let labelPage = Asset(
    path: "/labels/{id}", mediaType: html, operation: "getLabelPage",
    summary: "A page with nothing but a label.", bytes: file(.labelHTML))

  package static let labelScript = Asset(
    path: "/label.js", mediaType: javaScript, operation: "getLabelScript",
    summary: "What the page of a label does.", bytes: file(.labelJS))

  package static let labelStyle = Asset(
    path: "/label.css", mediaType: "text/css; charset=utf-8", operation: "getLabelStyle",
    summary: "How the page of a label looks.", bytes: file(.labelCSS))

  package static let livePage = Asset(
    path: "/live", mediaType: html, operation: "getLivePage",
    summary: "A page to try a live label.", bytes: file(.liveHTML))

  package static let liveScript = Asset(
    path: "/live.js", mediaType: javaScript, operation: "getLiveScript",
    summary: "What the page to try a live label does.", bytes: file(.liveJS))

  /// Made by `make minified`.
  package static let minifiedModule = Asset(
    path: "/kinetype.min.js", mediaType: javaScript, operation: "getMinifiedModule",
    summary: "The module and its parts in one small file.", bytes: file(.kinetypeMinJS))

  package static let reactTypes = Asset(
    path: "/kinetype-react.d.ts", mediaType: "text/plain; charset=utf-8", operation: "getReactTypes",
    summary: "The types of the element in React's JSX.", bytes: file(.kinetypeReactDTS))

  package static let vueTypes = Asset(
    path: "/kinetype-vue.d.ts", mediaType: "text/plain; charset=utf-8", operation: "getVueTypes",
    summary: "The types of the element in Vue's templates.", bytes: file(.kinetypeVueDTS))

  package static let svelteTypes = Asset(
    path: "/kinetype-svelte.d.ts", mediaType: "text/plain; charset=utf-8", operation: "getSvelteTypes",
    summary: "The types of the element in Svelte's markup.", bytes: file(.kinetypeSvelteDTS))

  /// As `text/plain`: the registered media type of `.ts` is a video's.
  package static let moduleTypes = Asset(
    path: "/kinetype.d.ts", mediaType: "text/plain; charset=utf-8", operation: "getModuleTypes",
    summary: "The types of the module.", bytes: file(.kinetypeDTS))

  package static let siteStyle = Asset(
    path: "/site.css", mediaType: "text/css; charset=utf-8", operation: "getSiteStyle",
    summary: "How every page looks.", bytes: file(.siteCSS))

  /// Made by `make font`.
  package static let font = Asset(
    path: "/sans.woff2", mediaType: "font/woff2", operation: "getFont", summary: "The font of every page.",
    bytes: file(.sansWOFF2))

  package static let fontLicense = Asset(
    path: "/sans-license.txt", mediaType: "text/plain; charset=utf-8", operation: "getFontLicense",
    summary: "The license of the font.", bytes: file(.sansLicenseTXT))

  package static let siteScript = Asset(
    path: "/site.js", mediaType: javaScript, operation: "getSiteScript",
    summary: "What every page does: copy code.", bytes: file(.siteJS))

  package static let documentScript = Asset(
    path: "/docs.js", mediaType: javaScript, operation: "getDocumentScript",
    summary: "What the pages of the documentation do.", bytes: file(.docsJS))

  package static let documentSearch = Asset(
    path: "/docs-search.js", mediaType: javaScript, operation: "getDocumentSearchScript",
    summary: "Searches the documentation.", bytes: file(.docsSearchJS))

  package static let documentReference = Asset(
    path: "/docs-http.js", mediaType: javaScript, operation: "getDocumentReferenceScript",
    summary: "Draws this document as a page.", bytes: file(.docsHTTPJS))

  package static let documentLabel = Asset(
    path: "/docs-live.js", mediaType: javaScript, operation: "getDocumentLabelScript",
    summary: "Shows a live label in the documentation.", bytes: file(.docsLiveJS))

  package static let documentStyle = Asset(
    path: "/docs.css", mediaType: "text/css; charset=utf-8", operation: "getDocumentStyle",
    summary: "How the pages of the documentation look.", bytes: file(.docsCSS))

  /// The pages of the documentation, in the order of a reader's questions.
  package static let documents = documentPages.framed(by: file(.docsHTML))

  package static let documentPages = DocumentPage.pages(in: file(.docsPages))

  /// The pages that people open by their address, which the first page is not among.
  package static let namedPages = (documents + [livePage]).map(\.path)

  /// The page for an address where nothing is.
  ///
  /// `root` is the way from there to the first page, without a slash at its end, and `nearest` the one of
  /// ``namedPages`` that may have been meant.
  package static func lostPage(root: String, nearest: String?) -> [UInt8] {
    let hint = nearest.map { "<p>Did you mean <a href=\"\(root)\($0)\">\($0)</a>?</p>\n" } ?? ""
    return lostFrame.filled(["root": root, "nearest": hint])
  }

  private static let lostFrame = documentPages.lost(in: file(.docsHTML))

  /// What changed in each version, in Markdown: a part of a page, and no file of its own.
  package static let changes = String(decoding: file(.changelogMD), as: UTF8.self)

  /// The interface in the words of OpenAPI 3.1, for people's tools.
  package static let openAPI = Asset(
    path: "/openapi.json", mediaType: "application/json", operation: "getOpenAPI", summary: "This document.",
    bytes: file(.openAPIJSON))

  package static let all =
    documents + playground + [
      page, module, drawingModule, askingModule, caretModule, columnsModule, computingModule, controllingModule,
      curvesModule, measuringModule,
      followingModule, glidingModule,
      playingModule,
      numbersModule,
      streamModule, labelsModule,
      minifiedModule, moduleTypes, reactTypes,
      vueTypes, svelteTypes, font, fontLicense, siteStyle, siteScript, documentScript, documentSearch, documentStyle,
      openAPI, labelPage, labelScript, labelStyle, livePage, liveScript, documentReference,
      documentLabel,
    ]

  package func replacing(_ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) -> Asset {
    Asset(path: path, mediaType: mediaType, operation: operation, summary: summary, bytes: bytes())
  }

  /// The same file under an address that names its version.
  package func versioned(path: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8]) -> Asset {
    Asset(
      path: path, mediaType: mediaType, operation: "\(operation)OfVersion",
      summary: "\(summary) Under this address it never changes.", bytes: bytes(), isImmutable: true)
  }

  /// The same file with values in place of the marks; a mark that has none stays.
  package func filled(_ values: @autoclosure @escaping @Sendable () -> [String: String]) -> Asset {
    replacing(bytes.filled(values()))
  }

  // RFC 9239 section 6.
  static let javaScript = "text/javascript; charset=utf-8"
  static let html = "text/html; charset=utf-8"

  static func file(_ file: CWebAsset) -> [UInt8] {
    (0..<cwebassets_size(file)).map { cwebassets_byte(file, $0) }
  }
}

extension Asset {
  package static let pageScript = Asset(
    path: "/playground.js", mediaType: javaScript, operation: "getPlaygroundScript",
    summary: "What the playground does.", bytes: file(.playgroundJS))

  package static let pageCurves = Asset(
    path: "/playground-curves.js", mediaType: javaScript, operation: "getPlaygroundCurves",
    summary: "What draws the curve in the playground.", bytes: file(.playgroundCurvesJS))

  package static let pageFields = Asset(
    path: "/playground-fields.js", mediaType: javaScript, operation: "getPlaygroundFields",
    summary: "What reads and explains the settings of the playground.", bytes: file(.playgroundFieldsJS))

  package static let pagePicker = Asset(
    path: "/playground-picker.js", mediaType: javaScript, operation: "getPlaygroundPicker",
    summary: "What lets curves be chosen in the playground.", bytes: file(.playgroundPickerJS))

  package static let pagePlayer = Asset(
    path: "/playground-player.js", mediaType: javaScript, operation: "getPlaygroundPlayer",
    summary: "What plays frames in the playground.", bytes: file(.playgroundPlayerJS))

  package static let pagePresets = Asset(
    path: "/playground-presets.js", mediaType: javaScript, operation: "getPlaygroundPresets",
    summary: "What the playground offers to begin with.", bytes: file(.playgroundPresetsJS))

  package static let pageTimeline = Asset(
    path: "/playground-timeline.js", mediaType: javaScript, operation: "getPlaygroundTimeline",
    summary: "The controls of the player in the playground.", bytes: file(.playgroundTimelineJS))

  package static let pageSnippets = Asset(
    path: "/playground-snippets.js", mediaType: javaScript, operation: "getPlaygroundSnippets",
    summary: "What the playground offers to copy.", bytes: file(.playgroundSnippetsJS))

  package static let hero = Asset(
    path: "/hero.js", mediaType: javaScript, operation: "getHeroScript", summary: "What the first page begins with.",
    bytes: file(.heroJS))

  package static let liveLabel = Asset(
    path: "/live-label.js", mediaType: javaScript, operation: "getLiveLabelScript",
    summary: "How pages set and follow a label of their visitor's own.", bytes: file(.liveLabelJS))

  package static let liveLabelStyle = Asset(
    path: "/live-label.css", mediaType: "text/css; charset=utf-8", operation: "getLiveLabelStyle",
    summary: "How a label of the visitor's own looks.", bytes: file(.liveLabelCSS))

  package static let pageStyle = Asset(
    path: "/playground.css", mediaType: "text/css; charset=utf-8", operation: "getPlaygroundStyle",
    summary: "How the playground looks.", bytes: file(.playgroundCSS))

  static let playground = [
    pageScript, pageCurves, pageFields, pagePicker, pagePlayer, pagePresets, pageTimeline, pageSnippets, pageStyle,
    hero, liveLabel, liveLabelStyle,
  ]
}

/// A page of the documentation: what stands between the head and the foot that all its pages share.
package struct DocumentPage: Sendable {
  /// Where it is served, such as `/docs/curves`.
  package let path: String
  package let title: String
  package let summary: String
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
      "outline": "",
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
