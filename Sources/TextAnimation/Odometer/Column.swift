public import WrittenNumbers
public import Interpolation
package import TextBytes

/// One piece of an odometer, from left to right: a digit that rolls, or a text that stands.
///
/// A client draws ``text`` shifted up by ``offset`` heights and ``next`` right below it, behind a window one digit high.
public struct Column: Equatable, Sendable {
  /// What it shows.
  public var content: Content
  /// From 0 to 1 while a digit, a separator or a sign appears or vanishes; a client may scale the width by it too.
  public var opacity: Double

  /// A digit that rolls, or a text that stands.
  public enum Content: Equatable, Sendable {
    /// A wheel with the digits from 0 up to `base`: 3.25 is a quarter of the way from 3 to 4.
    case digit(position: Double, base: Int, digits: DigitSet)
    case text(String)
  }

  /// Creates a column, fully visible by default.
  public init(_ content: Content, opacity: Double = 1) {
    self.content = content
    self.opacity = opacity
  }
}

extension Column {
  /// The digit that rolls out, or stands; or the text.
  public var text: String {
    switch content {
    case .digit(let position, _, let digits): digits.text(of: Int(position))
    case .text(let text): text
    }
  }

  /// The digit that follows; `nil` for a text.
  public var next: String? {
    guard case .digit(let position, let base, let digits) = content else { return nil }
    return digits.text(of: (Int(position) + 1) % base)
  }

  /// How far ``next`` has come, in ten-thousandths from 0, at rest, to below 1; `nil` for a text.
  public var offset: Double? {
    guard case .digit(let position, _, _) = content else { return nil }
    return (position - position.rounded(.down)).roundedToTenThousandth
  }
}

extension DigitSet {
  fileprivate func text(of digit: Int) -> String {
    Unicode.Scalar(zero.value + UInt32(digit)).map { String($0) } ?? ""
  }
}

/// An interpolation that also knows how far each digit has rolled.
public protocol ColumnInterpolation: TextInterpolation {
  /// The pieces of the text at `progress`, any finite number, from left to right.
  ///
  /// At 0 and at 1 they are the caller's texts, character for character, at rest.
  func columns(at progress: Double) -> [Column]
}

/// Builds the columns of one frame from left to right.
///
/// Positions and opacities are rounded to a ten-thousandth, which is invisible and keeps the numbers short.
package struct ColumnRow {
  package private(set) var columns: [Column] = []

  package init() {}

  /// Appends a text; texts that are fully there make one piece.
  package mutating func append(_ text: String, opacity: Double = 1) {
    let opacity = opacity.roundedToTenThousandth
    guard !text.isEmpty, opacity > 0 else { return }
    if opacity == 1, let last = columns.last, last.opacity == 1, case .text(let before) = last.content {
      columns[columns.count - 1].content = .text(before + text)
    } else {
      columns.append(Column(.text(text), opacity: opacity))
    }
  }

  /// Appends a digit unless it is invisible; `position` may be any number of turns ahead or behind.
  package mutating func append(_ position: Double, base: Int, digits: DigitSet, opacity: Double = 1) {
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
  package mutating func append(fading source: Literal, into target: Literal, at progress: Double) {
    let (source, target) = (source.text, target.text)
    let shared = zip(source.reversed(), target.reversed()).prefix { $0 == $1 }.count
    append(String(source.dropLast(shared)), opacity: 1 - progress)
    append(String(target.dropLast(shared)), opacity: progress)
    append(String(target.suffix(shared)))
  }
}

extension Double {
  package var roundedToTenThousandth: Double { (self * 10_000).rounded() / 10_000 }
}
