import TextAnimation
import Interpolation
import WrittenNumbers
import TextBytes

extension NumberTemplate {
  /// The number `1234.5` or `-5` as the template writes it.
  func text(_ number: String) throws -> String {
    var text = UTF8Buffer()
    try FormatInterpolator(template: self).prepare(from: number, to: number).write(at: 1, to: &text)
    return text.text()
  }
}
