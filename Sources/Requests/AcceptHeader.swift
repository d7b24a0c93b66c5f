import TextBytes
package import Documents

/// What a client accepts, after RFC 9110 section 12.5.1.
package struct AcceptHeader {
  private let ranges: [(name: Substring, quality: Double)]

  /// Reads a field value; what is not a media range is passed over.
  package init(_ value: String) {
    ranges = value.weighedElements.filter { $0.name.utf8.count { $0 == UInt8(ascii: "/") } == 1 }
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

  /// More exact ranges override vaguer ones.
  private func quality(of mediaType: Substring) -> Double {
    let names: [Substring] = [mediaType, "\(mediaType.prefix { $0 != "/" })/*", "*/*"]
    return names.lazy.compactMap { name in ranges.first { $0.name == name }?.quality }.first ?? 0
  }
}

extension String {
  /// The first 32 elements of a list that weighs them (RFC 9110 section 12.4.2), in small letters: 1 is the most, and what
  /// stands where no `q` does; a `q` that is no number is 0.
  package var weighedElements: [(name: Substring, quality: Double)] {
    lowercased().elements(separatedBy: ",").prefix(32).map { element in
      let parts = element.elements(separatedBy: ";")
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      return (parts[0], quality.map { Double(decimal: String($0.dropFirst(2))) ?? 0 } ?? 1)
    }
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
