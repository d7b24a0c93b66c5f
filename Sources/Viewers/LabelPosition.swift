/// The last frame of a label that a client has seen: `version:frame`.
package struct LabelPosition: Equatable, Sendable {
  let version: Int
  let frame: Int

  init(version: Int, frame: Int) {
    self.version = version
    self.frame = frame
  }

  /// Reads an event's id; `nil` for anything else, as clients may hold one from elsewhere.
  package init?(_ text: String?) {
    guard let parts = text?.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false),
      parts.count == 2,
      let version = Self.number(parts[0]), let frame = Self.number(parts[1])
    else { return nil }
    self.init(version: version, frame: frame)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(Substring(digits))
  }
}
