import TextAnimation
import WrittenNumbers
import Interpolation
import TextBytes

extension TextInterpolation {
  /// The text at `progress`.
  func text(at progress: Double) -> String {
    var text = UTF8Buffer()
    write(at: progress, to: &text)
    return text.text()
  }

  /// The texts at equal steps of progress from 0 to 1, one a line.
  func film(frames: Int) -> String {
    (0..<frames).map { text(at: Double($0) / Double(frames - 1)) }.joined(separator: "\n")
  }
}

extension TextInterpolator {
  func film(_ source: String, _ target: String, frames: Int = 5) throws -> String {
    try prepare(from: source, to: target).film(frames: frames)
  }

  func text(_ source: String, _ target: String, at progress: Double) throws -> String {
    try prepare(from: source, to: target).text(at: progress)
  }

  /// The reason of the refusal, or `nil` if there is none.
  func refusal(_ source: String, _ target: String) -> String? {
    do {
      _ = try prepare(from: source, to: target)
      return nil
    } catch {
      return error.reason
    }
  }
}

/// A repeatable sequence of random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
