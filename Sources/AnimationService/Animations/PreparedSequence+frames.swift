import TextAnimation
import TextBytes

/// The one place where frames are written, for documents and streams in every form.
extension PreparedSequence {
  /// Appends all frames of a sequence with an end, until there are more bytes than `limit`.
  ///
  /// - Parameters:
  ///   - form: How they are written.
  ///   - timing: Their times in this form.
  ///   - document: Where they are appended.
  ///   - limit: The bytes after which it may stop; a longer document is of no use to anybody.
  ///   - interlude: What is due meanwhile.
  func writeFrames(
    _ form: FrameForm, _ timing: TimingTable, to document: inout UTF8Buffer, limit: Int, _ interlude: Interlude? = nil
  ) {
    let (count, step, progresses) = (timing.progresses.count, framesAtOnce, timing.progresses)
    var writer = writer(consume document, form, prefixes: timing.prefixes) { progresses[$0] }
    var first = 0
    while first < count, writer.bytes.count <= limit {
      let frames = first..<min(first + step, count)
      sequence.animation.write(at: progresses.span.extracting(frames), to: &writer)
      first = frames.upperBound
      interlude?.offer()
    }
    document = writer.finish()
  }

  /// Appends one frame, computed without the others.
  func writeFrame(_ index: Int, _ form: FrameForm, to bytes: inout UTF8Buffer) {
    let progress = sequence.progress(ofFrame: index)
    form.times.write(index, time: sequence.time(of: index), progress: progress, to: &bytes)
    writeText(index, progress, form, to: &bytes)
  }

  /// Appends one frame as JSON whose opening, up to the value of `index`, stands there already.
  func writeFrameAfterOpening(_ index: Int, _ form: FrameForm, to json: inout UTF8Buffer) {
    let progress = sequence.progress(ofFrame: index)
    form.times.writeAfterOpening(index, time: sequence.time(of: index), progress: progress, to: &json)
    writeText(index, progress, form, to: &json)
  }

  private func writeText(_ index: Int, _ progress: Double, _ form: FrameForm, to bytes: inout UTF8Buffer) {
    var writer = writer(consume bytes, form, prefixes: nil, from: index) { _ in progress }
    writer.append { sequence.animation.write(at: progress, to: &$0) }
    bytes = writer.finish()
  }

  private func writer(
    _ bytes: consuming UTF8Buffer, _ form: FrameForm, prefixes: FramePrefixes?, from first: Int = 0,
    progress: @escaping (Int) -> Double
  ) -> FrameWriter {
    let details: ((Int, inout UTF8Buffer) -> Void)?
    switch form.times {
    case .json where hasMembers:
      details = { [self] index, json in
        json.append("\"")
        writeMembers(index, progress(index), to: &json)
      }
    case .csv where !form.columns.isEmpty:
      details = { [self] index, csv in writeColumns(form.columns, index, progress(index), to: &csv) }
    case .json, .csv, .none: details = nil
    }
    return FrameWriter(
      bytes, prefixes: prefixes, from: first, escaping: form.escape,
      end: details == nil ? form.end : form.endBehindMembers, details: details)
  }

  /// So many that their texts stay in the processor's nearest cache, and that none are many bytes beyond a limit.
  private var framesAtOnce: Int {
    let animation = sequence.animation
    return min(max(16_384 / (animation.source.utf8.count + animation.target.utf8.count + 64), 1), 128)
  }
}

// MARK: - CSV

extension PreparedSequence {
  /// What stands behind the text of a frame: of the members that were asked for those with one value.
  var extraColumns: FrameMembers {
    var columns: FrameMembers = []
    if details.value != nil { columns.insert(.value) }
    if details.velocity { columns.insert(.velocity) }
    return columns
  }

  /// Appends the fields behind the text; one that the sequence does not have is empty.
  private func writeColumns(_ columns: FrameMembers, _ index: Int, _ progress: Double, to csv: inout UTF8Buffer) {
    if columns.contains(.value) {
      csv.append(",")
      details.value?.writeValue(at: progress, to: &csv)
    }
    if columns.contains(.velocity) {
      csv.append(",")
      // A leap has no velocity that could be written.
      if details.velocity, case let velocity = sequence.velocity(ofFrame: index), velocity.isFinite {
        csv.append(shortest: velocity)
      }
    }
  }
}

extension FrameForm {
  /// Appends the names of the columns.
  func writeHeader(to csv: inout UTF8Buffer) {
    csv.append("index,time,progress,text")
    if columns.contains(.value) { csv.append(",value") }
    if columns.contains(.velocity) { csv.append(",velocity") }
    csv.append(end)
  }
}
