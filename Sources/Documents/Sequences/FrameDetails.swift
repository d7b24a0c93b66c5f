package import WrittenNumbers
package import TextAnimation
package import Interpolation
package import TextBytes

/// What each frame of an animation says beside its text, as far as the animation knows it; to find that out for each
/// frame would cost twice the frame.
package struct FrameDetails: Sendable {
  /// Whether it says how fast it changes.
  let velocity: Bool
  /// What tells its values, where they are told as they are.
  let value: TextNumbers?
  /// The same where they are told as they are shown.
  let shown: TextNumbers?
  /// What knows its two labels.
  let transition: Transition?
  /// What knows its glyphs.
  package let glyphs: (@Sendable (Double) -> [Glyph])?
  /// What knows its columns.
  package let columns: (@Sendable (Double) -> [Column])?
  /// What finds the runs of its text.
  let runs: TextRuns?
  /// Where glyphs are counted from.
  package let alignment: TextAlignment
  /// Whether it says nothing of these.
  package let isEmpty: Bool

  /// Finds out what there is of the members that are asked for, and of labels, glyphs and columns.
  package init(
    _ members: FrameMembers, of animation: borrowing Animation, _ transition: Transition?, _ symbols: NumberSymbols,
    _ alignment: TextAlignment, spending meter: inout Meter
  ) {
    let content = animation.content
    self.alignment = alignment
    runs =
      members.contains(.runs)
      ? TextRuns(from: animation.text(at: 0), to: animation.text(at: 1), symbols: symbols, spending: &meter) : nil
    velocity = members.contains(.velocity)
    self.transition = transition
    value = members.contains(.value) ? content.numbers : nil
    shown = members.contains(.shown) ? content.numbers : nil
    glyphs = content.glyphs
    columns = content.columns
    isEmpty =
      !velocity && value == nil && shown == nil && self.transition == nil && glyphs == nil && columns == nil
      && runs == nil
  }
}

/// What a frame says beside its index, time, progress and text.
package struct FrameMembers: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

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

  package var hasWidest: Bool { contains(.widest) }

  /// Each member with its name.
  package static let named: [(name: String, member: FrameMembers)] = [
    ("value", .value), ("shown", .shown), ("velocity", .velocity), ("labels", .labels), ("glyphs", .glyphs),
    ("columns", .columns), ("runs", .runs), ("widest", .widest),
  ]
}

// MARK: - JSON

extension PreparedSequence {
  /// Appends what a frame says behind its text, or less once nothing is left to be spent.
  func writeMembers(_ index: Int, _ progress: Double, to object: inout UTF8Buffer, spending meter: inout Meter) {
    guard meter.spend(memberUnits(at: progress), .members) else { return }
    if !markers.isEmpty { writeMarkers(index, to: &object) }
    if let value = details.value { object.appendValues("value", of: value, isRounded: false, at: progress) }
    if let shown = details.shown { object.appendValues("shown", of: shown, isRounded: true, at: progress) }
    if details.velocity { object.appendJSONMember("velocity", sequence.velocity(ofFrame: index)) }
    if let transition = details.transition { writeLabels(transition, index, progress, to: &object) }
    if let glyphs = details.glyphs {
      object.appendJSONName("glyphs")
      object.appendJSONArray { array in
        for glyph in glyphs(progress) where meter.spend(Self.unitsOfGlyph, .members) {
          glyph.write(to: &array)
        }
      }
    }
    if let columns = details.columns {
      object.appendJSONName("columns")
      object.appendJSONArray { array in
        for column in columns(progress) where meter.spend(Self.unitsOfColumn, .members) {
          column.write(to: &array)
        }
      }
    }
    if let runs = details.runs {
      let text = sequence.animation.text(at: progress)
      object.appendJSONName("runs")
      object.appendJSONArray { array in
        for run in runs.runs(of: text, spending: &meter) { run.write(to: &array) }
      }
    }
  }

  /// What the members of a frame take that are known before the first of them is written, in units of a meter: values, the
  /// texts of labels, and finding characters and columns.
  private func memberUnits(at progress: Double) -> Int {
    var units = markers.count + valueUnits(at: progress)
    let text = sequence.animation.textBytes
    if details.transition != nil { units += 1_000 + sequence.animation.unitsOfText + 6 * text }
    if details.glyphs != nil { units += 100 * text }
    if details.columns != nil { units += 50 * text }
    return units
  }

  /// The same of its numbers alone.
  func valueUnits(at progress: Double) -> Int {
    let values = [details.value, details.shown].reduce(0) { $0 + ($1?.count(at: progress) ?? 0) }
    return values * Self.unitsOfValue + (details.velocity ? 150 : 0)
  }

  private static let (unitsOfValue, unitsOfGlyph, unitsOfColumn) = (300, 500, 300)

  /// The markers that a frame is the first to reach; no member where it reaches none.
  private func writeMarkers(_ index: Int, to object: inout UTF8Buffer) {
    let reached = markers.lazy.filter { $0.frame == index }
    guard !reached.isEmpty else { return }
    object.appendJSONName("markers")
    object.appendJSONArray { array in for marker in reached { array.appendJSON(marker.progress) } }
  }

  private func writeLabels(_ transition: Transition, _ index: Int, _ progress: Double, to object: inout UTF8Buffer) {
    let shown = labels(transition, index, progress)
    object.appendJSONName("labels")
    object.appendJSONObject { labels in
      labels.appendJSONName("exit")
      if let exit = shown.exit {
        exit.write(to: &labels) { $0.append(contentsOf: shown.change.source) }
      } else {
        labels.append("null")
      }
      labels.appendJSONName("enter")
      shown.enter.write(to: &labels) { shown.change.writeEntering(at: shown.eased, to: &$0) }
    }
  }

  /// How the two labels of a frame look, the change that they belong to, and how far it has come.
  ///
  /// The label that has left is hidden once the animation is over, as BBCyclingLabel does at its completion.
  func labels(
    _ transition: Transition, _ index: Int, _ progress: Double
  ) -> (exit: LabelAppearance?, enter: LabelAppearance, change: Animation, eased: Double) {
    let (share, change, eased) = leg(index, progress)
    let (exit, enter) = transition.labels(at: share) {
      $0 == share ? eased : change.progress(at: $0 * change.duration)
    }
    let isOver = progress == 1 && index == sequence.count.map { $0 - 1 }
    return (isOver ? nil : exit, enter, change, eased)
  }

  /// The change whose labels a frame shows, the share of its time that has passed, and how far it has come.
  func leg(_ index: Int, _ progress: Double) -> (share: Double, animation: Animation, eased: Double) {
    let (share, animation) = (sequence.share(ofFrame: index), sequence.animation)
    guard case .legs = animation.content else { return (share, animation, progress) }
    let (leg, seconds) = animation.leg(at: share * animation.duration)
    guard leg.duration > 0 else { return (1, leg, 1) }
    return (seconds / leg.duration, leg, leg.progress(at: seconds))
  }
}

extension Animation {
  /// The text of the label that enters: the target, or on its way there.
  func writeEntering(at progress: Double, to text: inout UTF8Buffer) {
    if content.isInstant {
      text.append(contentsOf: target)
    } else {
      write(at: progress, to: &text)
    }
  }
}

extension UTF8Buffer {
  /// Appends a member with a decimal text, or with an array of them where several numbers count.
  package mutating func appendValues(
    _ name: StaticString, of numbers: TextNumbers, isRounded: Bool, at progress: Double
  ) {
    let count = numbers.count(at: progress)
    guard count > 0 else { return }
    appendJSONName(name)
    if count > 1 { append("[") }
    for index in 0..<count {
      if index > 0 { append(",") }
      appendJSONString { numbers.write(index, isRounded: isRounded, at: progress, to: &$0) }
    }
    if count > 1 { append("]") }
  }
}

extension LabelAppearance {
  func write(to json: inout UTF8Buffer, text: (inout UTF8Buffer) -> Void) {
    json.appendJSONObject { label in
      label.appendJSONName("text")
      label.appendJSONString(writtenBy: text)
      label.appendJSONMember("opacity", opacity)
      label.appendJSONMember("scale", scale)
      label.appendJSONMember("rotation", rotation)
      label.appendJSONMember("offsetX", offsetX)
      label.appendJSONMember("offsetY", offsetY)
    }
  }
}

extension Glyph {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { glyph in
      glyph.appendJSONMember("text", text)
      glyph.appendJSONMember("x", x)
      if let from, let to, from != to {
        glyph.appendJSONMember("from", from)
        glyph.appendJSONMember("to", to)
      }
      glyph.appendJSONMember("y", y)
      glyph.appendJSONMember("scale", scale)
      glyph.appendJSONMember("rotation", rotation)
      glyph.appendJSONMember("opacity", opacity)
    }
  }
}

extension TextRun {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { run in
      run.appendJSONMember("text", text)
      run.appendJSONMember("kind", kind.rawValue)
      run.appendJSONMember("changed", isChanged)
    }
  }
}

extension Column {
  /// Only a digit has `next` and `offset`, and only what appears or vanishes has an `opacity`.
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { column in
      column.appendJSONMember("text", text)
      if let next, let offset {
        column.appendJSONMember("next", next)
        column.appendJSONMember("offset", offset)
      }
      if opacity < 1 { column.appendJSONMember("opacity", opacity) }
    }
  }
}

extension Animation.Content {
  /// Whether the text changes at once while labels move.
  ///
  /// The types are compared, since a cast costs as much as reading three parameters.
  package var isInstant: Bool {
    if case .interpolated(let interpolation, _) = self {
      type(of: interpolation) == InstantInterpolation.self
    } else {
      false
    }
  }
}
