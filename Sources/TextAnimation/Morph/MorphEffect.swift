internal import RealModule
internal import Timing

/// How characters come and go while a text morphs: LTMorphingLabel's effects without their particles and pixels, and
/// SwiftUI's `numericText`.
public enum MorphEffect: String, CaseIterable, Sendable {
  /// Removed characters shrink to nothing, added ones grow: the label's default.
  case scale
  /// Removed characters rise and fade, added ones rise into place.
  case evaporate
  /// Removed characters tip over and drop, added ones grow.
  case fall
  /// Removed characters fade late where they stand, added ones fade in.
  case pixelate
  /// Removed characters fade, added ones drop from above and bounce.
  case anvil
  /// Removed characters leave upward, added ones come from below, as when SwiftUI's `numericText` counts up.
  case rollUp
  /// Removed characters leave downward, added ones come from above, as when SwiftUI's `numericText` counts down.
  case rollDown
}

// MARK: - Delays

extension MorphEffect {
  /// The label's `morphingCharacterDelay`: how much progress lies between two neighbours.
  static let characterDelay = 0.026

  /// How far the progress of a source character runs ahead of the others.
  func lead(of index: Int) -> Double {
    switch self {
    case .scale, .pixelate, .rollUp, .rollDown: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * 1.7 * .sin(Double(index))
    case .anvil: 0
    }
  }

  /// How far the progress of an added character stays behind the others.
  func lag(of index: Int) -> Double {
    switch self {
    case .scale, .pixelate, .rollUp, .rollDown: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * Double(index) / 1.7
    case .anvil: -Self.characterDelay * 1.7 * .sin(Double(index))
    }
  }

  /// −1, 0 or 1 in an order without a pattern.
  private static func flutter(_ index: Int) -> Double {
    (1.2 * .cos(Double(index))).rounded()
  }
}

// MARK: - Looks

extension MorphEffect {
  /// A removed character on its way out, from its glyph at rest, its place in the text and its own progress, 0…1.
  func removing(_ glyph: Glyph, _ index: Int, progress: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale:
      glyph.scale *= 1 - easeOutQuint(progress)
      glyph.opacity *= 1 - progress
    case .evaporate:
      glyph.y -= 0.8 * easeOutQuint(progress)
      glyph.opacity *= 1 - easeOutQuint(progress)
    case .fall:
      glyph.rotation += easeOutBack(progress) * (.sin(Double(index)) > 0.5 ? 168 : -168)
      glyph.opacity *= Self.lateFade(progress)
      if progress > 0.5 { glyph.y += Self.drop * easeInQuint((progress - 0.4) / 0.5) }
    case .pixelate: glyph.opacity *= Self.lateFade(progress)
    case .anvil: glyph.opacity *= 1 - progress
    case .rollUp, .rollDown:
      glyph.y += rollingOffset * easeOutQuint(progress)
      glyph.opacity *= 1 - easeOutQuint(progress)
    }
    return glyph
  }

  /// An added character on its way in, from its glyph at rest and its own progress, 0…1.
  ///
  /// `overall` is the progress of them all: added characters fade in at the same time.
  func adding(_ glyph: Glyph, progress: Double, overall: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale, .fall: glyph.scale = easeOutQuint(progress)
    case .evaporate: glyph.y += 1.2 * (1 - easeOutQuint(progress))
    case .pixelate: break
    case .anvil: glyph.y -= 1 - Directed(Bounce(), .out).progress(at: progress)
    case .rollUp, .rollDown: glyph.y -= rollingOffset * (1 - easeOutQuint(progress))
    }
    glyph.opacity = overall.clampedToUnit
    return glyph
  }

  /// Where a rolling character leaves to, in label heights.
  private var rollingOffset: Double { self == .rollUp ? -0.5 : 0.5 }

  /// Opaque for the first half, then a fade that ends just before nothing, as LTMorphingLabel has it.
  private static func lateFade(_ progress: Double) -> Double { (2.01 - 2 * progress).clampedToUnit }

  /// A falling character drops by 10 points of a label whose font is UIKit's 17 points.
  private static let drop = 10.0 / 17
}

// MARK: - Easing

/// The label's own easing functions; its easeOutBack overshoots by 2.70158 where Penner's takes 1.70158.
func easeOutQuint(_ t: Double) -> Double { easeInQuint(t - 1) + 1 }

private func easeInQuint(_ t: Double) -> Double { t * t * t * t * t }

private func easeOutBack(_ t: Double) -> Double { (t - 1) * (t - 1) * (3.70158 * (t - 1) + 2.70158) + 1 }
