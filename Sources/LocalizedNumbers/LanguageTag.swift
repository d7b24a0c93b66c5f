/// The parts of a BCP 47 tag that numbers depend on (RFC 5646 section 2.1, and `nu` of the extension `u`, UTS 35).
struct LanguageTag {
  /// Two or three letters.
  let language: String
  /// Four letters, the first upper case.
  private(set) var script: String?
  /// Two letters or three digits.
  private(set) var region: String?
  private(set) var numberingSystem: String?

  /// The longest tag that is read.
  private static let maximumLength = 100

  /// Reads a tag; variants and private parts say nothing about numbers.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isNumber } }),
      let language = subtags.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter)
    else { return nil }
    self.language = String(language)
    let singleton = subtags.firstIndex { $0.count == 1 } ?? subtags.endIndex
    guard readPlace(subtags[1..<singleton]) else { return nil }
    guard singleton == subtags.endIndex || singleton < subtags.endIndex - 1 else { return nil }
    readExtension(subtags[singleton...])
  }

  private mutating func readPlace(_ subtags: ArraySlice<Substring>) -> Bool {
    var rest = subtags
    if let first = rest.first, first.count == 4, first.allSatisfy(\.isLetter) {
      script = first.prefix(1).uppercased() + first.dropFirst()
      rest.removeFirst()
    }
    if let first = rest.first, first.count == (first.allSatisfy(\.isLetter) ? 2 : 3),
      first.allSatisfy(\.isLetter) || first.allSatisfy(\.isNumber)
    {
      region = first.uppercased()
      rest.removeFirst()
    }
    return rest.allSatisfy { $0.count >= 5 || $0.count == 4 && $0.first?.isNumber == true }
  }

  /// Takes the type of the key `nu`, which ends at the next key of two characters.
  private mutating func readExtension(_ subtags: ArraySlice<Substring>) {
    let parts = subtags.prefix { $0 != "x" }
    guard let start = parts.firstIndex(of: "u") else { return }
    let keywords = parts[(start + 1)...].prefix { $0.count > 1 }
    guard let key = keywords.firstIndex(of: "nu") else { return }
    numberingSystem = keywords[(key + 1)...].prefix { $0.count > 2 }.joined(separator: "-")
  }
}
