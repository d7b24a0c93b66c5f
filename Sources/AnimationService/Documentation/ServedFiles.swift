import System
import TextAnimation
import TextBytes
import Timing
import WebAssets
import Requests

/// The files for browsers, with what this service knows in place of their marks.
struct ServedFiles: Sendable {
  let settings: Settings
  let curves: CurveCatalog
  let interpolators: InterpolatorCatalog

  init(_ context: ServiceContext) {
    self.init(
      settings: context.settings, curves: context.requests.curves, interpolators: context.requests.interpolators)
  }

  private init(settings: Settings, curves: CurveCatalog, interpolators: InterpolatorCatalog) {
    self.settings = settings
    self.curves = curves
    self.interpolators = interpolators
  }

  /// Every file.
  var all: [Asset] {
    let current = Self.usual.current
    let module = VersionedModule(current)
    let filling = LazyValue { values.merging(["integrity": module.integrity]) { own, _ in own } }
    let versioned = module.files + [ModulePackage(current).asset]
    return versioned
      + Asset.all.map { file in
        if file.path == Asset.openAPI.path { return file.replacing(openAPI(of: Asset.all + versioned)) }
        return file.filled(filling.value)
      }
  }

  /// Those of a service with default settings.
  static let usual = ServedFiles(settings: Settings(), curves: .standard, interpolators: .standard)

  /// The files of the browser module, filled.
  var current: [Asset] {
    let filling = LazyValue { values }
    return Asset.all.filter { $0.path.hasPrefix("/kinetype") }.map { $0.filled(filling.value) }
  }

  private func openAPI(of files: [Asset]) -> [UInt8] {
    let document = OpenAPIDocument(settings: settings, interpolators: interpolators, files: files)
    guard let bytes = try? document.bytes() else { preconditionFailure("the template of /openapi.json is JSON") }
    return bytes
  }

  /// The value of each mark.
  private var values: [String: String] {
    let lists = ParameterLists(curves: curves, interpolators: interpolators)
    let animation = Parameter.all.filter(\.isAnimated)
    let own = animation.filter { !["from", "to"].contains($0.name) }
    let choices = animation.compactMap { parameter in
      lists.options(of: parameter).map { ("\(parameter.name)Options", $0) }
    }
    return Dictionary(uniqueKeysWithValues: choices).merging([
      "parameters": own.map(\.name).joined(separator: " "),
      "numberParameters": NumberStyle.formattingNames.joined(separator: " "),
      "parameterTypes": own.map { $0.typeScript(interpolators) }.joined(separator: "\n"),
      "animationParameters": lists.definitions(of: animation),
      "requestParameters": lists.definitions(of: Parameter.all.filter { !$0.isAnimated && $0.places != .element }),
      "changes": ChangeList(text: Asset.changes).html,
      "interpolationDefinitions": lists.interpolationDefinitions,
      "interpolationOptions": lists.interpolationOptions,
      "curveDefinitions": lists.curveDefinitions,
      "curveOptions": lists.curveOptions,
      "curveChoices": CurveChoices(curves: curves).html,
      "effectDefinitions": lists.effectDefinitions,
      "effectOptions": lists.effectOptions,
      "publicAddress": settings.publicAddress,
      "maximumAnimations": String(settings.maximumAnimations),
      "heartbeatInterval": settings.heartbeatInterval.shortest,
      "maximumEarlierChanges": String(EarlierChange.limit),
      "maximumLabelsPerStream": String(settings.maximumLabelsPerStream),
      "maximumTextCharacters": String(settings.maximumTextCharacters),
      "maximumFrames": String(settings.maximumFrames),
      "version": KinetypeVersion.text,
      "visitorHint": visitorHint,
    ]) { $1 }
  }
}

extension ServedFiles {
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

/// What changed in each version, as the part of a page.
///
/// It is written in Markdown, of which it uses headings of versions, lists with one line for each change, and code.
struct ChangeList {
  let text: String

  /// A heading and a list for each version; what stands before the first is said by the page itself.
  var html: String {
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
