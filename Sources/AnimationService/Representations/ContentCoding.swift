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
