import Requests
import Deployment
import System
import TextAnimation
import TextBytes
import Timing
import WrittenNumbers

/// The files for browsers, with what this service knows in place of their marks.
struct ServedFiles: Sendable {
  let settings: Settings
  let curves: CurveCatalog
  let interpolators: InterpolatorCatalog

  /// Every file.
  var all: [Asset] {
    let current = Self.usual.current
    let module = Self.versioned(current)
    let filling = LazyValue { values.merging(["integrity": Self.integrity(of: module)]) { own, _ in own } }
    let versioned = module + [Self.package(current)]
    let pages = Dictionary(uniqueKeysWithValues: Asset.documentPages.map { ($0.path, $0) })
    let files: [Asset] = Asset.all.map { file in
      if file.path == "/openapi.json" { return file.replacing(openAPI) }
      if file.path.hasPrefix("/examples/") { return file.replacing(named(file.bytes)) }
      guard let page = pages[file.path] else { return file.filled(filling.value) }
      return file.replacing(outline(of: page, file.filled(filling.value)).bytes)
    }
    let index = index { file in file.filled(filling.value) }
    return files + [index] + versioned
  }

  /// A page of the documentation, whose commands and tags name this service.
  private func outline(of page: DocumentPage, _ file: Asset) -> DocumentOutline {
    DocumentOutline(of: named(file.bytes), title: page.title, summary: page.summary)
  }

  /// What is to be copied, with the address of this service.
  private func named(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).replacing("http://localhost:8080", with: address).utf8)
  }

  /// What a search finds in the documentation, as a file that pages read when somebody begins to search: an object with the
  /// pages, each with its places: the name in its address, what it is called, and what is said of it.
  private func index(_ filled: @escaping @Sendable (Asset) -> Asset) -> Asset {
    Asset(path: "/docs-search.json", mediaType: "application/json", bytes: places(filled))
  }

  private func places(_ filled: (Asset) -> Asset) -> [UInt8] {
    let pages = zip(Asset.documentPages, Asset.documents).map { entry($0, outline(of: $0, filled($1)).places) }
    let index: JSONValue = ["pages": .array(pages)]
    var document = UTF8Buffer(capacity: 65_536)
    index.writeJSON(to: &document)
    return document.bytes()
  }

  /// Where readers of its pages reach the service, as far as it knows.
  private var address: String {
    guard settings.publicAddress.isEmpty else { return settings.publicAddress }
    let scheme = settings.tlsCertificateFile.isEmpty ? "http" : "https"
    return "\(scheme)://localhost:\(settings.port == 0 ? 8080 : settings.port)"
  }

  /// Those of a service with default settings.
  static let usual = ServedFiles(settings: Settings(), curves: .standard, interpolators: .standard)

  /// The files of the browser module, filled.
  var current: [Asset] {
    let filling = LazyValue { values }
    return Asset.all.filter { $0.path.hasPrefix("/kinetype") }.map { $0.filled(filling.value) }
  }

  /// The value of each mark.
  private var values: [String: String] {
    let animation = Parameter.all.filter(\.isAnimated)
    let own = animation.filter { !["from", "to"].contains($0.name) }
    let choices = animation.compactMap { parameter in
      options(of: parameter).map { ("\(parameter.name)Options", $0) }
    }
    let written: [String: String] = [
      "otherParameters": own.map(\.name).filter { !NumberStyle.formattingNames.contains($0) }.joined(separator: " "),
      "parameterTypes": own.map { $0.typeScript(interpolators) }.joined(separator: "\n"),
      "animationParameters": definitions(of: animation),
      "requestParameters": definitions(of: Parameter.all.filter { !$0.isAnimated && $0.places != .element }),
      "changes": changes(in: Asset.changes),
      "interpolationDefinitions": interpolationDefinitions,
      "interpolationOptions": interpolationOptions,
      "typedInterpolations": interpolators.entries.filter(\.isTyped).map(\.name).joined(separator: " "),
      "easings": computedCurves { ["linear", "cubic-bezier"].contains($0.name) }.map(\.name).joined(separator: " "),
      "beziers": computedCurves { $0.bezier != nil }.map(\.bezierText).joined(separator: ";"),
      "springs": computedCurves { $0.kind == .spring && $0.isComputed }.map(\.parameterText).joined(separator: ";"),
      "roundings": Rounding.aliases.map { "\($0):\($1.rawValue)" }.joined(separator: " "),
      "curveDefinitions": curveDefinitions,
      "curveOptions": curveOptions,
      "curveChoices": curveChoices,
      "curveCards": curveCards,
      "interpolationCards": interpolationCards,
      "effectCards": effectCards,
      "columnModeDefinitions": columnModeDefinitions,
      "effectDefinitions": effectDefinitions,
      "effectOptions": effectOptions,
      "requests": requests,
    ]
    let all = Dictionary(uniqueKeysWithValues: choices).merging(written) { $1 }
    return all.merging(numbers) { $1 }
  }

  /// What of the settings the pages say.
  private var numbers: [String: String] {
    [
      "numberParameters": NumberStyle.formattingNames.joined(separator: " "),
      "address": address,
      "port": String(settings.port == 0 ? 8080 : settings.port),
      "maximumAnimations": String(settings.maximumAnimations),
      "heartbeatInterval": settings.heartbeatInterval.shortest,
      "maximumEarlierChanges": String(EarlierChange.limit),
      "labelFollow": settings.labelFollow,
      "maximumLabelsPerStream": String(settings.maximumLabelsPerStream),
      "maximumTextCharacters": String(settings.maximumTextCharacters),
      "maximumFrames": String(settings.maximumFrames),
      "version": KinetypeVersion.text,
      "visitorHint": visitorHint,
    ]
  }
}

extension ServedFiles {
  /// The curves that a page computes by itself, as far as nobody has registered others under their names: it asks for these.
  private func computedCurves(_ isMeant: (CurveEntry) -> Bool) -> [CurveEntry] {
    let counts = Dictionary(CurveCatalog.standard.entries.map { ($0.name, 1) }, uniquingKeysWith: +)
    let own = Dictionary(grouping: curves.entries, by: \.name)
    return curves.entries.filter { entry in
      isMeant(entry) && own[entry.name]?.count == counts[entry.name]
        && own[entry.name]?.allSatisfy { $0.kind != .custom } == true
    }
  }
}

extension CurveEntry {
  /// Whether the page has its formula: people seldom name the others.
  fileprivate var isComputed: Bool { name != "pop" && parameters.first?.name != "dampingRatio" }

  /// Its name and control points.
  fileprivate var bezierText: String {
    bezier.map { "\(name) \($0.x1.shortest) \($0.y1.shortest) \($0.x2.shortest) \($0.y2.shortest)" } ?? ""
  }

  /// Its name, and for each parameter its name, what it is where it is not given, from where to where it goes, and whether it
  /// is a time.
  fileprivate var parameterText: String {
    let parameters = parameters.map { parameter in
      let usual = parameter.defaultValue?.shortest ?? "-"
      let (low, high) = (parameter.range.lowerBound.shortest, parameter.range.upperBound.shortest)
      return "\(parameter.name):\(usual):\(low):\(high):\(parameter.isTime ? 1 : 0)"
    }
    return ([name] + parameters).joined(separator: " ")
  }
}

extension ServedFiles {
  /// Every request with what it is for, where no script draws more.
  private var requests: String {
    Endpoint.all.flatMap { endpoint in
      endpoint.operations.map {
        "<li><code>\($0.method) \(endpoint.path)</code><p>\($0.summary.markedHTML)</p></li>"
      }
    }.joined(separator: "\n")
  }

  /// What is missing where a visitor gets no label.
  private var visitorHint: String {
    guard settings.apiKeys.isEmpty else {
      return "Live labels, which move on every screen, are for those who have a key of <code>KINETYPE_API_KEYS</code>."
    }
    let visitors = settings.visitorLabels == true ? [] : ["<code>KINETYPE_VISITOR_LABELS=on</code>"]
    let store = settings.labels == .off ? ["<code>KINETYPE_LABELS=memory</code>"] : []
    let missing = (store + visitors).joined(separator: " and ")
    return "With \(missing) the service gives each visitor a live label, which moves on every screen."
  }
}

extension Parameter {
  /// Its member in the TypeScript interface of an animation's parameters.
  fileprivate func typeScript(_ interpolators: InterpolatorCatalog) -> String {
    let values =
      if let choices = kind.choices(of: interpolators) {
        choices.map { "'\($0)'" }.joined(separator: " | ") + " | (string & {})"
      } else {
        kind.typeScript
      }
    let start = defaultValue.map { " Default: `\($0)`." } ?? ""
    return "  /** \(summary)\(start) */\n  \(name)?: \(values);"
  }
}

extension Parameter.Kind {
  fileprivate var typeScript: String {
    switch self {
    case .number, .seconds, .integer, .repetitions: "number | string"
    case .boolean: "boolean | string"
    case .text, .textOrParts, .textsOrParts, .choice, .interpolation, .names, .numbers, .transition, .plurals, .changes,
      .animations:
      "string"
    }
  }
}

extension ServedFiles {
  /// What changed in each version, as the part of a page: a heading and a list for each; what stands before the first is said
  /// by the page itself.
  ///
  /// It is written in Markdown, of which it uses headings of versions, lists with one line for each change, and code.
  private func changes(in text: String) -> String {
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("## ") }
    let versions = lines.split { $0.hasPrefix("## ") }
    let names = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    return zip(names, versions).map { name, changes in
      let items = changes.map { "<li>\(String($0.dropFirst(2)).markedHTML)</li>" }
      return """
        <section id="\(name.escapedHTML)">
        <h2>\(name.escapedHTML)</h2>
        <ul>
        \(items.joined(separator: "\n"))
        </ul>
        </section>
        """
    }.joined(separator: "\n")
  }
}

extension ServedFiles {
  /// Characters of what is said of a place; more of them would be found by words that say little of it.
  private static let textLimit = 300

  private func entry(_ page: DocumentPage, _ places: [DocumentOutline.Place]) -> JSONValue {
    // The reference is drawn in the browser, from the same table.
    let requests = page.path == "/docs/http" ? Self.requestPlaces : []
    return [
      "path": .string(page.path), "title": .string(page.title),
      "places": .array(places.map { Self.place($0.id, $0.title, $0.text) } + requests),
    ]
  }

  private static var requestPlaces: [JSONValue] {
    Endpoint.all.flatMap { endpoint in
      endpoint.operations.map { place($0.id, "\($0.method) \(endpoint.path)", $0.summary) }
    }
  }

  private static func place(_ id: String, _ title: String, _ text: String) -> JSONValue {
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    return [.string(id), .string(title), .string(String(words.prefix(textLimit)))]
  }
}
