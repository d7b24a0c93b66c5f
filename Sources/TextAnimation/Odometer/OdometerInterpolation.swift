public import WrittenNumbers
public import Interpolation
public import TextBytes

/// `odometer`: numbers as in `numbers`, but each digit is a column that rolls.
///
/// The interpolation has columns. Its texts are those of ``NumbersInterpolator``: rounded to the
/// nearest, as by default, they show of each column the digit that shows most of itself, as long as the columns follow
/// the value (`carry` and `auto`).
public struct OdometerInterpolator: TextInterpolator {
  /// How the columns turn together.
  public var mode: ColumnMode
  /// Which way they roll.
  public var direction: ColumnDirection
  /// The highest digit of each wheel that has not all ten, by its place: 0 is the ones, −1 the tenths.
  ///
  /// With any, the wheels of plain numbers turn as by ``ColumnMode/digit``: no value between two could be on them.
  public var highestDigits: [Int: Int]
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// Which way the values of the texts go that lie between two shown digits.
  public var rounding: Rounding

  /// Creates an odometer, a mechanical one by default.
  public init(
    mode: ColumnMode = .carry, direction: ColumnDirection = .auto, highestDigits: [Int: Int] = [:],
    symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand
  ) {
    self.mode = mode
    self.direction = direction
    self.highestDigits = highestDigits
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers, or what wheels cannot show: a date, or in the
  ///   target a digit above the highest of its wheel.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let texts = try DigitTexts(from: source, to: target, symbols: symbols, rounding: rounding, spending: &meter)
    var odometer = try OdometerInterpolation(
      texts.numbers, mode: mode, direction: direction, highestDigits: highestDigits)
    odometer.rest(at: texts)
    return odometer
  }
}

/// How the columns of an odometer turn together.
public enum ColumnMode: String, CaseIterable, Sendable {
  /// As a mechanical counter does it: a column moves only while all to its right pass from 9 to 0.
  case carry
  /// Each column rolls through the number that it and the columns to its left make: all move all the time.
  case continuous
  /// Each column rolls by itself from its old digit to its new one.
  case digit
  /// As `digit` where the last column would turn round more than twice, and else as `carry`.
  case auto
}

/// Which way the columns of an odometer roll.
///
/// Columns show the magnitude, so the sign of the number plays no part.
public enum ColumnDirection: String, CaseIterable, Sendable {
  /// Up where the magnitude grows, down where it shrinks, both where it passes zero.
  case auto
  /// Always to the next higher digit; beyond the largest number a counter starts again at zero.
  case up
  /// Always to the next lower digit; below zero a counter goes on from its largest number.
  case down
  /// The way with fewer turns, through zero if need be: 9 → 0 → 1.
  case shortest
}

extension ColumnDirection {
  /// How many full turns come on top of the plain distance, −1, 0 or 1, of which only two things count.
  func turns(sign: Int, isFar: Bool) -> Int {
    switch self {
    case .auto: 0
    case .up: sign < 0 ? 1 : 0
    case .down: sign > 0 ? -1 : 0
    case .shortest: isFar ? -sign : 0
    }
  }
}

struct OdometerInterpolation: TextInterpolation {
  /// What is shown where columns are not.
  let texts: NumbersInterpolation
  /// The columns of the caller's texts, which may pad or group otherwise than the frames between; `nil` where these are
  /// written alike.
  private var ends: (source: [Column], target: [Column])?
  /// What counts, each with the text before it.
  private let rolls: [(literal: String, wheels: Wheels, roll: Roll)]

  init(
    _ numbers: NumbersInterpolation, mode: ColumnMode, direction: ColumnDirection, highestDigits: [Int: Int] = [:]
  ) throws(NotAnimatable) {
    texts = numbers
    rolls = try numbers.counting.map { (number) throws(NotAnimatable) in
      let wheels = try Wheels(number, highestDigits: highestDigits)
      return (number.literal.text, wheels, Roll(number, wheels, mode: mode, direction: direction))
    }
  }

  /// Comes to rest on the texts as they are written.
  fileprivate mutating func rest(at texts: DigitTexts) {
    ends = (columns(of: texts.source), columns(of: texts.target))
  }

  private func columns(of pieces: [DigitTexts.Piece]) -> [Column] {
    var row = ColumnRow()
    for piece in pieces {
      switch piece {
      case .text(let text): row.append(text)
      case .digit(let digit, let set, let place, let number):
        let wheels = rolls[number].wheels
        let wheel = place + wheels.fractionDigits
        row.append(Double(digit), base: wheels.base(of: wheel), digits: set)
      }
    }
    return row.columns
  }

  /// Whether each column shows a digit of the value at all times.
  var followsValues: Bool { rolls.allSatisfy(\.roll.followsValue) }

  /// The columns of the target, where it is written otherwise than the frames between.
  var lastColumns: [Column]? { ends?.target }

  var byteCount: Int {
    let columns = MemoryLayout<Column>.stride * (ends.map { $0.source.capacity + $0.target.capacity } ?? 0)
    return rolls.reduce(texts.byteCount + columns) {
      $0 + MemoryLayout<(String, Wheels, Roll)>.stride + $1.roll.byteCount
    }
  }

  var threshold: Double {
    rolls.reduce(texts.threshold) { min($0, $1.roll.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    texts.write(at: progress, to: &text)
  }

  var steps: TextSteps? { texts.steps.map { TextSteps(cost: $0.cost, $0.count) } }

  var numbers: TextNumbers? { texts.numbers }

  var positionCount: Int { texts.positionCount }

  var columns: (@Sendable (Double) -> [Column])? { { columns(at: $0) } }

  func settingOut(from source: String, _ glyphs: [Glyph]) -> (any TextInterpolation)? {
    ShownWheels(self, from: glyphs)
  }

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
    row.append(texts.rest.text)
    return row.columns
  }
}

extension NumbersInterpolation {
  /// The same texts with their digits in columns that roll, at rest at both ends.
  ///
  /// - Parameters:
  ///   - mode: How the columns turn together.
  ///   - direction: Which way they roll.
  ///   - highestDigits: Of each wheel that has not all ten, by its place, 0 being the ones.
  /// - Returns: An interpolation with columns.
  /// - Throws: ``NotAnimatable`` where the digits of a number do not stay in their places, or one of the target is above
  ///   the highest of its wheel.
  public func rolling(
    mode: ColumnMode, direction: ColumnDirection, highestDigits: [Int: Int] = [:]
  ) throws(NotAnimatable) -> any TextInterpolation {
    try OdometerInterpolation(resting(), mode: mode, direction: direction, highestDigits: highestDigits)
  }
}

/// Builds the columns of one frame from left to right.
///
/// Positions and opacities are rounded to a ten-thousandth, which is invisible and keeps the numbers short.
struct ColumnRow {
  private(set) var columns: [Column] = []

  init() {}

  /// Appends a text; texts that are fully there make one piece.
  mutating func append(_ text: String, opacity: Double = 1) {
    let opacity = opacity.roundedToTenThousandth
    guard !text.isEmpty, opacity > 0 else { return }
    if opacity == 1, let last = columns.last, last.opacity == 1, case .text(let before) = last.content {
      columns[columns.count - 1].content = .text(before + text)
    } else {
      columns.append(Column(.text(text), opacity: opacity))
    }
  }

  /// Appends a digit unless it is invisible; `position` may be any number of turns ahead or behind.
  mutating func append(_ position: Double, base: Int, digits: DigitSet, opacity: Double = 1) {
    let opacity = opacity.roundedToTenThousandth
    guard opacity > 0 else { return }
    let turn = Double(base)
    let rest = position.roundedToTenThousandth.truncatingRemainder(dividingBy: turn)
    let wrapped = (rest < 0 ? rest + turn : rest).roundedToTenThousandth
    columns.append(
      Column(.digit(position: wrapped < turn ? wrapped : 0, base: base, digits: digits), opacity: opacity))
  }

  /// Appends two texts that take each other's place.
  ///
  /// What both end with stays: of `-$` and `$` only the minus fades.
  mutating func append(fading source: Literal, into target: Literal, at progress: Double) {
    let (source, target) = (source.text, target.text)
    let shared = zip(source.reversed(), target.reversed()).prefix { $0 == $1 }.count
    append(String(source.dropLast(shared)), opacity: 1 - progress)
    append(String(target.dropLast(shared)), opacity: progress)
    append(String(target.suffix(shared)))
  }
}
