package import TextAnimation
package import Timing
import TextBytes

/// Which texts become which.
package enum Change: Sendable {
  case plain(TextPair)
  /// The same, but from where earlier changes, the oldest first, have brought the source.
  indirect case continuing([EarlierChange], TextPair)
  /// Several texts follow one another; `times` has when each is reached, the source included, as a share of the duration.
  indirect case through(source: String?, [String], times: [Double], isSourceListed: Bool)
  /// A number moves as far as its curve takes it.
  indirect case decay(Decay, from: String?)
  /// The values of a template become others, by name.
  indirect case template(TextTemplate, from: [String: String], to: [String: String])
}

/// A text, with the parameter that it stands in.
package typealias TextOfParameter = (parameter: String, text: String)

package struct TextPair: Sendable {
  /// The text before, or `nil` for an empty text (0 where it must be a number).
  package var source: String?
  package var target: String
  /// Whether `to` has both.
  var isSourceListed = false

  /// Both, where they have to be numbers.
  var texts: [TextOfParameter] { [(isSourceListed ? "to" : "from", source ?? "0"), ("to", target)] }
}

/// What the text was set to before its animation, and may still be on the way to.
package struct EarlierChange: Sendable {
  var target = ""
  /// Seconds from then to the start of the animation.
  var age = 0.0
  package var curve: WrittenCurve?
  /// The duration, where it is not that of the animation; `nil` in it for that of the curve.
  var duration: Double??

  package static let limit = LabelMotion.residualLimit
}

extension Change {
  static let maximumTexts = 64

  /// Every text that has to be a number where a format or a style writes it.
  package var texts: [TextOfParameter] {
    switch self {
    case .plain(let pair), .continuing(_, let pair): pair.texts
    case .through(let source, let texts, _, let isListed):
      [(isListed ? "to" : "from", source ?? "0")] + texts.map { ("to", $0) }
    case .decay(_, let source): [("from", source ?? "0"), ("to", "")]
    case .template(let template, let source, let target): template.texts(from: source, to: target)
    }
  }
}

extension TextTemplate {
  package func texts(from source: [String: String], to target: [String: String]) -> [TextOfParameter] {
    names.map { ("from", source[$0] ?? "") } + names.map { ("to", target[$0] ?? "") }
  }
}

extension TextTemplate {
  /// The values of its parts as one text: the only value, or the text of a JSON object, which can be a `to` again.
  package func target(of values: [String: String]) -> String {
    if names.count == 1, let value = values[names[0]], !value.hasPrefix("{") { return value }
    let object = JSONValue.object(names.map { .init($0, .string(values[$0] ?? "")) })
    return UTF8Buffer.text { object.writeJSON(to: &$0) }
  }

  /// The same for numbers as they stand in the text that is shown; `nil` where they are not as many.
  package func target(of numbers: [String]) -> String? {
    let names = placedNames
    guard names.count == numbers.count else { return nil }
    return target(of: Dictionary(zip(names, numbers)) { first, _ in first })
  }

  /// The values that stand in such a text; `nil` for a text that has others.
  package func values(of target: String) -> [String: String]? {
    guard target.hasPrefix("{") else { return names.count == 1 ? [names[0]: target] : nil }
    guard case .object(let members)? = try? JSONValue(parsing: Array(target.utf8)) else { return nil }
    var values: [String: String] = [:]
    for member in members { if case .string(let text) = member.value { values[member.name] = text } }
    return Set(values.keys) == Set(names) ? values : nil
  }
}
