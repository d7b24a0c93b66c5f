/// A curve over progress: `duration` only stretches it.
public protocol Easing: TimingCurve {
  /// The eased progress at `fraction` of the duration.
  ///
  /// - Parameter fraction: 0…1.
  /// - Returns: 0 at 0 and 1 at 1 exactly, finite everywhere. Only CSS `steps()` and `linear()` may say otherwise at their
  ///   ends; ``TimingCurve/position(at:duration:)`` still starts at 0 and ends at 1.
  func progress(at fraction: Double) -> Double

  /// The derivative of ``progress(at:)``.
  func slope(at fraction: Double) -> Double
}

// An easing over seconds. The ends are pinned here: CSS lets `step-start` begin at 1 and `linear(1, 0)` end at 0, but an
// animation shows its source before it starts and its target once it is over.
extension Easing {
  /// Itself.
  public var easing: (any Easing)? { self }

  /// The eased progress at `seconds` of `duration`, 0 up to the start and 1 from the end on.
  public func position(at seconds: Double, duration: Double) -> Double {
    if seconds >= duration { return 1 }
    guard seconds > 0 else { return 0 }
    return progress(at: seconds / duration)
  }

  /// The slope at `seconds` of `duration`, stretched to it.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    guard duration > 0 else { return 0 }
    return (slope(at: (seconds / duration).clamped(to: 0...1)) / duration).finite
  }

  /// Always `nil`: an easing has no time of its own.
  public func settlingDuration(within threshold: Double) -> Double? { nil }

  /// A difference quotient, for an easing without a formula of its own.
  public func slope(at fraction: Double) -> Double {
    let low = max(fraction - 1e-6, 0)
    let high = min(fraction + 1e-6, 1)
    return (progress(at: high) - progress(at: low)) / (high - low)
  }
}

/// Constant speed: the keyword `linear` of CSS, where progress is its own easing, outside 0…1 too.
public struct Linear: Easing, Hashable {
  /// Creates the identity.
  public init() {}

  /// The fraction itself.
  public func progress(at fraction: Double) -> Double { fraction.finite }

  /// Always 1.
  public func slope(at fraction: Double) -> Double { 1 }
}

/// Equal steps: CSS `steps()` (CSS Easing 2 §2.4).
public struct Steps: Easing, Hashable {
  /// Where the jumps are.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    /// The first jump is at the start: `start` and `jump-start`.
    case jumpStart = "jump-start"
    /// The last jump is at the end: `end` and `jump-end`, the default.
    case jumpEnd = "jump-end"
    /// No jump at either end.
    case jumpNone = "jump-none"
    /// Jumps at both ends.
    case jumpBoth = "jump-both"
  }

  /// The number of steps, at least 1, and 2 without jumps at the ends.
  public let count: Int
  /// Where the jumps are.
  public let position: Position

  /// Creates steps; a `count` too small for the position counts as the smallest that it allows.
  public init(_ count: Int, _ position: Position = .jumpEnd) {
    self.count = max(count, position == .jumpNone ? 2 : 1)
    self.position = position
  }

  /// The height of the step at `fraction`.
  public func progress(at fraction: Double) -> Double {
    let fraction = fraction.finite
    let early: Double = position == .jumpStart || position == .jumpBoth ? 1 : 0
    var step = (fraction * Double(count)).finite.rounded(.down) + early
    if fraction >= 0 { step = max(step, 0) }
    if fraction <= 1 { step = min(step, jumps) }
    return step / jumps
  }

  /// Always 0: between its jumps the curve is level.
  public func slope(at fraction: Double) -> Double { 0 }

  private var jumps: Double {
    switch position {
    case .jumpStart, .jumpEnd: Double(count)
    case .jumpNone: Double(count) - 1
    case .jumpBoth: Double(count) + 1
    }
  }
}

// MARK: - CSS

extension Steps {
  /// Reads the arguments of `steps()`: a whole number, written as one, and a position.
  ///
  /// Like Chromium it takes counts beyond 2³¹ − 1 as that. The result of a math function is rounded, and is
  /// at least 1.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    let value: Double
    switch cursor.current {
    case .number(let number, .integer) where number >= 1: value = number
    case .number(let number, .computed): value = max((number + 0.5).rounded(.down), 1)
    default: throw cursor.unexpected("`steps()` needs a whole number from 1 on")
    }
    cursor.advance()
    let position = try Self.position(css: &cursor)
    guard position != .jumpNone || value >= 2 else {
      throw CurveSyntaxError("`steps()` needs at least 2 steps with `jump-none`, not 1.")
    }
    self.init(Int(min(value, Double(Int32.max))), position)
  }

  private static func position(css cursor: inout TokenCursor) throws(CurveSyntaxError) -> Position {
    guard cursor.skipComma() else { return .jumpEnd }
    let names = Position.allCases.map(\.rawValue) + ["start", "end"]
    guard case .identifier(let word) = cursor.current else {
      throw cursor.unexpected("`steps()` needs a position after the comma: \(names.joined(separator: ", "))")
    }
    let name = word.lowercasedASCII
    guard let position = Position(rawValue: name == "start" || name == "end" ? "jump-\(name)" : name) else {
      throw CurveSyntaxError.unknown("position", word, among: names)
    }
    cursor.advance()
    return position
  }
}
