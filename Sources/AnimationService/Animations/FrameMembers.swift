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
