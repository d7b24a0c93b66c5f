package import TextAnimation

/// How a picture looks, whatever it shows: the parameters that SVG and other pictures share.
package struct PictureStyle: Sendable {
  /// The color of its texts, where it was asked for.
  package var color: ScreenColor?
  /// What lies behind the texts; nothing where it was not asked for.
  package var background: ScreenColor?
  /// Pixels of the font size, by which all lengths of a ``PictureFrame`` are multiplied.
  package var size = 48.0
  /// What the texts are written in.
  package var font = PictureFont.standard
  /// Where narrower texts stand; `nil` for the alignment of the animation.
  package var alignment: TextAlignment?
  /// What decides about colors that were not asked for; without it the background, and else a page's white.
  package var theme: Theme?
  /// How often all frames are shown; the sequence has those of once.
  package var repeatCount = Playback.RepeatCount.times(1)
  /// Seconds between two times.
  package var repeatDelay = 0.0

  package init() {}

  /// What decides about colors that were not asked for.
  package enum Theme: String, CaseIterable, Sendable {
    /// What the viewer prefers; a form that cannot ask is light.
    case auto
    /// Dark texts.
    case light
    /// Light texts.
    case dark
  }
}

extension PictureStyle {
  /// The color of its texts.
  ///
  /// - Parameter prefersDark: Whether the viewer prefers dark pages, which counts where nothing else decides.
  /// - Returns: The color that was asked for, or one that can be read.
  func ink(prefersDark: Bool = false) -> ScreenColor {
    if let color { return color }
    let isDark =
      switch theme {
      case .light: false
      case .dark: true
      case .auto, nil: background.map { !$0.isLight } ?? (theme == .auto && prefersDark)
      }
    return ScreenColor(isDark ? 0xF2F1EC : 0x1A1A18)
  }

  /// Whether its colors depend on what the viewer prefers.
  var asksViewer: Bool { color == nil && background == nil && theme == .auto }
}
