import Interpolation
public import TextAnimation
package import TextBytes
import Timing
package import FrameScheduling

/// A sequence ready to be shown, and how it describes itself and its frames in JSON.
///
/// A class, so that a stream carries one reference and a frame copies nothing.
package final class PreparedSequence: Sendable {
  package let sequence: FrameSequence
  /// The interpolation that took the texts.
  private let interpolation: String
  /// The curve as the client wrote it.
  package let curve: String
  /// What was asked to be marked, in the order it was asked for.
  let markers: [ProgressMarker]
  let details: FrameDetails
  /// The characters of the widest text, where they were asked for.
  private let widest: Int?
  /// Parameters of the request that have no effect.
  private let warnings: [ParameterProblem]
  /// What it took to find its changes and markers, in positions of the curve.
  package let searchCost: Int
  /// Whether a frame says more than index, time, progress and text.
  let hasMembers: Bool

  package init(
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
  /// The same without the frames behind some second.
  package func ending(at seconds: Double) -> PreparedSequence {
    let last = sequence.index(at: seconds)
    guard let count = sequence.count, last < count - 1 else { return self }
    return PreparedSequence(
      sequence: FrameSequence(sequence, at: (0...last).map { sequence.time(of: $0) }), markers: markers,
      interpolation: interpolation, curve: curve, details: details, widest: widest, warnings: warnings,
      searchCost: searchCost)
  }

  /// About the bytes that it keeps in memory; a curve has some 16 for each of its text's.
  package var byteCount: Int {
    1_024 + sequence.animation.byteCount + 16 * curve.utf8.count + 24 * (sequence.distinctTimes?.count ?? 0)
      + MemoryLayout<ProgressMarker>.stride * markers.count
  }

  /// Appends the `animation` object.
  ///
  /// What every object has is named by literals: half the instructions of a call a member.
  package func writeDescription(to json: inout UTF8Buffer) {
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
    if case .legs(_, let stops, _) = animation.content {
      json.appendJSONMember("texts", stops.map(\.text))
      json.appendJSONMember("times", stops.map(\.share))
    }
    if let widest { json.appendJSONMember("widest", widest) }
    guard animation.isAnimated, let seconds = animation.curve.settlingDuration(within: Settling.visibleShare),
      seconds.isFinite
    else { return }
    json.appendJSONMember("settlingDuration", seconds)
  }

  /// One frame and what it belongs to, as a document of JSON.
  package func document(ofFrame index: Int, spending meter: inout Meter) -> [UInt8] {
    var json = UTF8Buffer()
    json.append("{\"animation\":")
    writeDescription(to: &json)
    json.append(",\n\"frame\":")
    writeFrame(index, .object, to: &json, spending: &meter)
    json.append("}\n")
    return json.bytes()
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

extension FrameSequence {
  /// When each frame is due; the first shows during the delay.
  package var track: Timeline.Track {
    Timeline.Track(frameTimes, delay: .seconds(playback.delay))
  }

  /// When each frame is shown after the delay.
  package var frameTimes: FrameTimes {
    if let distinctTimes { return .table(distinctTimes.map { .seconds(max($0 - playback.delay, 0)) }) }
    guard let count else { return .endless(fps: fps) }
    return .uniform(fps: fps, count: count, end: .seconds(duration - playback.delay))
  }

  /// The most frames that are due within a second.
  ///
  /// - Complexity: O(n) where frames were left out.
  public var framesPerSecond: Double {
    guard let distinctTimes else { return fps }
    var (first, most) = (0, 0)
    for (last, time) in distinctTimes.enumerated() {
      while time - distinctTimes[first] >= 1 { first += 1 }
      most = max(most, last - first + 1)
    }
    return Double(most)
  }
}
