import TextAnimation
import Interpolation
import TextBytes

extension TextInterpolation {
  /// The bytes of one frame.
  func bytes(at progress: Double) -> [UInt8] {
    var buffer = UTF8Buffer()
    write(at: progress, to: &buffer)
    return buffer.bytes()
  }

  /// The text of one frame.
  func shown(at progress: Double) -> String {
    String(decoding: bytes(at: progress), as: UTF8.self)
  }

  /// The texts of evenly spaced frames from 0 to 1, one a line.
  func filmStrip(frames: Int) -> String {
    (0..<frames).map { shown(at: Double($0) / Double(frames - 1)) }.joined(separator: "\n")
  }
}
