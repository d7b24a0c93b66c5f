internal import TextBytes

/// `colors`: colors anywhere in the texts go into each other in OKLab, and what stands between them is as in `words`.
///
/// Colors are `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, and a name of CSS that is the whole text. They pair in
/// order. Those between are written as the target writes its own, by `#rrggbb` where that is a name.
public struct ColorsInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the colors of both texts.
  ///
  /// - Throws: ``NotAnimatable`` where they have none, or not the same count.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    guard Self.mayHaveColors(source), Self.mayHaveColors(target) else {
      throw NotAnimatable(reason: "no color was found in the texts")
    }
    let (before, after) = (Array(source.utf8), Array(target.utf8))
    let (old, new) = (WrittenColor.all(in: before), WrittenColor.all(in: after))
    // `Issue #123` is no color, but `#000` may be, and beside `#fff` is.
    guard (old + new).contains(where: \.isSure) || old.first?.range == 0..<before.count else {
      throw NotAnimatable(reason: "no color was found in the texts")
    }
    guard old.count == new.count else {
      throw NotAnimatable(reason: "the source has \(old.count) colors and the target \(new.count)")
    }
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
    let words = WordsInterpolator(symbols: symbols, rounding: rounding)
    return (try? words.prepare(from: texts[0], to: texts[1])).map { .text($0) } ?? .literal(Array(target))
  }
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
