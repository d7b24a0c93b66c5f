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
  ///   - limit: The bytes after which writing may stop: a longer document is refused.
  func writeFrames(_ form: FrameForm, _ timing: TimingTable, to document: inout UTF8Buffer, limit: Int) {
    let (count, step, progresses) = (timing.progresses.count, framesAtOnce, timing.progresses)
    let members = members(form) { progresses[$0] }
    var writer = FrameWriter(consume document, form, prefixes: timing.prefixes, members: members)
    var first = 0
    while first < count, writer.bytes.count <= limit {
      let frames = first..<min(first + step, count)
      sequence.animation.write(at: progresses.span.extracting(frames), to: &writer)
      first = frames.upperBound
    }
    document = writer.finish()
  }

  /// Appends one frame, computed without the others.
  ///
  /// - Parameters:
  ///   - index: Its number.
  ///   - form: How it is written.
  ///   - timing: The times in this form, where they are known.
  ///   - opening: What begins its object instead of a plain brace, in JSON.
  ///   - bytes: Where it is appended.
  func writeFrame(
    _ index: Int, _ form: FrameForm, _ timing: TimingTable? = nil, opening: [UInt8]? = nil, to bytes: inout UTF8Buffer
  ) {
    let progress: Double
    if let timing {
      progress = timing.progresses[index]
      if let opening { bytes.append(contentsOf: opening) }
      bytes.append(index, of: timing.prefixes, dropping: opening == nil ? 0 : 1)
    } else {
      progress = sequence.progress(ofFrame: index)
      form.times.write(index, time: sequence.time(of: index), progress: progress, opening: opening, to: &bytes)
    }
    // A closure takes memory, so it is made only where it is needed.
    let members = hasMembers || !form.columns.isEmpty ? members(form) { _ in progress } : nil
    var writer = FrameWriter(consume bytes, form, from: index, members: members)
    writer.append { sequence.animation.write(at: progress, to: &$0) }
    bytes = writer.finish()
  }

  /// What writes the members behind a text; `nil` where there are none.
  @inline(__always)
  private func members(
    _ form: FrameForm, progress: @escaping (Int) -> Double
  ) -> ((Int, inout UTF8Buffer) -> Void)? {
    switch form.times {
    case .json where hasMembers:
      { [self] index, json in
        json.append("\"")
        writeMembers(index, progress(index), to: &json)
      }
    case .csv where !form.columns.isEmpty:
      { [self] index, csv in writeColumns(form.columns, index, progress(index), to: &csv) }
    case .json, .csv, .none: nil
    }
  }

  /// So many that their texts stay in the processor's nearest cache, and that none are many bytes beyond a limit.
  private var framesAtOnce: Int {
    min(max(16_384 / (sequence.animation.textBytes + 64), 1), 128)
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

extension FrameWriter {
  fileprivate init(
    _ bytes: consuming UTF8Buffer, _ form: FrameForm, prefixes: FramePrefixes? = nil, from first: Int = 0,
    members: ((Int, inout UTF8Buffer) -> Void)?
  ) {
    self.init(
      bytes, prefixes: prefixes, from: first, escaping: form.escape,
      end: members == nil ? form.end : form.endBehindMembers, details: members)
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
