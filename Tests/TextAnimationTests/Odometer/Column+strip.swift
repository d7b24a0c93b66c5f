import Interpolation

extension [Column] {
  /// All pieces in short: `1.5` is half way from 1 to 2, `×0.5` half there.
  var strip: String {
    map { column in
      let piece =
        if case .digit(let position, _, _) = column.content { Self.short(position) } else { column.text }
      return column.opacity == 1 ? piece : "\(piece)×\(Self.short(column.opacity))"
    }
    .joined(separator: " ")
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// What stands there where nothing moves.
  var text: String { map(\.text).joined() }

  /// What shows most of itself.
  var visibleText: String {
    map { column in
      guard column.opacity > 0.5 else { return "" }
      return (column.offset ?? 0) > 0.5 ? column.next ?? "" : column.text
    }
    .joined()
  }

  /// Position, base and opacity of the digits, the last first.
  var wheels: [(position: Double, base: Double, opacity: Double)] {
    reversed().compactMap { column in
      guard case .digit(let position, let base, _) = column.content else { return nil }
      return (position, Double(base), column.opacity)
    }
  }
}
