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

/// What a frame says beside its index, time, progress and text.
struct FrameMembers: OptionSet, Sendable {
  let rawValue: UInt8

  /// The first animated number, rounded as it is shown, as a decimal text.
  static let value = FrameMembers(rawValue: 1)
  /// Whole distances per second.
  static let velocity = FrameMembers(rawValue: 2)
  /// The two labels of a transition.
  static let labels = FrameMembers(rawValue: 4)
  /// The characters of a morph, each with its place and looks.
  static let glyphs = FrameMembers(rawValue: 8)
  /// The columns of an odometer, each digit with how far it has rolled.
  static let columns = FrameMembers(rawValue: 16)

  /// Each member with its name.
  static let named: [(name: String, member: FrameMembers)] = [
    ("value", .value), ("velocity", .velocity), ("labels", .labels), ("glyphs", .glyphs),
    ("columns", .columns),
  ]
}
