import TextAnimation

/// What each frame of an animation says beside its text, as far as the animation knows it; to find that out for each
/// frame would cost twice the frame.
struct FrameDetails: Sendable {
  /// Whether it says how fast it changes.
  let velocity: Bool
  /// What knows its value.
  let value: (any ValueInterpolation)?
  /// What knows its two labels.
  let transition: Transition?
  /// What knows its glyphs.
  let glyphs: (any GlyphInterpolation)?
  /// What knows its columns.
  let columns: (any ColumnInterpolation)?
  /// Whether it says nothing of these.
  let isEmpty: Bool

  /// Finds out what of some members there is.
  init(_ members: FrameMembers, of content: Animation.Content, _ transition: Transition?) {
    velocity = members.contains(.velocity)
    self.transition = members.contains(.labels) ? transition : nil
    if case .interpolated(let interpolation, _) = content {
      value = members.contains(.value) ? interpolation as? any ValueInterpolation : nil
      glyphs = members.contains(.glyphs) ? interpolation as? any GlyphInterpolation : nil
      columns = members.contains(.columns) ? interpolation as? any ColumnInterpolation : nil
    } else {
      (value, glyphs, columns) = (nil, nil, nil)
    }
    isEmpty = !velocity && value == nil && self.transition == nil && glyphs == nil && columns == nil
  }
}
