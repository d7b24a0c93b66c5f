internal import RealModule
internal import Timing

/// How characters come and go while a text morphs: LTMorphingLabel's effects that need no particles.
public enum MorphEffect: String, CaseIterable, Sendable {
  /// Removed characters shrink to nothing, added ones grow: the label's default.
  case scale
  /// Removed characters rise and fade, added ones rise into place.
  case evaporate
  /// Removed characters tip over and drop, added ones grow.
  case fall
}

// MARK: - Delays

extension MorphEffect {
  /// The label's `morphingCharacterDelay`: how much progress lies between two neighbours.
  static let characterDelay = 0.026

  /// How far the progress of a source character runs ahead of the others.
  func lead(of index: Int) -> Double {
    switch self {
    case .scale: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * 1.7 * .sin(Double(index))
    }
  }

  /// How far the progress of an added character stays behind the others.
  func lag(of index: Int) -> Double {
    switch self {
    case .scale: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * Double(index) / 1.7
    }
  }

  /// −1, 0 or 1 in an order without a pattern.
  private static func flutter(_ index: Int) -> Double {
    (1.2 * .cos(Double(index))).rounded()
  }
}

// MARK: - Looks

extension MorphEffect {
  /// A removed character on its way out, from its glyph at rest and its own progress, 0…1.
  func removing(_ glyph: Glyph, progress: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale:
      glyph.scale = 1 - easeOutQuint(progress)
      glyph.opacity = 1 - progress
    case .evaporate:
      glyph.y -= 0.8 * easeOutQuint(progress)
      glyph.opacity = 1 - easeOutQuint(progress)
    case .fall:
      glyph.rotation = easeOutBack(progress) * (.sin(glyph.x) > 0.5 ? 168 : -168)
      glyph.opacity = (2.01 - 2 * progress).clampedToUnit
      if progress > 0.5 { glyph.y += Self.drop * easeInQuint((progress - 0.4) / 0.5) }
    }
    return glyph
  }

  /// An added character on its way in, from its glyph at rest and its own progress, 0…1.
  ///
  /// `overall` is the progress without the character's lag: all added characters fade in at the same time.
  func adding(_ glyph: Glyph, progress: Double, overall: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale, .fall: glyph.scale = easeOutQuint(progress)
    case .evaporate: glyph.y += 1.2 * (1 - easeOutQuint(progress))
    }
    glyph.opacity = overall.clampedToUnit
    return glyph
  }

  /// A falling character drops by 10 points of a label whose font is UIKit's 17 points.
  private static let drop = 10.0 / 17
}

// MARK: - Easing

/// The label's own easing functions; its easeOutBack overshoots by 2.70158 where Penner's takes 1.70158.
func easeOutQuint(_ t: Double) -> Double { easeInQuint(t - 1) + 1 }

private func easeInQuint(_ t: Double) -> Double { t * t * t * t * t }

private func easeOutBack(_ t: Double) -> Double { (t - 1) * (t - 1) * (3.70158 * (t - 1) + 2.70158) + 1 }
