extension String {
  /// The text with A–Z made small and everything else as it is: how CSS compares its names.
  ///
  /// `lowercased()` would also fold U+212A, the Kelvin sign, into a letter.
  var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
