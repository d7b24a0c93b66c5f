import TextAnimation
import TextBytes
import Timing

/// A sequence ready to be shown, and how it describes itself and its frames in JSON.
///
/// A class, so that a stream carries one reference and a frame copies nothing.
final class PreparedSequence: Sendable {
  let sequence: FrameSequence
  /// The interpolation that took the texts.
  private let interpolation: String
  /// The curve as the client wrote it.
  let curve: String
  /// What was asked to be marked, in the order it was asked for.
  private let markers: [ProgressMarker]
  let details: FrameDetails
  /// The characters of the widest text, where they were asked for.
  private let widest: Int?
  /// Parameters of the request that have no effect.
  private let warnings: [ParameterProblem]
  /// What it took to find its changes and markers, in positions of the curve.
  let searchCost: Int
  /// Whether a frame says more than index, time, progress and text.
  let hasMembers: Bool

  init(
    sequence: FrameSequence, markers: [ProgressMarker], interpolation: String, curve: String, details: FrameDetails,
    widest: Int?, warnings: [ParameterProblem], searchCost: Int
  ) {
    self.searchCost = searchCost
    self.markers = markers
    self.interpolation = interpolation
    self.curve = curve
    self.details = details
    self.widest = widest
    self.warnings = warnings
    hasMembers = !markers.isEmpty || !details.isEmpty
    self.sequence = sequence
  }
}

extension PreparedSequence {
  /// About the bytes that it keeps in memory; a curve has some 16 for each of its text's.
  var byteCount: Int {
    1_024 + sequence.animation.byteCount + 16 * curve.utf8.count + 24 * (sequence.distinctTimes?.count ?? 0)
      + MemoryLayout<ProgressMarker>.stride * markers.count
  }

  /// Appends the `animation` object.
  ///
  /// What every object has is named by literals: half the instructions of a call a member.
  func writeDescription(to json: inout UTF8Buffer) {
    json.append("{\"from\":")
    sequence.animation.source.writeJSON(to: &json)
    json.append(",\"to\":")
    sequence.animation.target.writeJSON(to: &json)
    json.append(",\"interpolation\":")
    interpolation.writeJSON(to: &json)
    json.append(",\"curve\":")
    curve.writeJSON(to: &json)
    json.append(",\"duration\":")
    sequence.animation.duration.writeJSON(to: &json)
    json.append(",\"fps\":")
    sequence.fps.writeJSON(to: &json)
    json.append(",\"frameCount\":")
    sequence.count.writeJSON(to: &json)
    json.append(",\"animated\":")
    sequence.animation.isAnimated.writeJSON(to: &json)
    writeExtent(to: &json)
    if !markers.isEmpty {
      json.appendJSONName("markers")
      json.appendJSONArray { array in
        for marker in markers { marker.write(to: &array) }
      }
    }
    if let refusal = sequence.animation.refusal { json.appendJSONMember("reason", refusal.reason) }
    if !warnings.isEmpty { json.appendJSONMember("warnings", warnings) }
    json.append("}")
  }

  /// Appends how the target is shown, where that is not `to`, what stands around all texts, what room the texts need, and when the curve has settled.
  private func writeExtent(to json: inout UTF8Buffer) {
    let animation = sequence.animation
    if animation.rewritesTarget {
      json.appendJSONName("shownTo")
      json.appendJSONString { animation.write(at: 1, to: &$0) }
    }
    if !animation.prefix.isEmpty { json.appendJSONMember("prefix", animation.prefix) }
    if !animation.suffix.isEmpty { json.appendJSONMember("suffix", animation.suffix) }
    if let ways = animation.content.ways {
      json.appendJSONMember("texts", ways.texts)
      json.appendJSONMember("times", ways.times)
    }
    if let widest { json.appendJSONMember("widest", widest) }
    guard animation.isAnimated, let seconds = animation.curve.settlingDuration(within: Settling.visibleShare),
      seconds.isFinite
    else { return }
    json.appendJSONMember("settlingDuration", seconds)
  }

  /// One frame and what it belongs to, as a document of JSON.
  func document(ofFrame index: Int) -> [UInt8] {
    var json = UTF8Buffer()
    json.append("{\"animation\":")
    writeDescription(to: &json)
    json.append(",\n\"frame\":")
    writeFrame(index, .object, to: &json)
    json.append("}\n")
    return json.bytes()
  }

  /// Appends what a frame says behind its text.
  func writeMembers(_ index: Int, _ progress: Double, to object: inout UTF8Buffer) {
    if !markers.isEmpty { writeMarkers(index, to: &object) }
    if let value = details.value { object.appendValues("value", of: value, isRounded: false, at: progress) }
    if let shown = details.shown { object.appendValues("shown", of: shown, isRounded: true, at: progress) }
    if details.velocity { object.appendJSONMember("velocity", sequence.velocity(ofFrame: index)) }
    if let transition = details.transition { writeLabels(transition, index, progress, to: &object) }
    if let glyphs = details.glyphs {
      object.appendJSONName("glyphs")
      object.appendJSONArray { array in
        for glyph in glyphs.glyphs(at: progress) { glyph.write(to: &array) }
      }
    }
    if let columns = details.columns {
      object.appendJSONName("columns")
      object.appendJSONArray { array in
        for column in columns.columns(at: progress) { column.write(to: &array) }
      }
    }
    if let runs = details.runs {
      var text = UTF8Buffer()
      sequence.animation.write(at: progress, to: &text)
      object.appendJSONName("runs")
      object.appendJSONArray { array in
        for run in runs.runs(of: text.text()) { run.write(to: &array) }
      }
    }
  }

  /// The markers that a frame is the first to reach; no member where it reaches none.
  private func writeMarkers(_ index: Int, to object: inout UTF8Buffer) {
    let reached = markers.lazy.filter { $0.frame == index }
    guard !reached.isEmpty else { return }
    object.appendJSONName("markers")
    object.appendJSONArray { array in
      for marker in reached { array.appendJSON(marker.progress) }
    }
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
    let (share, change, eased) = way(index, progress)
    let (exit, enter) = transition.labels(at: share) {
      $0 == share ? eased : change.progress(at: $0 * change.duration)
    }
    let isOver = progress == 1 && index == sequence.count.map { $0 - 1 }
    return (isOver ? nil : exit, enter, change, eased)
  }

  /// The change whose labels a frame shows, the share of its time that has passed, and how far it has come.
  func way(_ index: Int, _ progress: Double) -> (share: Double, animation: Animation, eased: Double) {
    let (share, animation) = (sequence.share(ofFrame: index), sequence.animation)
    guard animation.content.ways != nil else { return (share, animation, progress) }
    let (way, seconds) = animation.way(at: share * animation.duration)
    guard way.duration > 0 else { return (1, way, 1) }
    return (seconds / way.duration, way, way.progress(at: seconds))
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

extension ProgressMarker {
  /// A marker that is never reached has no `time`.
  fileprivate func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { marker in
      marker.appendJSONMember("progress", progress)
      if let time { marker.appendJSONMember("time", time) }
      if let frame { marker.appendJSONMember("frame", frame) }
    }
  }
}

extension UTF8Buffer {
  /// Appends a member with a decimal text, or with an array of them where several numbers count.
  mutating func appendValues(
    _ name: StaticString, of interpolation: any ValueInterpolation, isRounded: Bool, at progress: Double
  ) {
    let count = interpolation.valueCount(at: progress)
    guard count > 0 else { return }
    appendJSONName(name)
    if count > 1 { append("[") }
    for index in 0..<count {
      if index > 0 { append(",") }
      appendJSONString { interpolation.writeValue(index, isRounded: isRounded, at: progress, to: &$0) }
    }
    if count > 1 { append("]") }
  }
}
