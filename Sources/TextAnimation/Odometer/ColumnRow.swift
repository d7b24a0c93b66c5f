/// Columns being put in a row.
///
/// Positions and opacities are rounded to a ten-thousandth: nobody sees less, and the numbers stay short.
struct ColumnRow {
  private(set) var columns: [Column] = []

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
  mutating func append(fading source: String, into target: String, at progress: Double) {
    let shared = zip(source.reversed(), target.reversed()).prefix { $0 == $1 }.count
    append(String(source.dropLast(shared)), opacity: 1 - progress)
    append(String(target.dropLast(shared)), opacity: progress)
    append(String(target.suffix(shared)))
  }
}

extension Double {
  var roundedToTenThousandth: Double { (self * 10_000).rounded() / 10_000 }
}
