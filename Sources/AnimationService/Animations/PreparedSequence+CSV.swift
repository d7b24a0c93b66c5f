import TextAnimation
import TextBytes
import WireFormat

extension PreparedSequence {
  /// What stands behind the text of a frame: of the members that were asked for those with one value.
  var extraColumns: FrameMembers {
    var columns: FrameMembers = []
    if details.value != nil { columns.insert(.value) }
    if details.velocity { columns.insert(.velocity) }
    return columns
  }

  /// Appends the names of the columns.
  static func writeHeader(with columns: FrameMembers, to csv: inout UTF8Buffer) {
    csv.append("index,time,progress,text")
    if columns.contains(.value) { csv.append(",value") }
    if columns.contains(.velocity) { csv.append(",velocity") }
    csv.appendCSVRecordEnd()
  }

  /// Appends one frame as a record; a column that it has not is empty.
  func writeRecord(_ index: Int, with columns: FrameMembers, to csv: inout UTF8Buffer) {
    let progress = sequence.progress(ofFrame: index)
    writeRecord(index, progress, with: columns, to: &csv) { sequence.animation.write(at: progress, to: &$0) }
  }

  /// Appends one frame whose progress is known, and whose text `write` appends.
  @inline(__always)
  func writeRecord(
    _ index: Int, _ progress: Double, with columns: FrameMembers, to csv: inout UTF8Buffer,
    text write: (inout UTF8Buffer) -> Void
  ) {
    csv.append(decimal: index)
    csv.append(",")
    csv.append(shortest: sequence.time(of: index))
    csv.append(",")
    csv.append(shortest: progress)
    csv.append(",")
    csv.appendCSVField(writtenBy: write)
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
    csv.appendCSVRecordEnd()
  }
}
