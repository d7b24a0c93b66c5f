import TextAnimation
import TextBytes

/// What each frame of an animation says beside its text, as far as the animation knows it; to find that out for each
/// frame would cost twice the frame.
struct FrameDetails: Sendable {
  /// Whether it says how fast it changes.
  let velocity: Bool
  /// What knows its values, where they are told as they are.
  let value: (any ValueInterpolation)?
  /// The same where they are told as they are shown.
  let shown: (any ValueInterpolation)?
  /// What knows its two labels.
  let transition: Transition?
  /// What knows its glyphs.
  let glyphs: (any GlyphInterpolation)?
  /// What knows its columns.
  let columns: (any ColumnInterpolation)?
  /// What finds the runs of its text.
  let runs: TextRuns?
  /// Where glyphs are counted from.
  let alignment: TextAlignment
  /// Whether it says nothing of these.
  let isEmpty: Bool

  /// Finds out what of some members there is.
  ///
  /// - Parameters:
  ///   - members: The members that are asked for.
  ///   - animation: The animation.
  ///   - transition: How its labels move.
  ///   - symbols: The characters that numbers are read with.
  ///   - alignment: Where glyphs are counted from.
  init(
    _ members: FrameMembers, of animation: Animation, _ transition: Transition?, _ symbols: NumberSymbols,
    _ alignment: TextAlignment
  ) {
    let content = animation.content
    self.alignment = alignment
    runs = members.contains(.runs) ? TextRuns(from: animation.firstText, symbols: symbols) : nil
    velocity = members.contains(.velocity)
    self.transition = members.contains(.labels) ? transition : nil
    value = members.contains(.value) ? content.value : nil
    shown = members.contains(.shown) ? content.value : nil
    let isPlain = content.isPlain
    glyphs = !isPlain && members.contains(.glyphs) ? content.glyphs : nil
    columns = !isPlain && members.contains(.columns) ? content.columns : nil
    isEmpty =
      !velocity && value == nil && shown == nil && self.transition == nil && glyphs == nil && columns == nil
      && runs == nil
  }
}

extension Animation {
  /// The text of the first frame.
  fileprivate var firstText: String {
    var text = UTF8Buffer()
    write(at: 0, to: &text)
    return text.text()
  }
}

/// What a frame says beside its index, time, progress and text.
struct FrameMembers: OptionSet, Sendable {
  let rawValue: UInt8

  /// The numbers that count before they are rounded, as decimal texts.
  static let value = FrameMembers(rawValue: 1)
  /// Whole distances per second.
  static let velocity = FrameMembers(rawValue: 2)
  /// The two labels of a transition.
  static let labels = FrameMembers(rawValue: 4)
  /// The characters of a morph, each with its place and looks.
  static let glyphs = FrameMembers(rawValue: 8)
  /// The columns of an odometer, each digit with how far it has rolled.
  static let columns = FrameMembers(rawValue: 16)
  /// The numbers that count as they are rounded where they are shown, as decimal texts.
  static let shown = FrameMembers(rawValue: 32)
  /// The characters of the widest text, which the animation tells once for all its frames.
  static let widest = FrameMembers(rawValue: 64)
  /// The runs of the text: which characters are a number, a sign, a unit, and which have changed.
  static let runs = FrameMembers(rawValue: 128)

  /// Each member with its name.
  static let named: [(name: String, member: FrameMembers)] = [
    ("value", .value), ("shown", .shown), ("velocity", .velocity), ("labels", .labels), ("glyphs", .glyphs),
    ("columns", .columns), ("runs", .runs), ("widest", .widest),
  ]
}
