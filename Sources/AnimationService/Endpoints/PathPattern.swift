/// A path of which one segment is a name that clients choose.
struct PathPattern {
  /// The path with the name in braces, as metrics and logs show it.
  let text: String
  private let beginning: Substring
  private let end: Substring

  /// Reads a path such as `/v1/labels/{id}/add`; `nil` where it has no name.
  init?(_ text: String) {
    guard let brace = text.firstIndex(of: "{"), let last = text.lastIndex(of: "}") else { return nil }
    self.text = text
    beginning = text[..<brace]
    end = text[text.index(after: last)...]
  }

  /// Whether a path has this form, whatever its name.
  func matches(_ path: String) -> Bool {
    let name = path.utf8.count - beginning.utf8.count - end.utf8.count
    guard name > 0, path.utf8.starts(with: beginning.utf8) else { return false }
    let rest = path.utf8.dropFirst(beginning.utf8.count)
    return rest.dropFirst(name).elementsEqual(end.utf8) && !rest.prefix(name).contains(UInt8(ascii: "/"))
  }
}
