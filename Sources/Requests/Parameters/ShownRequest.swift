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
