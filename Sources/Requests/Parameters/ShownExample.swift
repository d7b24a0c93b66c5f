/// What plays beside a name in the documentation.
package enum ShownExample {
  /// The query that shows an interpolation; one that a program has registered shows words.
  package static func interpolation(_ name: String) -> String {
    "\(texts[name] ?? "from=Good+morning&to=Good+evening")&interpolation=\(name)&duration=1.5s"
  }

  /// The query that shows a curve.
  package static func curve(_ curve: String) -> String {
    let asked = "curve=\(curve.replacing("%", with: "%25").replacing(" ", with: "+"))"
    // A decay finds its target itself, and this spring is a shape that needs a duration.
    return curve.hasPrefix("decay") ? "from=0&\(asked)" : "from=100+apples&to=400+apples&\(asked)&duration=2s"
  }

  /// The query that shows an effect.
  package static func effect(_ name: String) -> String { "from=Hello&to=World&effect=\(name)&duration=1s" }

  /// The picture that shows how the wheels of an odometer turn together.
  package static func columns(_ mode: String) -> ShownRequest {
    .picture(query: "from=0986&to=1024&interpolation=odometer&columnMode=\(mode)&duration=3s", text: "1024")
  }

  private static let texts = [
    "number": "from=100+apples&to=400+apples", "numbers": "from=3+of+10&to=8+of+12",
    "words": "from=2+red+cars&to=5+blue+cars",
    "colors": "from=%23c23616&to=%232b6cb0", "numericText": "from=1,034&to=1,250", "odometer": "from=0986&to=1024",
    "typewriter": "from=Hello&to=Help!",
  ]
}

/// A request that shows what one of its parameters does, beside that parameter in the documentation.
package enum ShownRequest: Equatable, Sendable {
  /// An animation that is played: the query of `/v1/frames` that it is asked with.
  case animation(String)
  /// A picture: the query of `/v1/frames` that it is asked with, and the text that it ends with.
  case picture(query: String, text: String)
  /// An answer that a link opens, by its path and query.
  case answer(String)
  /// What is asked of one label, which may not exist yet: the options of curl, and the path and query.
  case command(options: String = "", String)

  /// What it asks for, from the root of the service.
  package var address: String {
    switch self {
    case .animation(let query): "/v1/frames?\(query)"
    case .picture(let query, _): "/v1/frames?\(query)&as=svg"
    case .answer(let address), .command(_, let address): address
    }
  }

  /// A picture of apples with some looks.
  static func picture(_ query: String) -> ShownRequest { .picture(query: "\(apples)&\(query)", text: "400 apples") }

  static let apples = "from=100+apples&to=400+apples"
  static let number = "from=0&to=1234.5"
  static let wheels = "from=98&to=112&interpolation=odometer"
  static let several =
    #"animations=[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]"#
  static let label = "/v1/labels/donations"
}
