import TextAnimation
import WireFormat

/// What a request asks of labels, beside the parameters of an animation.
struct LabelParameters: Sendable {
  /// Seconds after which the label is deleted.
  var expires: Double?
  /// Whether reading it takes a key or a token.
  var isPrivate = false
  /// What is added to its number.
  var addend: Decimal?
  /// Which of its changes is asked for.
  var version: Int?
  /// When that change began, in microseconds since 1970.
  var start: Int?
  /// What the names of a page begin with.
  var namePrefix = ""
  /// The last name of the page before.
  var lastName: String?
  /// What a stream tells of its labels.
  var mode = LabelStreamMode.frames
  /// The most labels of a page.
  var pageSize = 100
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

extension JSONValue {
  /// A plain decimal within the limits for numbers.
  func decimal() throws(ParameterRefusal) -> Decimal {
    let text = try text()
    guard text.utf8.count <= NumberLimits.writtenDigits, !text.isEmpty, let value = Decimal(plain: text) else {
      throw ParameterRefusal(
        "must be a decimal of up to \(NumberLimits.digits) digits, such as `12.50`, not `\(text.excerpt)`")
    }
    return value
  }
}
