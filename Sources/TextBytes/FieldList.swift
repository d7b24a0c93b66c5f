// What stands in a field is a list of bytes. By characters a mark that joins what follows, as U+0600 does, is one with the
// comma behind it, and hides it.
extension Substring {
  /// The elements between separators, empty ones included; each without the spaces and tabs around it.
  package func elements(separatedBy separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { Substring($0).trimmingSpaces() }
  }

  /// Without the spaces and tabs at both ends.
  package func trimmingSpaces() -> Substring {
    let start = utf8.drop(while: \.isBlank)
    guard let last = start.lastIndex(where: { !$0.isBlank }) else { return "" }
    return Substring(start[...last])
  }
}

extension String {
  package func elements(separatedBy separator: Unicode.Scalar) -> [Substring] {
    self[...].elements(separatedBy: separator)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
