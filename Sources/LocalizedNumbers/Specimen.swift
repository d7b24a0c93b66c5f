internal import TextAnimation

/// One number as ICU wrote it, taken apart at its digits.
struct Specimen {
  /// What stands before the first digit.
  let prefix: String
  /// What stands behind the last digit.
  let suffix: String
  /// The lengths of the unbroken runs of digits.
  let runs: [Int]
  /// What stands between the runs.
  let separators: [String]
  let digitSet: DigitSet

  /// Takes a text apart; `nil` if it has no digits of Unicode's category Nd.
  init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first(where: { DigitSet(containing: $0) != nil }),
      let digitSet = DigitSet(containing: first)
    else { return nil }
    self.digitSet = digitSet
    let parts = scalars.split(omittingEmptySubsequences: false) { DigitSet(containing: $0) != nil }
    prefix = parts.first.map { String($0) } ?? ""
    suffix = parts.last.map { String($0) } ?? ""
    var runs = [1]
    var separators: [String] = []
    for between in parts.dropFirst().dropLast() {
      if between.isEmpty {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
        separators.append(String(between))
      }
    }
    (self.runs, self.separators) = (runs, separators)
  }

  /// What stands around the digits.
  var affixes: NumberFormat.Affixes { NumberFormat.Affixes(prefix: prefix, suffix: suffix) }

  /// The character of the sign, without the marks that only order the text.
  var sign: Character? {
    prefix.first { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format } }
  }
}
