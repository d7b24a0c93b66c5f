extension IPAddress: CustomStringConvertible {
  /// The address as RFC 5952 writes it: four decimal numbers, or groups in which the longest run of zeros is left out.
  public var description: String {
    if isV4 { return [24, 16, 8, 0].map { "\(low >> $0 & 0xff)" }.joined(separator: ".") }
    let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> $0 & 0xffff } }
    let texts = groups.map { String($0, radix: 16) }
    guard let zeros = Self.longestZeros(in: groups) else { return texts.joined(separator: ":") }
    return "\(texts[..<zeros.lowerBound].joined(separator: ":"))::\(texts[zeros.upperBound...].joined(separator: ":"))"
  }

  /// The first of the longest runs of at least two zeros.
  private static func longestZeros(in groups: [UInt64]) -> Range<Int>? {
    var longest = 0..<1
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest.count > 1 ? longest : nil
  }
}
