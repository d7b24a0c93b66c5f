import LocalizedNumbers
import TextAnimation
import TextBytes

extension LocalizedFormat {
  /// One number as the format writes it.
  func text(_ number: ExactDecimal) -> String {
    var text = UTF8Buffer()
    switch self {
    case .standard(let format): format.write(number, to: &text)
    case .compact(let format): format.write(number, to: &text)
    }
    return text.text()
  }

  /// The number `1234.5` or `-5` as the format writes it.
  func text(_ number: String) throws -> String {
    text(try ExactDecimal(parsing: number))
  }
}
