import WrittenNumbers

/// A moment that a request names.
package enum Instant: Equatable, Sendable {
  /// Microseconds since 1970.
  case at(Int64)
  /// So many after the change that names it.
  case later(microseconds: Int64)

  /// The most seconds that it may lie away from the change: some 31 years.
  static let farthest = 1e9

  /// The moment as microseconds since 1970, for a change that begins then.
  ///
  /// - Throws: Why it cannot be, in words that follow the parameter's name.
  package func time(from start: Int64) throws(ParameterRefusal) -> Int64 {
    let time =
      switch self {
      case .at(let time): time
      case .later(let microseconds): start + microseconds
      }
    guard abs(Double(time) - Double(start)) <= Self.farthest * 1e6 else { throw .tooFar }
    return time
  }
}

extension ParameterRefusal {
  static var tooFar: ParameterRefusal { ParameterRefusal("must be within 31 years") }
}

extension Instant {
  /// Reads a time of RFC 3339 with its zone; `nil` for anything else.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      return bytes[range].reduce(0) { sum, byte in (48...57).contains(byte) ? sum.map { $0 * 10 + Int(byte) - 48 } : nil
      }
    }
    func has(_ set: String, at index: Int) -> Bool { index < bytes.count && set.utf8.contains(bytes[index]) }
    guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
      let day = number(8..<10), has("Tt ", at: 10), let hour = number(11..<13), has(":", at: 13),
      let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
      let days = CivilDate(year: year, month: month, day: day)?.days, hour < 24, minute < 60, second <= 60
    else { return nil }
    var end = 19
    var micros = 0
    if has(".", at: end) {
      let digits = bytes[(end + 1)...].prefix { (48...57).contains($0) }
      guard !digits.isEmpty else { return nil }
      for place in 0..<6 {
        micros = micros * 10 + (place < digits.count ? Int(digits[digits.startIndex + place]) - 48 : 0)
      }
      end += 1 + digits.count
    }
    var offset = 0
    if has("+-", at: end) {
      guard let hours = number(end + 1..<end + 3), has(":", at: end + 3), let minutes = number(end + 4..<end + 6),
        hours < 24, minutes < 60, bytes.count == end + 6
      else { return nil }
      offset = (has("-", at: end) ? -60 : 60) * (60 * hours + minutes)
    } else if !has("Zz", at: end) || bytes.count != end + 1 {
      return nil
    }
    let seconds = Int(days) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self = .at(Int64(seconds) * 1_000_000 + Int64(micros))
  }
}
