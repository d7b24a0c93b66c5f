package import FrameScheduling
package import TextAnimation
package import TextBytes

/// The animations of a request on one clock: one, or several, from whose start the delay of each counts.
package struct AnimationList: Sendable {
  /// One of the animations.
  ///
  /// A class, as a frame would copy each member of a struct.
  package final class Element: Sendable {
    /// What the client calls it; `nil` for the only animation of a request without a list.
    package let id: String?
    package let prepared: PreparedSequence
    /// The beginning of each of its frames where it has an id, escaped once.
    private let opening: [UInt8]?

    package init(id: String?, _ prepared: PreparedSequence) {
      self.id = id
      self.prepared = prepared
      opening = id.map { id in
        [UInt8](capacity: 16 + id.utf8.count) { json in
          json.append("{")
          json.appendJSONMember("id", id)
          json.append(",")
        }
      }
    }
  }

  /// The animations in the order in which they were asked for.
  package let elements: [Element]

  package init(elements: [Element]) {
    self.elements = elements
  }
}

extension AnimationList {
  /// The animation of a request without a list.
  package init(_ single: PreparedSequence) {
    elements = [Element(id: nil, single)]
  }
}

extension AnimationList {
  /// The animation of a request without a list; `nil` for a list, also of one.
  package var single: PreparedSequence? { elements.first.flatMap { $0.id == nil ? $0.prepared : nil } }

  /// About the bytes that it keeps in memory.
  ///
  /// Of equal animations, which share what is prepared, all are as one.
  package var byteCount: Int {
    var counted: Set<ObjectIdentifier> = []
    return elements.reduce(0) { sum, element in
      let isFirst = counted.insert(ObjectIdentifier(element.prepared)).inserted
      return sum + 128 + element.idBytes + (isFirst ? element.prepared.byteCount : 0)
    }
  }

  /// When each frame of each animation is shown; its tracks are the animations.
  package var timeline: Timeline { Timeline(elements.map(\.prepared.sequence.track)) }

  /// Appends what all animations are, as an array.
  package func writeDescription(to json: inout UTF8Buffer) {
    json.appendJSONArray { array in
      for element in elements {
        array.appendJSONObject { object in
          if let id = element.id { object.appendJSONMember("id", id) }
          object.appendJSONName("animation")
          element.prepared.writeDescription(to: &object)
        }
      }
    }
  }
}

extension AnimationList {
  /// One frame of each animation and what it belongs to, in JSON; 400 for a position that these animations do not have.
  package func document(at position: FramePosition, spending meter: inout Meter) throws(Problem) -> [UInt8] {
    if let single {
      return single.document(ofFrame: try position.index(in: single.sequence), spending: &meter)
    }
    let seconds = try position.seconds(in: self)
    var json = UTF8Buffer()
    json.append("{\"animations\":[\n")
    for (place, element) in elements.enumerated() {
      let start = json.count
      if place > 0 { json.append(",\n") }
      json.append("{")
      json.appendJSONMember("id", element.id ?? "")
      json.append(",\"animation\":")
      element.prepared.writeDescription(to: &json)
      json.append(",\n\"frame\":")
      let described = json.count
      element.prepared.writeFrame(element.prepared.sequence.index(at: seconds), .object, to: &json, spending: &meter)
      json.append("}")
      guard meter.spend(Animation.unitsOfByte * (described - start), .frames) else { break }
    }
    json.append("\n]}\n")
    return json.bytes()
  }
}

extension AnimationList.Element {
  /// The bytes that its id adds to each frame.
  package var idBytes: Int { opening?.count ?? 0 }

  /// Appends one frame; in JSON an object with its `id`, where it has one, as the first value.
  package func writeFrame(_ index: Int, _ form: FrameForm, _ timing: TimingTable? = nil, to bytes: inout UTF8Buffer) {
    prepared.writeFrame(index, form, timing, opening: opening, to: &bytes)
  }

  /// The same at the expense of a meter.
  func writeFrame(
    _ index: Int, _ form: FrameForm, _ timing: TimingTable?, to bytes: inout UTF8Buffer, spending meter: inout Meter
  ) {
    prepared.writeFrame(index, form, timing, opening: opening, to: &bytes, spending: &meter)
  }
}

/// Where in a sequence one frame is asked for.
package enum FramePosition {
  case index(Int)
  case time(Double)
  case position(Double)

  /// The moment on the clock of several animations.
  ///
  /// - Throws: 400 for an index, since each counts its own frames, and for a share of what has no end.
  func seconds(in list: AnimationList) throws(Problem) -> Double {
    switch self {
    case .index:
      throw .invalidParameter("index", "cannot be used with several animations, each of which counts its own frames")
    case .time(let seconds): return seconds
    case .position(let fraction):
      let duration = list.elements.reduce(0) { max($0, $1.prepared.sequence.duration) }
      guard duration.isFinite else { throw Self.endless }
      return fraction * duration
    }
  }

  private static let endless = Problem.invalidParameter(
    "position", "needs an end, but `repeat` is `infinite`")

  /// The frame shown then, at a time past the end the last; 400 for an index past it, and for a share of what has no end.
  package func index(in sequence: FrameSequence) throws(Problem) -> Int {
    switch self {
    case .index(let index):
      guard let count = sequence.count, index >= count else { return index }
      throw .invalidParameter("index", "must be from 0 to \(count - 1), the last frame, not \(index)")
    case .time(let seconds): return sequence.index(at: seconds)
    case .position(let fraction):
      guard sequence.duration.isFinite else { throw Self.endless }
      return sequence.index(at: fraction * sequence.duration)
    }
  }
}
