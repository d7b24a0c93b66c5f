/// A form that a resource can take; the first of all is what a client gets that does not ask.
protocol Representation: CaseIterable, Sendable where AllCases == [Self] {
  /// Its name in `as=`.
  var name: String { get }
  /// The value of `Content-Type`.
  var mediaType: String { get }
  /// Whether `Accept` may ask for it, as well as `as=`.
  var isNegotiable: Bool { get }
}

extension Representation {
  var isNegotiable: Bool { true }
}

extension Representation where Self: RawRepresentable<String> {
  var name: String { rawValue }
}

/// The one form of a single frame, and of the catalogue.
enum JSONRepresentation: String, Representation {
  case json

  var mediaType: String { "application/json" }
}

extension Representation {
  /// Chooses a form: `as=` where it is given, else by `Accept`; a wrong `as` is noted with the parameters.
  ///
  /// - Throws: 406 where the client accepts none of them.
  static func chosen(
    by parameters: inout RequestParameters, accept: String?, among forms: [Self] = allCases
  ) throws(Problem) -> Self {
    let form = parameters[Parameter.form]
    if let form {
      if let chosen = forms.first(where: { $0.name == form }) { return chosen }
      parameters.refuse("as", ParameterRefusal.noChoice(form, among: forms.map(\.name)).detail)
    }
    guard let accept, form == nil else { return forms[0] }
    let forms = forms.filter(\.isNegotiable)
    guard let best = AcceptHeader(accept).best(of: forms.map(\.mediaType)) else {
      let list = forms.map(\.mediaType).joined(separator: ", ")
      throw Problem(
        type: .notAcceptable, detail: "This resource can be had as \(list); `Accept` allows none of them.")
    }
    return forms[best]
  }
}
