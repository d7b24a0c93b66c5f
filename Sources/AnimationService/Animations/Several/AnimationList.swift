import FrameScheduling
import TextAnimation
import TextBytes
import WireFormat

/// Several animations on one clock: that of the request, from which the delay of each counts.
struct AnimationList: Sendable {
  /// One of several animations.
  struct Element: Sendable {
    /// What the client calls it.
    let id: String
    let prepared: PreparedSequence
    /// The beginning of each of its frames, escaped once.
    private let opening: [UInt8]

    init(id: String, _ prepared: PreparedSequence) {
      self.id = id
      self.prepared = prepared
      var json = UTF8Buffer(capacity: 128)
      json.append("{")
      json.appendJSONMember("id", id)
      json.append(",")
      opening = json.bytes()
    }
  }

  /// The animations in the order in which they were asked for.
  let elements: [Element]
  /// When each frame of each animation is shown; its tracks are the animations.
  let timeline: Timeline

  init(_ elements: [Element]) {
    self.elements = elements
    timeline = Timeline(
      elements.map {
        let sequence = $0.prepared.sequence
        return Timeline.Track(sequence.frameTimes, delay: .seconds(sequence.playback.delay))
      })
  }
}

extension AnimationList {
  /// Appends what all animations are, as an array.
  func writeDescription(to json: inout UTF8Buffer) {
    json.appendJSONArray { array in
      for element in elements {
        array.appendJSONObject { object in
          object.appendJSONMember("id", element.id)
          object.appendJSONName("animation")
          element.prepared.writeDescription(to: &object)
        }
      }
    }
  }
}

extension AnimationList.Element {
  /// Appends one frame as an object with its `id`, which must be the first value of its line.
  func writeFrame(_ index: Int, _ form: FrameForm, to json: inout UTF8Buffer) {
    prepared.writeFrame(index, form, opening: opening, to: &json)
  }
}
