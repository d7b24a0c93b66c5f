import TextAnimation
import TextBytes

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

extension LabelParameters {
  /// Seconds after which a visitor's label is deleted, whatever becomes of it.
  static let visitorLifetime = 3600.0

  /// What a visitor may say of one.
  private static let visitorNames = ["to", "curve", "duration"]
  /// Each of them is as short; a character of it has four bytes on average at most.
  private static let visitorLimits = TextLimits(bytes: 800, characters: 200)

  /// Checks that nothing is given but what a visitor may say.
  ///
  /// - Throws: 400 with each parameter that is more.
  static func checkVisitors(_ members: [JSONValue.Member]) throws(Problem) {
    let problems = members.compactMap { member -> ParameterProblem? in
      guard visitorNames.contains(member.name) else {
        let detail = "cannot be given for a visitor's label, which takes `to`, `curve` and `duration`"
        return ParameterProblem(parameter: member.name, detail: detail)
      }
      do throws(ParameterRefusal) {
        if !member.value.isNull { _ = try member.value.shortText(visitorLimits) }
        return nil
      } catch {
        return ParameterProblem(parameter: member.name, detail: error.detail)
      }
    }
    guard problems.isEmpty else { throw .invalidParameters(problems) }
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
