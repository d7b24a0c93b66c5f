import RealModule

/// A value inside a math function, with what it measures (CSS Values 4 §10.9).
struct Quantity {
  var value: Double
  /// The power of each kind of unit; empty for a plain number.
  var units: [Unit: Int] = [:]

  /// Kinds of units that can be divided away, or stand in a result.
  enum Unit: Hashable {
    case percent, angle, time, length
  }

  /// A number.
  init(_ value: Double) {
    self.value = value
  }

  init(_ value: Double, _ unit: Unit) {
    self.value = value
    units = [unit: 1]
  }

  /// A number with a unit; `nil` for a unit whose size is not known without a page.
  init?(_ value: Double, unit: String) {
    guard let (kind, size) = Self.sizes[unit.lowercasedASCII] else { return nil }
    self.init(value * size, kind)
  }

  var isNumber: Bool { units.isEmpty }

  private static let sizes: [String: (Unit, Double)] = [
    "deg": (.angle, .pi / 180), "grad": (.angle, .pi / 200), "rad": (.angle, 1), "turn": (.angle, 2 * .pi),
    "s": (.time, 1), "ms": (.time, 0.001), "px": (.length, 1), "cm": (.length, 96 / 2.54), "mm": (.length, 9.6 / 2.54),
    "q": (.length, 2.4 / 2.54), "in": (.length, 96), "pc": (.length, 16), "pt": (.length, 96.0 / 72),
  ]

  static let constants: [String: Double] = [
    "e": .exp(1), "pi": .pi, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
  ]
}

// MARK: - Arithmetic

extension Quantity {
  /// The same units around another value.
  func with(_ value: Double) -> Quantity {
    var result = self
    result.value = value
    return result
  }

  static func * (lhs: Quantity, rhs: Quantity) -> Quantity {
    lhs.combined(with: rhs, lhs.value * rhs.value, +)
  }

  static func / (lhs: Quantity, rhs: Quantity) -> Quantity {
    lhs.combined(with: rhs, lhs.value / rhs.value, -)
  }

  private func combined(with other: Quantity, _ value: Double, _ sign: (Int, Int) -> Int) -> Quantity {
    var result = Quantity(value)
    for unit in Set(units.keys).union(other.units.keys) {
      let power = sign(units[unit] ?? 0, other.units[unit] ?? 0)
      if power != 0 { result.units[unit] = power }
    }
    return result
  }
}
