import RealModule

/// The math functions of CSS Values 4 §10, each from its arguments to its value; `nil` where they are not its own.
enum MathFunction: String {
  case calc, min, max, clamp, round, mod, rem, sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, hypot, log, exp, abs
  case sign

  /// The function of this name, in any case of A–Z; browsers still take `-webkit-calc` too.
  init?(named name: String) {
    let name = name.lowercasedASCII
    self.init(rawValue: name == "-webkit-calc" ? "calc" : name)
  }

  /// How `round()` goes to a multiple.
  enum Strategy: String {
    case nearest, up, down
    case toZero = "to-zero"
  }

  /// The value of its arguments, of which `clamp()` may leave its limits out, as nil.
  func value(of arguments: [Quantity?], _ strategy: Strategy) -> Quantity? {
    if self == .clamp { return clamped(arguments) }
    let values = arguments.compactMap { $0 }
    guard let first = values.first, values.count == arguments.count else { return nil }
    let areAlike = values.allSatisfy { $0.units == first.units }
    switch self {
    case .calc: return values.count == 1 ? first : nil
    case .min, .max, .hypot: return areAlike ? first.with(reduced(values.map(\.value))) : nil
    case .round, .mod, .rem, .atan2: return areAlike ? stepped(values, strategy) : nil
    default: return scalar(values)
    }
  }
}

// MARK: - Families of functions

extension MathFunction {
  private func clamped(_ arguments: [Quantity?]) -> Quantity? {
    guard arguments.count == 3, let middle = arguments[1] else { return nil }
    var value = middle.value
    for (argument, limit) in [(arguments[2], Self.lower), (arguments[0], Self.upper)] {
      guard let bound = argument else { continue }
      guard bound.units == middle.units else { return nil }
      value = limit(value, bound.value)
    }
    return middle.with(value)
  }

  private func reduced(_ values: [Double]) -> Double {
    switch self {
    case .min: values.dropFirst().reduce(values[0], Self.lower)
    case .max: values.dropFirst().reduce(values[0], Self.upper)
    default: values.reduce(0) { Double.hypot($0, $1) }
    }
  }

  // Not a number wins over any number (§10.9.1), which Swift's own `min` and `max` leave open.
  private static func lower(_ lhs: Double, _ rhs: Double) -> Double { lhs.isNaN || lhs < rhs ? lhs : rhs }

  private static func upper(_ lhs: Double, _ rhs: Double) -> Double { lhs.isNaN || lhs > rhs ? lhs : rhs }

  private func stepped(_ values: [Quantity], _ strategy: Strategy) -> Quantity? {
    let (value, count) = (values[0], values.count)
    guard count == 2 || count == 1 && self == .round && value.isNumber else { return nil }
    let step = count == 2 ? values[1].value : 1
    switch self {
    case .round: return value.with(Self.rounded(value.value, to: step, strategy))
    case .rem: return value.with(value.value.truncatingRemainder(dividingBy: step))
    case .mod: return value.with(Self.modulus(value.value, step))
    default: return Quantity(Double.atan2(y: value.value, x: step), .angle)
    }
  }

  private func scalar(_ values: [Quantity]) -> Quantity? {
    let (first, value) = (values[0], values[0].value)
    let isAngle = first.isNumber || first.units == [.angle: 1]
    let areNumbers = values.allSatisfy(\.isNumber)
    switch (self, values.count) {
    case (.abs, 1): return first.with(value.magnitude)
    case (.sign, 1): return Quantity(value > 0 ? 1 : value < 0 ? -1 : value)
    case (.sin, 1): return isAngle ? Quantity(.sin(value)) : nil
    case (.cos, 1): return isAngle ? Quantity(.cos(value)) : nil
    case (.tan, 1): return isAngle ? Quantity(.tan(value)) : nil
    case (.asin, 1): return areNumbers ? Quantity(.asin(value), .angle) : nil
    case (.acos, 1): return areNumbers ? Quantity(.acos(value), .angle) : nil
    case (.atan, 1): return areNumbers ? Quantity(.atan(value), .angle) : nil
    case (.sqrt, 1): return areNumbers ? Quantity(.sqrt(value)) : nil
    case (.exp, 1): return areNumbers ? Quantity(.exp(value)) : nil
    case (.log, 1): return areNumbers ? Quantity(.log(value)) : nil
    case (.log, 2): return areNumbers ? Quantity(.log(value) / .log(values[1].value)) : nil
    case (.pow, 2): return areNumbers ? Quantity(Self.power(value, values[1].value)) : nil
    default: return nil
    }
  }
}

// MARK: - Single functions

extension MathFunction {
  private static func rounded(_ value: Double, to step: Double, _ strategy: Strategy) -> Double {
    guard step != 0, !(value.isInfinite && step.isInfinite) else { return .nan }
    guard !value.isInfinite else { return value }
    let (low, high) = ((value / step).rounded(.down), (value / step).rounded(.up))
    guard !step.isInfinite else {
      // The multiples of infinity are it, its negative and zero.
      let isOutward = strategy == .up && value > 0 || strategy == .down && value < 0
      return isOutward ? (value < 0 ? -.infinity : .infinity) : 0
    }
    let (below, above) = (Swift.min(low * step, high * step), Swift.max(low * step, high * step))
    return switch strategy {
    case .nearest: value - below < above - value ? below : above
    case .up: above
    case .down: below
    case .toZero: value < 0 ? above : below
    }
  }

  private static func modulus(_ value: Double, _ step: Double) -> Double {
    if step.isInfinite { return value.isInfinite || (value < 0) != (step < 0) && value != 0 ? .nan : value }
    return value - step * (value / step).rounded(.down)
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base < 0, let whole = Int(exactly: exponent) else { return .pow(base, exponent) }
    return .pow(base, whole)
  }
}

/// A value inside a math function, with what it measures (CSS Values 4 §10.9).
struct Quantity {
  var value: Double
  /// The power of each kind of unit; empty for a plain number.
  var units: [Unit: Int] = [:]

  /// Kinds of units that can be divided away, or stand in a result.
  enum Unit: Hashable {
    case percent, angle, time, length
  }

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
