import Requests
import TextAnimation
import Timing

// MARK: - The parameters, and the names that they can take, in HTML

extension ServedFiles {
  /// A definition of each parameter, with its values, default and examples.
  func definitions(of parameters: [Parameter]) -> String {
    parameters.map { parameter in
      let values = parameter.kind.description(interpolators).map { " \($0)." } ?? ""
      let start = parameter.defaultValue.map { " Default: `\($0)`." } ?? ""
      let examples = parameter.examples.map { "`\($0)`" }.joined(separator: ", ")
      let shown = parameter.shown.map { asked($0, parameter.name) }
      let paths = parameter.isAnimated ? "" : " <span>\(parameter.places.paths)</span>"
      return """
        <dt>\(code(parameter.name))\(paths)</dt>
        <dd>\(marked(parameter.summary + values + start + (examples.isEmpty ? "" : " Such as \(examples).")))\(shown ?? "")</dd>
        """
    }.joined(separator: "\n")
  }

  var interpolationDefinitions: String {
    definitions(interpolators.entries.map { ($0.name, $0.summary, Self.query(showingInterpolation: $0.name)) })
  }

  /// Cards that play, one for each name.
  var interpolationCards: String {
    cards(interpolators.entries.map { ($0.name, $0.summary, Self.query(showingInterpolation: $0.name)) })
  }

  var interpolationOptions: String { options(interpolators.entries.map(\.name) + ["none"]) }

  var curveDefinitions: String {
    definitions(curves.entries.map { ($0.example, $0.summary, Self.query(showingCurve: $0.example)) })
  }

  var curveOptions: String { options(curves.entries.map(\.example)) }

  var effectDefinitions: String {
    definitions(TransitionEffect.named.map { ($0.name, "", Self.query(showingEffect: $0.name)) })
  }

  /// Cards that play, one for each name.
  var effectCards: String { cards(TransitionEffect.named.map { ($0.name, "", Self.query(showingEffect: $0.name)) }) }

  var effectOptions: String { options(TransitionEffect.named.map(\.name)) }

  /// How the wheels of an odometer turn together, each with a picture.
  var columnModeDefinitions: String {
    ColumnMode.allCases.map {
      let query = "from=0986&to=1024&interpolation=odometer&columnMode=\($0.rawValue)&duration=3s"
      return """
        <dt>\(code($0.rawValue))</dt>
        <dd>\(marked($0.summary))\(asked(.picture(query: query, text: "1024"), $0.rawValue))</dd>
        """
    }.joined(separator: "\n")
  }

  /// The names that a parameter with a choice can take.
  func options(of parameter: Parameter) -> String? { parameter.kind.choices(of: interpolators).map(options) }

  private func definitions(_ entries: [(name: String, summary: String, query: String)]) -> String {
    entries.map { "<dt>\(code($0.name))</dt>\n<dd>\(marked($0.summary))\(played($0.query, $0.name))</dd>" }
      .joined(separator: "\n")
  }

  private func cards(_ entries: [(name: String, summary: String, query: String)]) -> String {
    entries.map { Self.card($0.name, $0.summary, $0.query) }.joined(separator: "\n")
  }

  /// A query that leads to its frames, with a button that plays them.
  private func played(_ query: String, _ name: String) -> String {
    let (query, address) = (query.escapedHTML, query.addressHTML)
    return """
       <span class="example"><a href="../v1/frames?\(address)"><code>\(query)</code></a> <button type="button" \
      data-plays="\(query)">Play<span class="unseen"> \(name.escapedHTML)</span></button> <output></output></span>
      """
  }

  /// A request as a link or a command; one for a picture with the picture, which is as light or dark as the page, and a
  /// button that plays it again.
  private func asked(_ request: ShownRequest, _ name: String) -> String {
    if case .animation(let query) = request { return played(query, name) }
    let address = request.address.addressHTML
    let link = "<a href=\"..\(address)\">\(code(request.address))</a>"
    let shown =
      switch request {
      case .animation, .answer: link
      case .command(let options, _): code("curl \(options)'http://localhost:8080\(request.address)'")
      case .picture(_, let text):
        """
        \(link) <button type="button" data-draws>Play<span class="unseen"> \(name.escapedHTML)</span></button> \
        <img src="..\(address)\(address.contains("theme=") ? "" : "&amp;theme=auto")" alt="\(text.escapedHTML)" loading="lazy">
        """
      }
    return " <span class=\"example\">\(shown)</span>"
  }

  private func options(_ names: [String]) -> String {
    names.map { "<option>\($0.escapedHTML)</option>" }.joined(separator: "\n")
  }

  private func code(_ text: String) -> String { "<code>\(text.escapedHTML)</code>" }

  private func marked(_ text: String) -> String { text.markedHTML }
}

// What plays beside a name.
extension ServedFiles {
  /// The query that shows an interpolation; one that a program has registered shows words.
  private static func query(showingInterpolation name: String) -> String {
    "\(texts[name] ?? "from=Good+morning&to=Good+evening")&interpolation=\(name)&duration=1.5s"
  }

  private static let texts = [
    "number": "from=100+apples&to=400+apples", "numbers": "from=3+of+10&to=8+of+12",
    "words": "from=2+red+cars&to=5+blue+cars",
    "colors": "from=%23c23616&to=%232b6cb0", "numericText": "from=1,034&to=1,250", "odometer": "from=0986&to=1024",
    "typewriter": "from=Hello&to=Help!",
  ]

  static func query(showingCurve curve: String) -> String {
    let asked = "curve=\(curve.replacing("%", with: "%25").replacing(" ", with: "+"))"
    // A decay finds its target itself, and this spring is a shape that needs a duration.
    return curve.hasPrefix("decay") ? "from=0&\(asked)" : "from=100+apples&to=400+apples&\(asked)&duration=2s"
  }

  private static func query(showingEffect name: String) -> String {
    "from=Hello&to=World&effect=\(name)&duration=1s"
  }
}

extension ColumnMode {
  fileprivate var summary: String {
    switch self {
    case .carry: "Like a mechanical counter: a wheel turns only while all to its right pass from 9 to 0."
    case .continuous: "All wheels turn all the time, each through the number that it and those to its left make."
    case .digit: "Each wheel turns by itself from its old digit to its new one."
    case .auto: "Like `digit` where the last wheel would turn more than twice, otherwise like `carry`."
    }
  }
}

extension Parameter {
  /// Whether it belongs to an animation, wherever one is described.
  var isAnimated: Bool { places.isSuperset(of: .sequence) }
}

extension Parameter.Places {
  /// The paths of the interface, each with its place.
  static let all = Endpoint.all.flatMap(\.places)

  /// The paths of the interface where it may be used.
  var paths: String {
    Self.all.filter { contains($0.place) }.map(\.path).joined(separator: " ")
  }
}

extension String {
  /// A sentence with code in backticks as HTML.
  var markedHTML: String {
    escapedHTML.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\(Substring($0.element))</code>" : String(Substring($0.element)) }.joined()
  }

  /// An address within quotation marks: browsers take in one what RFC 3986 does not, others may not.
  var addressHTML: String {
    unicodeScalars.map { scalar in
      let isOdd = !scalar.isASCII || "{}[]\"<>|\\^` ".unicodeScalars.contains(scalar)
      guard isOdd else { return String(scalar).escapedHTML }
      return String(scalar).utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    }.joined()
  }

  /// The text for a place between tags or within quotation marks.
  var escapedHTML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
