import TextAnimation
import TextBytes
import WireFormat

/// A sequence ready to be shown, and how it describes itself and its frames in JSON.
struct PreparedSequence: Sendable {
  let sequence: FrameSequence
  /// The interpolation that took the texts.
  let interpolation: String
  /// The curve as the client wrote it.
  let curve: String
  /// How one label leaves while the other enters.
  var transition: Transition?
  /// What each frame says beside the text.
  var members: FrameMembers = []
}

extension PreparedSequence {
  /// Appends the `animation` object.
  func writeDescription(to json: inout UTF8Buffer) {
    let animation = sequence.animation
    json.appendJSONObject { object in
      object.appendJSONMember("from", animation.source)
      object.appendJSONMember("to", animation.target)
      object.appendJSONMember("interpolation", interpolation)
      object.appendJSONMember("curve", curve)
      object.appendJSONMember("duration", animation.duration)
      object.appendJSONMember("fps", sequence.fps)
      object.appendJSONMember("frameCount", sequence.count)
      object.appendJSONMember("animated", animation.isAnimated)
      if case .immediate(let refusal) = animation.content { object.appendJSONMember("reason", refusal.reason) }
    }
  }

  /// Appends one frame as an object.
  func writeFrame(_ index: Int, to json: inout UTF8Buffer) {
    let progress = sequence.progress(ofFrame: index)
    json.appendJSONObject { object in
      object.appendJSONMember("index", index)
      object.appendJSONMember("time", sequence.time(of: index))
      object.appendJSONMember("progress", progress)
      object.appendJSONName("text")
      object.appendJSONString { sequence.animation.write(at: progress, to: &$0) }
      if !members.isEmpty { writeMembers(index, progress, to: &object) }
    }
  }

  private func writeMembers(_ index: Int, _ progress: Double, to object: inout UTF8Buffer) {
    if members.contains(.value), let values = interpolated as? any ValueInterpolation {
      object.appendJSONName("value")
      object.appendJSONString { values.writeValue(at: progress, to: &$0) }
    }
    if members.contains(.velocity) { object.appendJSONMember("velocity", sequence.velocity(ofFrame: index)) }
    if members.contains(.labels), let transition { writeLabels(transition, index, progress, to: &object) }
    if members.contains(.glyphs), let glyphs = interpolated as? any GlyphInterpolation {
      object.appendJSONName("glyphs")
      object.appendJSONArray { array in
        for glyph in glyphs.glyphs(at: progress) { glyph.write(to: &array) }
      }
    }
    if members.contains(.columns), let columns = interpolated as? any ColumnInterpolation {
      object.appendJSONName("columns")
      object.appendJSONArray { array in
        for column in columns.columns(at: progress) { column.write(to: &array) }
      }
    }
  }

  /// The label that has left is hidden once the animation is over, as BBCyclingLabel does at its completion.
  private func writeLabels(_ transition: Transition, _ index: Int, _ progress: Double, to object: inout UTF8Buffer) {
    let (exit, enter) = transition.labels(at: progress)
    object.appendJSONName("labels")
    object.appendJSONObject { labels in
      labels.appendJSONName("exit")
      if progress == 1, index == sequence.count.map({ $0 - 1 }) {
        labels.append("null")
      } else {
        exit.write(to: &labels) { $0.append(contentsOf: sequence.animation.source) }
      }
      labels.appendJSONName("enter")
      enter.write(to: &labels) { sequence.animation.writeEntering(at: progress, to: &$0) }
    }
  }

  private var interpolated: (any TextInterpolation)? {
    if case .interpolated(let interpolation, _) = sequence.animation.content { interpolation } else { nil }
  }
}

extension Animation {
  /// The text of the label that enters: the target, or on its way there.
  fileprivate func writeEntering(at progress: Double, to text: inout UTF8Buffer) {
    if case .interpolated(let interpolation, _) = content, interpolation is Switch {
      text.append(contentsOf: target)
    } else {
      write(at: progress, to: &text)
    }
  }
}

extension LabelState {
  fileprivate func write(to json: inout UTF8Buffer, text: (inout UTF8Buffer) -> Void) {
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
  fileprivate func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { glyph in
      glyph.appendJSONMember("text", text)
      glyph.appendJSONMember("x", x)
      glyph.appendJSONMember("y", y)
      glyph.appendJSONMember("scale", scale)
      glyph.appendJSONMember("rotation", rotation)
      glyph.appendJSONMember("opacity", opacity)
    }
  }
}

extension Column {
  /// Only a digit has `next` and `offset`, and only what appears or vanishes has an `opacity`.
  fileprivate func write(to json: inout UTF8Buffer) {
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
