import SeededNumbers

/// A way of writing numbers in a text, told apart from every other by what it shows.
struct WrittenStyle: Sendable {
  var name: String
  var before = ""
  var after = ""
  var zero: Unicode.Scalar = "0"
  var decimalSeparator: Character = "."
  var groupingSeparator: Character?
  /// Groups of two before the last of three.
  var isIndian = false
  /// What stands between sign and digits.
  var lead = ""
  var minus = "-"
  /// Whether the minus stands behind the lead.
  var signFollowsLead = false
  var isAccounting = false
  /// What stands before a number above zero.
  var plus = ""
  var places = 0
  var minimumDigits = 1

  static let all = [
    WrittenStyle(name: "plain", places: 2), WrittenStyle(name: "fruit", after: " fruit"),
    WrittenStyle(name: "grouped", before: "≈ ", groupingSeparator: ",", places: 1),
    WrittenStyle(name: "Indian", groupingSeparator: ",", isIndian: true, places: 3),
    WrittenStyle(name: "dollars", before: "was ", groupingSeparator: ",", lead: "$", places: 2),
    WrittenStyle(name: "€-5", after: " each", lead: "€", signFollowsLead: true),
    WrittenStyle(name: "typographic minus", after: " °C", minus: "\u{2212}", places: 1),
    WrittenStyle(name: "accounting", groupingSeparator: ",", lead: "$", isAccounting: true, places: 2),
    WrittenStyle(name: "plus", plus: "+"),
    WrittenStyle(name: "zeros", before: "agent ", minimumDigits: 9),
    WrittenStyle(
      name: "Arabic", after: " تفاحة", zero: "٠", decimalSeparator: "\u{66B}", groupingSeparator: "\u{66C}",
      places: 2),
    WrittenStyle(name: "Devanagari", zero: "०", groupingSeparator: ",", isIndian: true),
    WrittenStyle(
      name: "quotes", before: "a \"long\" text before the number, \\ ", after: "\tand behind 👩‍👩‍👧 it",
      groupingSeparator: ",", places: 4),
  ]
}

extension WrittenStyle {
  /// A number as ``write(_:in:)`` takes it, which this style can show.
  func number(digits: Int, _ generator: inout SeededGenerator) -> String {
    let count = max(digits, places + 1)
    var text = (0..<count).map { "\(Int.random(in: $0 == 0 ? 1...9 : 0...9, using: &generator))" }.joined()
    if places > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -places)) }
    return plus.isEmpty && Bool.random(using: &generator) ? "-" + text : text
  }

  /// A number such as `-1234.50` in this style, between two others that decide what is not the same in all texts:
  /// groups are shown only where one of them has any, and parentheses where one of them is below zero.
  func write(_ number: String, in pair: [String]) -> String {
    let isNegative = number.hasPrefix("-")
    let parts = number.drop { $0 == "-" }.split(separator: ".")
    var digits = String(parts[0])
    if digits == "0", minimumDigits == 0 { digits = "" }
    digits = String(repeating: "0", count: max(minimumDigits - digits.count, 0)) + digits
    var text = grouped(digits, longest: pair.map { $0.drop { $0 == "-" }.split(separator: ".")[0].count }.max() ?? 0)
    if parts.count > 1 { text += String(decimalSeparator) + parts[1] }
    let isZero = !number.contains { "123456789".contains($0) }
    return before + signed(translated(text), isNegative, isZero, in: pair) + after
  }

  private func signed(_ digits: String, _ isNegative: Bool, _ isZero: Bool, in pair: [String]) -> String {
    guard isNegative else { return (isZero ? "" : plus) + lead + digits }
    let negatives = pair.filter { $0.hasPrefix("-") }.count
    if isAccounting, negatives == 1 { return "(" + lead + digits + ")" }
    return signFollowsLead && negatives > 0 ? lead + minus(negatives) + digits : minus(negatives) + lead + digits
  }

  /// Texts without any minus say nothing about it.
  private func minus(_ negatives: Int) -> String { negatives == 0 ? "-" : minus }

  private func grouped(_ digits: String, longest: Int) -> String {
    guard let groupingSeparator, longest > 3 else { return digits }
    var (text, rest, size) = ("", Substring(digits), 3)
    while rest.count > size {
      text = String(groupingSeparator) + rest.suffix(size) + text
      rest = rest.dropLast(size)
      if isIndian, longest > 5 { size = 2 }
    }
    return rest + text
  }

  private func translated(_ text: String) -> String {
    String(
      text.map { character in
        guard let digit = character.wholeNumberValue, let scalar = Unicode.Scalar(zero.value + UInt32(digit)) else {
          return character
        }
        return Character(scalar)
      })
  }
}
