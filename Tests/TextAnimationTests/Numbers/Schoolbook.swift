import Foundation
import TextAnimation

/// Exact interpolation as one does it on paper: columns of ten, carried at the end.
///
/// Slow, and without any of the code it checks.
struct Schoolbook {
  /// Signed columns, the lowest first; `places` of them stand after the point.
  private var columns: [Int]
  private var places: Int

  init(_ text: String) {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    places = parts.count > 1 ? parts[1].count : 0
    columns = parts.joined().reversed().map { ($0.wholeNumberValue ?? 0) * (isNegative ? -1 : 1) }
  }

  static func interpolate(_ source: String, _ target: String, at progress: Double) -> Schoolbook {
    var (first, last) = (Schoolbook(source), Schoolbook(target))
    var factor = Schoolbook(String(format: "%.1074f", progress))
    while factor.places > 0, factor.columns.first == 0 {
      factor.columns.removeFirst()
      factor.places -= 1
    }
    let places = max(first.places, last.places)
    first.scale(to: places)
    last.scale(to: places)
    var product = Schoolbook("0")
    product.places = places + factor.places
    product.columns = Array(repeating: 0, count: max(first.columns.count, last.columns.count) + factor.columns.count)
    for (row, digit) in factor.columns.enumerated() where digit != 0 {
      for (column, value) in last.columns.enumerated() { product.columns[row + column] += digit * value }
      for (column, value) in first.columns.enumerated() { product.columns[row + column] -= digit * value }
    }
    first.scale(to: product.places)
    for (column, value) in first.columns.enumerated() {
      if column < product.columns.count { product.columns[column] += value } else { product.columns.append(value) }
    }
    return product
  }

  private mutating func scale(to wanted: Int) {
    guard wanted > places else { return }
    columns.insert(contentsOf: repeatElement(0, count: wanted - places), at: 0)
    places = wanted
  }

  /// Carries every column, from the lowest to the highest.
  private func carried() -> (isNegative: Bool, digits: [Int]) {
    func carry(_ columns: [Int]) -> (digits: [Int], rest: Int) {
      var (digits, rest) = ([] as [Int], 0)
      for column in columns + Array(repeating: 0, count: 8) {
        let sum = column + rest
        let digit = ((sum % 10) + 10) % 10
        digits.append(digit)
        rest = (sum - digit) / 10
      }
      return (digits, rest)
    }
    let result = carry(columns)
    return result.rest < 0 ? (true, carry(columns.map { -$0 }).digits) : (false, result.digits)
  }

  /// The number rounded to `wanted` digits after the point, as in `-1234.50`.
  func text(places wanted: Int, _ rounding: Rounding) -> String {
    var scaled = self
    scaled.scale(to: wanted)
    let (isNegative, digits) = scaled.carried()
    let dropped = Array(digits.prefix(scaled.places - wanted).reversed())
    var kept = Array(digits.dropFirst(scaled.places - wanted))
    let isExact = dropped.allSatisfy { $0 == 0 }
    let isHalf = dropped.first == 5 && dropped.dropFirst().allSatisfy { $0 == 0 }
    let grows =
      switch rounding {
      case .nearest: isHalf ? kept[0] % 2 == 1 : (dropped.first ?? 0) >= 5
      case .towardZero: false
      case .down: isNegative && !isExact
      case .up: !isNegative && !isExact
      }
    if grows { kept[0] += 1 }
    for column in kept.indices.dropLast() where kept[column] > 9 {
      kept[column] = 0
      kept[column + 1] += 1
    }
    while kept.count > wanted + 1, kept.last == 0 { kept.removeLast() }
    var text = kept.reversed().map(String.init).joined()
    if wanted > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -wanted)) }
    return isNegative && kept.contains { $0 != 0 } ? "-" + text : text
  }
}
