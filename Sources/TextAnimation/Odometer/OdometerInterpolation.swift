internal import TextBytes

/// Literal texts with counters in between.
struct OdometerInterpolation: ColumnInterpolation, NumberedInterpolation, SteppedInterpolation {
  let numbers: NumbersInterpolation
  /// The columns of the caller's texts, which may pad or group otherwise than the frames between; `nil` where these are
  /// written alike.
  private var ends: (source: [Column], target: [Column])?
  /// What counts, each with the text before it.
  private let rolls: [(literal: String, wheels: Wheels, roll: Roll)]

  /// `nil` where wheels cannot show a number.
  init?(_ numbers: NumbersInterpolation, mode: ColumnMode, direction: ColumnDirection) {
    self.numbers = numbers
    rolls = numbers.counting.compactMap { number in
      Wheels(number).map { (number.literal.text, $0, Roll(number, $0, mode: mode, direction: direction)) }
    }
    guard rolls.count == numbers.counting.count else { return nil }
  }

  /// Comes to rest on the texts as they are written.
  mutating func rest(at pair: borrowing NumberedTextPair) {
    let changing = zip(pair.changing, rolls.map(\.wheels))
    ends = (
      pair.source.columns(rolling: changing.map { ($0.source, $1) }),
      pair.target.columns(rolling: changing.map { ($0.target, $1) })
    )
  }

  /// Whether each column shows a digit of the value at all times.
  var followsValues: Bool { rolls.allSatisfy(\.roll.followsValue) }

  /// The columns of the target, where it is written otherwise than the frames between.
  var lastColumns: [Column]? { ends?.target }

  var byteCount: Int {
    let columns = MemoryLayout<Column>.stride * (ends.map { $0.source.capacity + $0.target.capacity } ?? 0)
    return rolls.reduce(numbers.byteCount + columns) {
      $0 + MemoryLayout<(String, Wheels, Roll)>.stride + $1.roll.byteCount
    }
  }

  var threshold: Double {
    rolls.reduce(numbers.threshold) { min($0, $1.roll.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    numbers.write(at: progress, to: &text)
  }

  var steps: (@Sendable (Double) -> Int)? { numbers.steps }

  var stepCost: Int { numbers.stepCost }

  func columns(at progress: Double) -> [Column] {
    if progress == 0, let ends { return ends.source }
    if progress == 1, let ends { return ends.target }
    return columns { _ in progress }
  }

  /// The columns between the ends, each number at a progress of its own.
  func columns(at progress: (Int) -> Double) -> [Column] {
    var row = ColumnRow()
    for (index, number) in rolls.enumerated() {
      row.append(number.literal)
      number.roll.append(at: progress(index), to: &row)
    }
    row.append(numbers.rest.text)
    return row.columns
  }
}

extension NumberedText {
  /// The text at rest: the digits of some of its numbers as wheels, all else as it stands.
  fileprivate func columns(rolling numerals: [(numeral: Numeral, wheels: Wheels)]) -> [Column] {
    var row = ColumnRow()
    var position = 0
    for (numeral, wheels) in numerals {
      row.append(characters.text(position..<numeral.start))
      var wheel = numeral.digitCount - numeral.fractionDigits + wheels.fractionDigits
      for place in numeral.start..<numeral.end {
        if let digit = digit(at: place, in: numeral.digitSet) {
          wheel -= 1
          row.append(Double(digit), base: wheels.base(of: wheel), digits: numeral.digitSet)
        } else {
          row.append(String(characters[place]))
        }
      }
      position = numeral.end
    }
    row.append(characters.text(position..<characters.count))
    return row.columns
  }
}

// MARK: - Setting out amid a change

/// An odometer whose wheels set out from where they stood amid a change, and not from the digits of the text.
struct ShownWheels: ColumnInterpolation, NumberedInterpolation, SteppedInterpolation {
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
      guard let wheel = column.content.wheel else { return nil }
      return glyph?.wheelPosition.map { ($0 - wheel.position).remainder(dividingBy: Double(wheel.base)) } ?? 0
    }
  }

  var numbers: NumbersInterpolation { odometer.numbers }

  var byteCount: Int { odometer.byteCount + MemoryLayout<Double>.stride * leads.capacity }

  var threshold: Double { odometer.threshold }

  var steps: (@Sendable (Double) -> Int)? { odometer.steps }

  var stepCost: Int { odometer.stepCost }

  func write(at progress: Double, to text: inout UTF8Buffer) { odometer.write(at: progress, to: &text) }

  func columns(at progress: Double) -> [Column] {
    var columns = odometer.columns(at: progress)
    guard progress < 1 else { return columns }
    var wheels = leads[...]
    for index in columns.indices.reversed() {
      guard let wheel = columns[index].content.wheel, let lead = wheels.popFirst() else { continue }
      columns[index].content = wheel.turned(by: lead * min(1 - progress, 1))
    }
    return columns
  }
}

extension Column.Content {
  /// The wheel of a digit.
  fileprivate struct Wheel {
    let position: Double
    let base: Int
    let digits: DigitSet

    /// The same wheel further on.
    func turned(by way: Double) -> Column.Content {
      var row = ColumnRow()
      row.append(position + way, base: base, digits: digits)
      return row.columns[0].content
    }
  }

  fileprivate var wheel: Wheel? {
    guard case .digit(let position, let base, let digits) = self else { return nil }
    return Wheel(position: position, base: base, digits: digits)
  }
}

extension ColumnInterpolation {
  /// The columns as characters side by side, each digit moved up by as much as it has rolled.
  func glyphs(at progress: Double) -> [Glyph] {
    var glyphs: [Glyph] = []
    for column in columns(at: progress) {
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
