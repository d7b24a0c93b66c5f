import TextBytes
package import Documents

/// What a client accepts, after RFC 9110 section 12.5.1.
package struct AcceptHeader {
  private struct MediaRange {
    var type: Substring
    var subtype: Substring
    var quality: Double

    /// More exact ranges override vaguer ones.
    var precision: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }

    func matches(_ mediaType: Substring) -> Bool {
      let parts = mediaType.split(separator: "/")
      return parts.count == 2 && (type == "*" || type == parts[0]) && (subtype == "*" || subtype == parts[1])
    }
  }

  private var ranges: [MediaRange] = []

  /// Reads a field value; what is not a media range is passed over, as is everything past the first 32.
  package init(_ value: String) {
    for element in value.lowercased().elements(separatedBy: ",").prefix(32) {
      let parts = element.elements(separatedBy: ";")
      guard let name = parts.first?.split(separator: "/"), name.count == 2 else { continue }
      var quality = 1.0
      for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
        quality = Double(decimal: String(parameter.dropFirst(2))) ?? 0
      }
      ranges.append(MediaRange(type: name[0], subtype: name[1], quality: quality))
    }
  }

  /// The index of the media type the client likes best; among equals the first.
  ///
  /// - Returns: `nil` where every one is refused. A field without any range accepts everything.
  package func best(of mediaTypes: [String]) -> Int? {
    guard !ranges.isEmpty else { return 0 }
    let qualities = mediaTypes.map { quality(of: $0.prefix { $0 != ";" }) }
    guard let highest = qualities.max(), highest > 0 else { return nil }
    return qualities.firstIndex(of: highest)
  }

  private func quality(of mediaType: Substring) -> Double {
    ranges.filter { $0.matches(mediaType) }.max { $0.precision < $1.precision }?.quality ?? 0
  }
}

// MARK: - Forms

extension Representation {
  /// Chooses a form: `as=` where it is given, else by `Accept`; a wrong `as` is noted with the parameters.
  ///
  /// - Throws: 406 where the client accepts none of them.
  package static func chosen(
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
        type: .notAcceptable, detail: "This resource is available as \(list); `Accept` allows none of them.")
    }
    return forms[best]
  }
}
