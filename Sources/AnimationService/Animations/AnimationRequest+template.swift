import TextAnimation
import TextBytes

/// A template with the values of its parts before and after, by name.
struct TemplateParts: Sendable {
  /// The text with the names of the parts.
  var template: TextTemplate?
  /// The values before, where they are not one text.
  var source: [String: String]?
  /// The values after.
  var target: [String: String]?
}

extension JSONValue {
  /// The texts of an object's members, by name; `nil` where it is no object.
  func parts(_ limits: TextLimits) throws(ParameterRefusal) -> [String: String]? {
    guard case .object(let members) = self else { return nil }
    var parts: [String: String] = [:]
    for member in members {
      guard parts[member.name] == nil else {
        throw ParameterRefusal("has the part `\(member.name.excerpt)` twice")
      }
      do throws(ParameterRefusal) {
        parts[member.name] = try member.value.shortText(limits)
      } catch {
        throw ParameterRefusal("has a part `\(member.name.excerpt)` that \(error.detail)")
      }
    }
    return parts
  }
}

extension RequestParameters {
  /// Puts the values of both sides into the template.
  mutating func finishTemplate() {
    guard var parts = animation.parts else { return }
    let limits = isKept([.to, .template]) ? .none : textLimits
    guard let template = parts.template else {
      for (name, values) in [("from", parts.source), ("to", parts.target)] where values != nil {
        refuse(name, "must be a text or a number, not an object, without `template`")
      }
      return
    }
    if animation.decay != nil { refuse("template", "cannot be asked together with a decay") }
    do throws(ParameterRefusal) {
      parts.source = try Self.values(parts.source, or: animation.source ?? "", of: template, limits)
      animation.source = try Self.text(template, parts.source, limits)
    } catch {
      refuse("from", error.detail)
    }
    do throws(ParameterRefusal) {
      parts.target = try Self.values(parts.target, or: animation.target, of: template, limits)
      let missing = template.names.filter { parts.target?[$0] == nil }
      if !missing.isEmpty, has(.to) { throw ParameterRefusal("lacks \(Self.list(missing)) of `template`") }
      animation.target = try Self.text(template, parts.target, limits)
    } catch {
      refuse("to", error.detail)
    }
    animation.parts = parts
  }

  /// The values of one side: of an object, which is JSON text in a query, or the only one.
  private static func values(
    _ object: [String: String]?, or text: String, of template: TextTemplate, _ limits: TextLimits
  ) throws(ParameterRefusal) -> [String: String] {
    var object = object
    if object == nil, text.hasPrefix("{") {
      object = try JSONValue.string(text).structure("a JSON object with the parts").parts(limits)
    }
    let names = template.names
    guard let object else {
      if names.count == 1 { return [names[0]: text] }
      if text.isEmpty { return [:] }
      throw ParameterRefusal("must be an object with a text or a number for each of \(list(names))")
    }
    let unknown = object.keys.filter { !names.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw ParameterRefusal("has \(list(unknown)), which `template` does not name; it names \(list(names))")
    }
    return object
  }

  /// The template with its values, where that is not too long.
  private static func text(
    _ template: TextTemplate, _ values: [String: String]?, _ limits: TextLimits
  ) throws(ParameterRefusal) -> String {
    let values = values ?? [:]
    let bytes = template.byteCount(with: values)
    guard bytes <= limits.bytes else {
      throw ParameterRefusal("makes a text of \(bytes) bytes by `template`; \(limits.bytes) are possible")
    }
    return try JSONValue.string(template.text(with: values)).shortText(limits)
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0.excerpt)`" }.joined(separator: ", ")
  }
}

extension ParameterSet {
  static let to = ParameterSet(named: ["to"])
}
