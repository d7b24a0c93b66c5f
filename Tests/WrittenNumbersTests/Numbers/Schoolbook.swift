import TextFilms
import Foundation
import WrittenNumbers

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

  /// The value at a progress that may be wrong by 2⁻⁴⁷: where a step of `places` digits, or the half of one, lies within
  /// that, it is that.
  static func interpolate(_ source: String, _ target: String, at progress: Double, places: Int) -> Schoolbook {
    let value = interpolate(source, target, at: progress)
    guard progress != 0, progress != 1, wayDigits(source, target, places: places) <= 13 else { return value }
    let sides = [-0x1p-47, 0x1p-47].map { interpolate(source, target, at: progress + $0) }
    let floors = sides.map { $0.text(places: places, .floor) }
    if floors[0] != floors[1] {
      let ceilings = sides.map { $0.text(places: places, .ceil) }
      return Schoolbook(floors.first { ceilings.contains($0) } ?? floors[0])
    }
    if sides.contains(where: { $0.text(places: places, .ceil) == floors[0] }) { return Schoolbook(floors[0]) }
    let isAbove = sides.map { $0.text(places: places, .halfCeil) != floors[0] }
    let isPast = sides.map { $0.text(places: places, .halfFloor) != floors[0] }
    guard isAbove.contains(true), isPast.contains(false) else { return value }
    // The half lies in the middle between the two whole steps.
    return interpolate(floors[0], sides[0].text(places: places, .ceil), at: 0.5)
  }

  /// The digits of the distance in units of the digit at `places`.
  private static func wayDigits(_ source: String, _ target: String, places: Int) -> Int {
    let way = interpolate(negated(source), target, at: 0.5)
    let digits = Schoolbook(columns: way.columns.map { 2 * $0 }, places: way.places).carried().digits
    return (digits.lastIndex { $0 != 0 } ?? 0) + 1 - way.places + places
  }

  private static func negated(_ text: String) -> String { text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text }

  private init(columns: [Int], places: Int) {
    self.columns = columns
    self.places = places
  }

  /// The value at exactly this progress.
  static func interpolate(_ source: String, _ target: String, at progress: Double) -> Schoolbook {
    var (first, last) = (Schoolbook(source), Schoolbook(target))
    let decimal = String(format: "%.1074f", progress)
    let factor = Schoolbook(String(decimal.dropLast(decimal.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count)))
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
    return product.limited(places: places)
  }

  /// The number, or the largest of 38 digits in its unit.
  private func limited(places: Int) -> Schoolbook {
    let (isNegative, digits) = carried()
    guard digits.dropFirst(self.places - places + 38).contains(where: { $0 != 0 }) else { return self }
    return Schoolbook(columns: Array(repeating: isNegative ? -9 : 9, count: 38), places: places)
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
    let kept = Self.round(
      Array(digits.dropFirst(scaled.places - wanted)), dropping: digits.prefix(scaled.places - wanted), isNegative,
      rounding)
    return Self.text(kept, places: wanted, isNegative: isNegative)
  }

  /// The multiple of `factor`, a whole number of units of its last place, that the number is rounded to.
  func text(places: Int, multipleOf factor: Int, factorPlaces: Int, _ rounding: Rounding) -> String {
    var scaled = self
    scaled.scale(to: factorPlaces)
    let (isNegative, digits) = scaled.carried()
    var (quotient, rest) = ([] as [Int], 0)
    for digit in digits.reversed() + [0] {
      rest = rest * 10 + digit
      quotient.insert(rest / factor, at: 0)
      rest %= factor
    }
    let cut = scaled.places - factorPlaces + 1
    let dropped = [rest == 0 ? 0 : 1] + quotient.prefix(cut)
    var multiple = Self.round(Array(quotient.dropFirst(cut)), dropping: dropped[...], isNegative, rounding)
      .map { $0 * factor }
    for column in multiple.indices.dropLast() {
      multiple[column + 1] += multiple[column] / 10
      multiple[column] %= 10
    }
    while let last = multiple.last, last > 9 {
      multiple[multiple.count - 1] = last % 10
      multiple.append(last / 10)
    }
    let exact = Schoolbook(Self.text(multiple, places: factorPlaces, isNegative: isNegative))
    return exact.text(places: places, rounding)
  }

  /// The number divided by a thousand.
  var thousandth: Schoolbook {
    var quotient = self
    quotient.places += 3
    return quotient
  }

  /// The first `count` digits that are not zero, and the power of ten of the first of them.
  func significant(_ count: Int, _ rounding: Rounding) -> (isNegative: Bool, digits: String, exponent: Int) {
    let (isNegative, digits) = carried()
    guard let top = digits.lastIndex(where: { $0 != 0 }) else {
      return (false, String(repeating: "0", count: count), 0)
    }
    let padded = Array(repeating: 0, count: count) + digits[...top]
    let kept = Self.round(Array(padded.suffix(count)), dropping: padded.dropLast(count), isNegative, rounding)
    let isLonger = kept.count > count && kept[count] != 0
    let shown = (isLonger ? kept.dropFirst() : kept[...]).prefix(count)
    return (isNegative, shown.reversed().map(String.init).joined(), top - places + (isLonger ? 1 : 0))
  }

  /// The digits `kept`, or those of the next number, as what follows them says; the lowest first.
  private static func round(
    _ kept: [Int], dropping dropped: ArraySlice<Int>, _ isNegative: Bool, _ rounding: Rounding
  ) -> [Int] {
    var kept = kept + [0]
    let isExact = dropped.allSatisfy { $0 == 0 }
    let isHalf = dropped.last == 5 && dropped.dropLast().allSatisfy { $0 == 0 }
    let grows =
      switch rounding {
      case .halfExpand: (dropped.last ?? 0) >= 5
      case .halfEven: isHalf ? kept[0] % 2 == 1 : (dropped.last ?? 0) >= 5
      case .halfTrunc: !isHalf && (dropped.last ?? 0) >= 5
      case .halfCeil: isHalf ? !isNegative : (dropped.last ?? 0) >= 5
      case .halfFloor: isHalf ? isNegative : (dropped.last ?? 0) >= 5
      case .trunc: false
      case .expand: !isExact
      case .floor: isNegative && !isExact
      case .ceil: !isNegative && !isExact
      }
    if grows { kept[0] += 1 }
    for column in kept.indices.dropLast() where kept[column] > 9 {
      kept[column] = 0
      kept[column + 1] += 1
    }
    return kept
  }

  private static func text(_ digits: [Int], places: Int, isNegative: Bool) -> String {
    var digits = digits
    while digits.count > places + 1, digits.last == 0 { digits.removeLast() }
    var text = digits.reversed().map(String.init).joined()
    if places > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -places)) }
    return isNegative && digits.contains { $0 != 0 } ? "-" + text : text
  }
}
