import Pictures
import TextAnimation

/// The frames that a film shows, no more in a second than players show, each with the tick at which it begins.
///
/// Ticks are rounded from the start of the film, so that no error adds up.
struct FilmMoments {
  private(set) var all: [(frame: Int, tick: Int)] = [(0, 0)]
  /// When the last has stood for its time, which is that of one frame at least.
  let end: Int

  /// Chooses frames of a sequence with an end, the last of which stands for some seconds.
  init(_ sequence: FrameSequence, _ format: FilmFormat, standing seconds: Double = 0) {
    let (ticks, step) = (Double(format.ticksPerSecond), 1 / format.picturesPerSecond)
    let last = (sequence.count ?? 1) - 1
    var (frame, time) = (0, 0.0)
    while frame < last {
      time = max(sequence.time(of: frame + 1), time + step)
      frame = max(sequence.index(at: time), frame + 1)
      all.append((frame, Int((time * ticks).rounded())))
    }
    end = Int(((time + max(1 / sequence.fps, step, seconds)) * ticks).rounded())
  }
}

extension FilmMoments {
  /// The longest side of a picture: Cairo draws no longer one.
  private static let longestSide = 32_767

  /// - Throws: 400 where pictures of a size have more pixels than allowed.
  func check(_ size: (width: Int, height: Int), _ limits: Settings) throws(Problem) {
    if max(size.width, size.height) > Self.longestSide {
      let detail = "makes a picture with a side of more than \(Self.longestSide) pixels"
      throw .invalidParameters([ParameterProblem(parameter: "to", detail: detail)])
    }
    let limit = limits.maximumPicturePixels
    guard size.width * size.height * all.count > limit else { return }
    let detail =
      "makes \(all.count) pictures of at least \(size.width) × \(size.height) pixels; \(limit) pixels are possible in "
      + "all: fewer frames, shorter texts or a smaller `size` take less"
    throw .invalidParameters([ParameterProblem(parameter: "duration", detail: detail)])
  }
}
