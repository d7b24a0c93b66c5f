extension [UInt8] {
  /// A file with the values in place of the marks; a mark that has none stays.
  func filled(_ values: [String: String]) -> [UInt8] {
    var filled: [UInt8] = []
    filled.reserveCapacity(2 * count)
    var rest = self[...]
    while let start = rest.pairIndex(of: UInt8(ascii: "{")) {
      filled += rest[..<start]
      rest = rest[start...]
      let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
      guard let value = values[String(decoding: name, as: UTF8.self)] else {
        filled += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      filled += value.utf8
      rest = rest[name.endIndex...].dropFirst(2)
    }
    return filled + rest
  }
}

extension ArraySlice<UInt8> {
  /// The first place where a byte occurs twice in a row.
  fileprivate func pairIndex(of byte: UInt8) -> Int? {
    indices.dropLast().first { self[$0] == byte && self[$0 + 1] == byte }
  }
}
