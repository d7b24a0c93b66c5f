import HTTPTypes
import Pictures

/// The forms one resource can take; the first case is what a client gets that does not ask.
protocol Representation: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {
  /// The value of `Content-Type`.
  var mediaType: String { get }
  /// Whether `Accept` may ask for it, as well as `as=`.
  var isNegotiable: Bool { get }
}

extension Representation {
  var isNegotiable: Bool { true }
}

/// The forms of a whole sequence, by the names of `as=`.
enum SequenceRepresentation: String, Representation {
  case json, ndjson, csv, text, svg, vtt, cast, lottie, gif, apng

  /// The forms of several; pictures and captions show one.
  static let ofSeveral: [Self] = [.json, .ndjson, .csv, .text]

  /// Whether it is a picture, which repeats by itself.
  var isPicture: Bool { self == .svg || film != nil }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .text: "text/plain; charset=utf-8"
    case .svg: "image/svg+xml"
    case .vtt: "text/vtt"
    case .cast: "application/x-asciicast"
    case .lottie: "video/lottie+json"
    case .gif: "image/gif"
    case .apng: "image/apng"
    }
  }

  /// Browsers accept APNG for every page, and want none.
  var isNegotiable: Bool { self != .apng }

  /// The format of a form that has pictures of pixels.
  var film: FilmFormat? {
    switch self {
    case .gif: .gif
    case .apng: .apng
    case .json, .ndjson, .csv, .text, .svg, .vtt, .cast, .lottie: nil
    }
  }
}

/// The forms of a stream, by the names of `as=`.
enum StreamRepresentation: String, Representation {
  case sse, ndjson, text

  /// The forms of several labels; a terminal shows one.
  static let ofSeveral: [Self] = [.sse, .ndjson]

  var mediaType: String {
    switch self {
    case .sse: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .text: "text/plain; charset=utf-8"
    }
  }
}

/// The forms of a curve, by the names of `as=`.
enum CurveRepresentation: String, Representation {
  case json, svg

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .svg: "image/svg+xml"
    }
  }
}

/// The forms of a label, by the names of `as=`.
enum LabelRepresentation: String, Representation {
  case json, text, svg

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .text: "text/plain; charset=utf-8"
    case .svg: "image/svg+xml"
    }
  }
}

/// The one form of a single frame, and of the catalogue.
enum JSONRepresentation: String, Representation {
  case json

  var mediaType: String { "application/json" }
}

extension Representation {
  /// Chooses a form: `as=` where it is given, else by `Accept`.
  ///
  /// - Parameters:
  ///   - parameters: Those of the request; a wrong `as` is noted with them.
  ///   - accept: The request's `Accept`.
  ///   - forms: Those to choose from; the first is for a client that does not ask.
  /// - Returns: The form.
  /// - Throws: 406 where the client accepts none of them.
  static func chosen(
    by parameters: inout RequestParameters, accept: String?, among forms: [Self] = allCases
  ) throws(Problem) -> Self {
    let form = parameters[Parameter.form]
    if let form {
      if let chosen = forms.first(where: { $0.rawValue == form }) { return chosen }
      parameters.refuse("as", ParameterRefusal.noChoice(form, among: forms.map(\.rawValue)).detail)
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
