import WrittenNumbers
import Interpolation
internal import TextBytes

/// An odometer whose wheels set out from where they stood amid a change, and not from the digits of the text.
struct ShownWheels: TextInterpolation {
  private let odometer: OdometerInterpolation
  /// How far each wheel stood ahead of its digit, from the last digit to the first.
  private let leads: [Double]

  /// Finds the wheels among the characters of a row of columns; those that the text has no digit for are gone.
  init(_ odometer: OdometerInterpolation, from glyphs: [Glyph]) {
    self.odometer = odometer
    let isRow = glyphs.indices.allSatisfy { glyphs[$0].x == Double($0) }
    var shown = (isRow ? glyphs : []).reversed()[...]
    leads = odometer.columns(at: 0).reversed().compactMap { column in
      let glyph = shown.first
      shown = shown.dropFirst(column.text.count)
      guard case .digit(let position, let base, _) = column.content else { return nil }
      return glyph?.wheelPosition.map { ($0 - position).remainder(dividingBy: Double(base)) } ?? 0
    }
  }

  var numbers: TextNumbers? { odometer.numbers }

  var positionCount: Int { odometer.positionCount }

  var byteCount: Int { odometer.byteCount + MemoryLayout<Double>.stride * leads.capacity }

  var threshold: Double { odometer.threshold }

  var steps: TextSteps? { odometer.steps }

  func write(at progress: Double, to text: inout UTF8Buffer) { odometer.write(at: progress, to: &text) }

  var columns: (@Sendable (Double) -> [Column])? { { columns(at: $0) } }

  private func columns(at progress: Double) -> [Column] {
    var columns = odometer.columns(at: progress)
    guard progress < 1 else { return columns }
    var wheels = leads[...]
    for index in columns.indices.reversed() {
      guard case .digit(let position, let base, let digits) = columns[index].content, let lead = wheels.popFirst()
      else {
        continue
      }
      var turned = ColumnRow()
      turned.append(position + lead * min(1 - progress, 1), base: base, digits: digits)
      columns[index].content = turned.columns[0].content
    }
    return columns
  }
}

extension [Column] {
  /// The columns as characters side by side, each digit moved up by as much as it has rolled.
  var glyphs: [Glyph] {
    var glyphs: [Glyph] = []
    for column in self {
      for character in column.text {
        glyphs.append(
          Glyph(String(character), x: Double(glyphs.count), y: 0 - (column.offset ?? 0), opacity: column.opacity))
      }
    }
    return glyphs
  }
}

extension Glyph {
  /// Where the wheel of a digit stands that has been moved up; `nil` for what is no digit.
  fileprivate var wheelPosition: Double? {
    text.unicodeScalars.first.flatMap { DigitSet.value(of: $0) }.map { Double($0) - y }
  }
}
