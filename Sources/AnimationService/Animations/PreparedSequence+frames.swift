import TextAnimation
import TextBytes

extension PreparedSequence {
  /// A frame whose text has been made with those of others.
  struct WrittenText {
    let index: Int
    let progress: Double
    /// Which text of the run it is.
    let place: Int
  }

  /// Appends all frames of a sequence with an end, of which nothing is ready, until there are more bytes than `limit`.
  ///
  /// Their texts are made some at a time, in one loop in which nothing is looked up for a frame.
  @inline(__always)
  func writeFrames(
    to document: inout UTF8Buffer, limit: Int, _ interlude: Interlude?,
    _ write: (WrittenText, borrowing TextRun, inout UTF8Buffer) -> Void
  ) {
    var texts = TextRun()
    forEachRun(of: &document, limit: limit, interlude) { frames, document in
      let progresses = frames.map { sequence.progress(ofFrame: $0) }
      texts.removeAll()
      sequence.animation.write(at: progresses.span, to: &texts)
      for (place, index) in frames.enumerated() {
        write(WrittenText(index: index, progress: progresses[place], place: place), texts, &document)
      }
    }
  }

  /// The most digits that are computed one by one for an answer: some 0.4 s, or three times as much where the progress is
  /// next to nothing.
  static let maximumDigits = 8_000_000

  /// Those of all frames together.
  var digitCount: Int { (sequence.count ?? 0) * sequence.animation.exactDigits }

  private func forEachRun(
    of document: inout UTF8Buffer, limit: Int, _ interlude: Interlude?,
    _ write: (Range<Int>, inout UTF8Buffer) -> Void
  ) {
    let count = sequence.count ?? 0
    var first = 0
    while first < count, document.count <= limit {
      let frames = first..<min(first + framesAtOnce, count)
      write(frames, &document)
      first = frames.upperBound
      interlude?.offer()
    }
  }

  /// So many that their texts stay in the processor's nearest cache, and that none are many bytes beyond a limit.
  private var framesAtOnce: Int {
    let animation = sequence.animation
    return min(max(16_384 / (animation.source.utf8.count + animation.target.utf8.count + 64), 1), 128)
  }
}

// MARK: - In JSON

/// What follows a frame among others.
struct FrameSeparator {
  fileprivate let text: StaticString
  /// The same behind what ends a frame without other members.
  fileprivate let end: Literal

  /// Between the elements of an array.
  static let comma = FrameSeparator(",\n")
  /// Behind each line.
  static let newline = FrameSeparator("\n")

  private init(_ text: StaticString) {
    self.text = text
    end = Literal("\"}" + text.description)
  }
}

extension PreparedSequence {
  /// Appends all frames of a sequence with an end as objects, until there are more bytes than `limit`.
  ///
  /// - Parameters:
  ///   - timingTable: The times, where they are ready.
  ///   - separator: What follows each frame, even the last.
  ///   - json: Where all is appended.
  ///   - limit: The bytes after which it may stop; what is beyond is of no use to anybody.
  ///   - interlude: What is due meanwhile.
  func writeFrames(
    _ timingTable: TimingTable?, followedBy separator: FrameSeparator, to json: inout UTF8Buffer, limit: Int,
    _ interlude: Interlude? = nil
  ) {
    guard let timingTable else {
      return writeFrames(to: &json, limit: limit, interlude) { frame, texts, json in
        sequence.writeTimes(ofFrame: frame.index, frame.progress, to: &json)
        write(frame, of: texts, followedBy: separator, to: &json)
      }
    }
    let progresses = timingTable.progresses
    forEachRun(of: &json, limit: limit, interlude) { frames, json in
      let slots = hasMembers ? nil : TextSlots(behind: frames, of: timingTable.leads, before: separator.end)
      if let slots, sequence.animation.write(at: progresses.span.extracting(frames), in: slots, to: &json) { return }
      var texts = TextRun()
      sequence.animation.write(at: progresses.span.extracting(frames), to: &texts)
      if let slots, !texts.needsJSONEscape { return json.append(slots, with: texts) }
      for (place, index) in frames.enumerated() {
        json.append(index, of: timingTable.leads)
        let frame = WrittenText(index: index, progress: progresses[index], place: place)
        write(frame, of: texts, followedBy: separator, to: &json)
      }
    }
  }

  @inline(__always)
  private func write(
    _ frame: WrittenText, of texts: borrowing TextRun, followedBy separator: FrameSeparator, to json: inout UTF8Buffer
  ) {
    let start = json.count
    json.append(frame.place, of: texts)
    writeRest(after: start, frame.index, frame.progress, to: &json)
    json.append(separator.text)
  }
}
