import Documents

/// What a client accepts, after RFC 9110 section 12.5.1.
struct AcceptHeader {
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
  init(_ value: String) {
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
  func best(of mediaTypes: [String]) -> Int? {
    guard !ranges.isEmpty else { return 0 }
    let qualities = mediaTypes.map { quality(of: $0.prefix { $0 != ";" }) }
    guard let highest = qualities.max(), highest > 0 else { return nil }
    return qualities.firstIndex(of: highest)
  }

  private func quality(of mediaType: Substring) -> Double {
    ranges.filter { $0.matches(mediaType) }.max { $0.precision < $1.precision }?.quality ?? 0
  }
}

/// How the bytes of an answer are coded on the way.
enum ContentCoding: Hashable, Sendable {
  /// As they are.
  case identity
  /// RFC 1952.
  case gzip
}

extension ContentCoding {
  /// What a client likes best, after RFC 9110 section 12.5.3; without the field, and among equals as written, no coding.
  ///
  /// `gzip` and its alias `x-gzip` count where they are allowed and `identity` is not preferred. A client that refuses
  /// every coding gets the bytes as they are: it can hardly do less with them than with a refusal.
  init(accepting field: String?) {
    guard let field else {
      self = .identity
      return
    }
    var (gzip, identity, other): (Double?, Double?, Double?)
    for element in field.lowercased().elements(separatedBy: ",").prefix(32) {
      let parts = element.elements(separatedBy: ";")
      let quality = Self.quality(parts.dropFirst())
      switch parts.first {
      case "gzip"?, "x-gzip"?: gzip = max(gzip ?? 0, quality)
      case "identity"?: identity = quality
      case "*"?: other = quality
      default: break
      }
    }
    let wish = gzip ?? other ?? 0
    self = wish > 0 && wish >= identity ?? 0 ? .gzip : .identity
  }

  /// The `q` among the parameters, 1 where there is none; what is no number is 0.
  private static func quality(_ parameters: some Sequence<Substring>) -> Double {
    for parameter in parameters where parameter.hasPrefix("q=") {
      return Double(decimal: String(parameter.dropFirst(2))) ?? 0
    }
    return 1
  }
}

// What stands in a field is a list of bytes. By characters a mark that joins what follows, as U+0600 does, is one with the
// comma behind it, and hides it.
extension StringProtocol where SubSequence == Substring {
  /// The elements between separators, empty ones included; each without the spaces and tabs around it.
  func elements(separatedBy separator: Unicode.Scalar) -> [Substring] {
    self[...].utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { Substring($0).trimmingSpaces() }
  }

  /// Without the spaces and tabs at both ends.
  func trimmingSpaces() -> Substring {
    let start = self[...].utf8.drop(while: \.isBlank)
    guard let last = start.lastIndex(where: { !$0.isBlank }) else { return "" }
    return Substring(start[...last])
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

// MARK: - Forms

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
