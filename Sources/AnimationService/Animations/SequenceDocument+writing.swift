import FrameScheduling
import TextAnimation
import TextBytes

/// How far a document has been written.
struct DocumentPosition: Sendable {
  /// Whether nothing is left.
  fileprivate(set) var isEnd = false
  /// The animation that is being written.
  fileprivate var place = 0
  /// The first of its frames that is not written.
  fileprivate var frame = 0
  /// The frames that are left of several animations in the order of the clock.
  fileprivate var timeline: Timeline.Iterator?
  fileprivate var cues = CuePosition()
  fileprivate var cast = CastPosition()
  fileprivate var picture = PicturePosition()
}

extension SequenceDocument {
  /// What ends the document behind its last frame.
  var tail: StaticString {
    switch representation {
    case .json: list.single == nil ? "\n]}\n]}\n" : "\n]}\n"
    case .svg: "</svg>\n"
    case .lottie: PreparedSequence.lottieTail
    case .ndjson, .text, .csv, .vtt, .cast, .gif, .apng: ""
    }
  }

  /// Appends what stands behind a position, until `document` has `size` bytes or a little more, or ends, or nothing is left
  /// to be spent.
  func write(
    from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    spending meter: inout Meter
  ) {
    switch representation {
    case .json: writeSequences(from: &position, to: &document, until: size, &meter)
    case .ndjson: writeLines(.lines, from: &position, to: &document, until: size, &meter)
    case .text: writeLines(.text, from: &position, to: &document, until: size, &meter)
    case .csv:
      let form = FrameForm.csv(list.elements.reduce(into: []) { $0.formUnion($1.prepared.extraColumns) }, csvTexts)
      if position.frame == 0, position.timeline == nil {
        if list.single == nil { document.append("id,") }
        form.writeHeader(to: &document)
      }
      writeLines(form, from: &position, to: &document, until: size, &meter)
    case .svg:
      if let single = list.single {
        SVGPicture(single, picture).write(
          timings?[0], from: &position.picture, to: &document, until: size, spending: &meter)
      }
      position.isEnd = position.picture.isEnd
    case .vtt:
      list.single?.writeCaptions(timings?[0], from: &position.cues, to: &document, until: size, &meter)
      position.isEnd = position.cues.isEnd
    case .lottie:
      list.single?.writeLottie(timings?[0], from: &position.cues, to: &document, until: size, &meter)
      position.isEnd = position.cues.isEnd
    case .cast:
      list.single?.writeCast(from: &position.cast, to: &document, until: size, &meter)
      position.isEnd = position.cast.isEnd
    // Pictures of pixels are made whole, elsewhere.
    case .gif, .apng: position.isEnd = true
    }
    if position.isEnd { document.append(tail) }
  }

  private func writeSequences(
    from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int, _ meter: inout Meter
  ) {
    while !position.isEnd, document.count < size, !meter.isExhausted {
      if position.frame == 0 {
        if position.place > 0 {
          document.append("\n]},\n")
        } else if list.single == nil {
          document.append("{\"animations\":[\n")
        }
        list.elements[position.place].writeHead(to: &document)
      }
      // A frame at least follows a head: by its frame a position knows whether the head is written.
      let end = max(size, document.count + 1)
      guard writeFrames(.elements, from: &position, to: &document, until: end, &meter) else { return }
      // The last is followed by nothing.
      document.truncate(to: document.count - 2)
      position.place += 1
      position.frame = 0
      position.isEnd = position.place == list.elements.count
    }
  }

  /// All at once where there is one animation, which takes a third of the time.
  private func writeLines(
    _ form: FrameForm, from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) {
    guard list.single == nil else {
      position.isEnd = writeFrames(form, from: &position, to: &document, until: size, &meter)
      return
    }
    if position.timeline == nil { position.timeline = list.timeline.makeIterator() }
    while document.count < size {
      guard let frame = position.timeline?.next() else { return position.isEnd = true }
      let element = list.elements[frame.track]
      let start = document.count
      element.writeLine(frame.index, form, timings?[frame.track], to: &document)
      guard element.prepared.spend(on: 1, bytes: document.count - start, form, from: &meter) else { return }
    }
  }

  /// Appends the frames of the animation that is being written.
  ///
  /// - Returns: Whether that was the last.
  private func writeFrames(
    _ form: FrameForm, from position: inout DocumentPosition, to document: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) -> Bool {
    let prepared = list.elements[position.place].prepared
    let timing = timings?[position.place]
    position.frame = prepared.writeFrames(
      form, timing, from: position.frame, to: &document, until: size, spending: &meter)
    return position.frame == prepared.sequence.count
  }
}

extension AnimationList.Element {
  /// Appends the beginning of the object that has all its frames, up to the bracket that opens them.
  fileprivate func writeHead(to json: inout UTF8Buffer) {
    json.append("{")
    if let id {
      json.appendJSONMember("id", id)
      json.append(",")
    }
    json.append("\"animation\":")
    prepared.writeDescription(to: &json)
    json.append(",\n\"frames\":[\n")
  }

  /// Appends one frame as a line that begins with the id.
  fileprivate func writeLine(_ index: Int, _ form: FrameForm, _ timing: TimingTable?, to line: inout UTF8Buffer) {
    switch form.times {
    case .json: break
    case .csv:
      let start = line.count
      line.append(contentsOf: id ?? "")
      line.escape(from: start, by: form.escape)
      line.append(",")
    case .none:
      line.append(contentsOf: id ?? "")
      line.append("\t")
    }
    writeFrame(index, form, timing, to: &line)
  }
}
