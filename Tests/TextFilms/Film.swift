package import Interpolation
import TextBytes

extension TextInterpolation {
  /// The bytes at `progress`.
  package func bytes(at progress: Double) -> [UInt8] {
    var buffer = UTF8Buffer()
    write(at: progress, to: &buffer)
    return buffer.bytes()
  }

  /// The text at `progress`.
  package func text(at progress: Double) -> String { String(decoding: bytes(at: progress), as: UTF8.self) }

  /// The columns at `progress`, if it has any.
  package func columns(at progress: Double) -> [Column] { columns?(progress) ?? [] }

  /// The glyphs at `progress`, if it has any.
  package func glyphs(at progress: Double) -> [Glyph] { glyphs?(progress) ?? [] }

  /// The first of its numbers at `progress`, in plain digits; `nil` where it tells none.
  package func number(isRounded: Bool = false, at progress: Double) -> String? {
    guard let numbers, numbers.count(at: progress) > 0 else { return nil }
    var text = UTF8Buffer()
    numbers.write(0, isRounded: isRounded, at: progress, to: &text)
    return text.text()
  }

  /// The texts at equal steps of progress from 0 to 1, one a line.
  package func film(frames: Int) -> String {
    (0..<frames).map { text(at: Double($0) / Double(frames - 1)) }.joined(separator: "\n")
  }
}

extension TextInterpolator {
  package func film(_ source: String, _ target: String, frames: Int = 5) throws -> String {
    try prepare(from: source, to: target).film(frames: frames)
  }

  package func text(_ source: String, _ target: String, at progress: Double) throws -> String {
    try prepare(from: source, to: target).text(at: progress)
  }

  /// The reason of the refusal, or `nil` if there is none.
  package func refusal(_ source: String, _ target: String) -> String? {
    do {
      _ = try prepare(from: source, to: target)
      return nil
    } catch {
      return error.reason
    }
  }
}
