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
    value = members.contains(.value) ? content.value : nil
    glyphs = members.contains(.glyphs) ? content.glyphs : nil
    columns = members.contains(.columns) ? content.columns : nil
    isEmpty = !velocity && value == nil && self.transition == nil && glyphs == nil && columns == nil
  }
}
