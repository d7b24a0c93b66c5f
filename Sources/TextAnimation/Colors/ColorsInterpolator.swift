public import WrittenNumbers
public import Interpolation
public import TextBytes

/// `colors`: colors anywhere in the texts go into each other in OKLab, and what stands between them is as in `words`.
///
/// Colors are `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, and a name of CSS that is the whole text. They pair in
/// order. Those between are written as the target writes its own, by `#rrggbb` where that is a name.
public struct ColorsInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Whether `#123` is a color in any text, and not a number with its sign.
  public var takesDigits: Bool

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand, takesDigits: Bool = false) {
    self.symbols = symbols
    self.rounding = rounding
    self.takesDigits = takesDigits
  }

  /// Pairs the colors of both texts.
  ///
  /// - Throws: ``NotAnimatable`` where they have none, or not the same count.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    guard Self.mayHaveColors(source), Self.mayHaveColors(target) else {
      throw NotAnimatable(reason: "no color was found in the texts")
    }
    let (before, after) = (Array(source.utf8), Array(target.utf8))
    let (old, new) = try pairs(WrittenColor.all(in: before), WrittenColor.all(in: after), before.count, after.count)
    var pieces: [ColorsInterpolation.Piece] = []
    var (left, right) = (0, 0)
    for (from, to) in zip(old, new) {
      pieces.append(piece(before[left..<from.range.lowerBound], after[right..<to.range.lowerBound]))
      var notation = to.notation.form == .name ? from.notation : to.notation
      notation.isUppercase = notation.isUppercase ?? from.notation.isUppercase
      pieces.append(.color(from.color, to.color, notation))
      (left, right) = (from.range.upperBound, to.range.upperBound)
    }
    pieces.append(piece(before[left...], after[right...]))
    return ColorsInterpolation(pieces: pieces)
  }

  /// The colors of both texts that pair.
  ///
  /// `#100999` is a number, but where the other has a letter, or where both texts are nothing but six or eight digits.
  private func pairs(
    _ old: [WrittenColor], _ new: [WrittenColor], _ count: Int, _ otherCount: Int
  ) throws(NotAnimatable) -> ([WrittenColor], [WrittenColor]) {
    guard (old + new).contains(where: { takesDigits || $0.isSure }) || old.first?.isAll(of: count) ?? false else {
      throw NotAnimatable(reason: "no color was found in the texts")
    }
    var pairs = (old, new)
    if old.count != new.count, !takesDigits { pairs = (old.filter(\.isSure), new.filter(\.isSure)) }
    guard pairs.0.count == pairs.1.count else {
      let counted = old.count == 1 ? "1 color" : "\(old.count) colors"
      throw NotAnimatable(reason: "the source has \(counted) and the target \(new.count)")
    }
    let sure = zip(pairs.0, pairs.1).filter { from, to in
      takesDigits || from.isSure || to.isSure || from.isAll(of: count) && to.isAll(of: otherCount)
    }
    guard !sure.isEmpty else { throw NotAnimatable(reason: "no color was found in the texts") }
    return (sure.map(\.0), sure.map(\.1))
  }

  /// Whether a text has what each color begins with, or no digit: most texts with numbers need not be searched.
  private static func mayHaveColors(_ text: String) -> Bool {
    var hasDigit = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "(") { return true }
      hasDigit = hasDigit || 0x30...0x39 ~= byte
    }
    return !hasDigit
  }

  /// What stands between two colors: its numbers count, or it is the target's at once.
  private func piece(_ source: ArraySlice<UInt8>, _ target: ArraySlice<UInt8>) -> ColorsInterpolation.Piece {
    guard !source.elementsEqual(target) else { return .literal(Array(target)) }
    let texts = [source, target].map { String(decoding: $0, as: UTF8.self) }
    let words = NumbersInterpolator(.words, symbols: symbols, rounding: rounding)
    return (try? words.prepare(from: texts[0], to: texts[1])).map { .text($0) } ?? .literal(Array(target))
  }
}

extension WrittenColor {
  /// Whether it is a text of so many bytes, with two digits for each channel.
  fileprivate func isAll(of count: Int) -> Bool { range == 0..<count && count > 6 }
}

/// Texts and colors in turn.
struct ColorsInterpolation: TextInterpolation {
  let pieces: [Piece]

  enum Piece: Sendable {
    case literal([UInt8])
    case text(any TextInterpolation)
    case color(Color, Color, WrittenColor.Notation)
  }

  /// Two for each color, and what numbers beside them take.
  var positionCount: Int {
    pieces.reduce(0) { count, piece in
      switch piece {
      case .literal: count
      case .text(let text): count + 1 + text.positionCount
      case .color: count + 2
      }
    }
  }

  /// Half of one of the 255 steps of a channel, or of a number's last digit.
  var threshold: Double {
    pieces.reduce(0.5 / 255) { threshold, piece in
      if case .text(let text) = piece { min(threshold, text.threshold) } else { threshold }
    }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    for piece in pieces {
      switch piece {
      case .literal(let bytes): text.append(contentsOf: bytes)
      case .text(let interpolation): interpolation.write(at: progress, to: &text)
      case .color(let source, let target, let notation):
        source.mixed(with: target, at: progress).write(notation, to: &text)
      }
    }
  }
}
