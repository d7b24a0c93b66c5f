public import Interpolation
public import TextBytes
internal import Timing

/// Removes characters back to what both texts begin with, then types the rest of the target.
///
/// The removal is typed.js's "smart backspace"; steps are grapheme clusters, so an emoji family or a letter with its
/// accents comes and goes as one. Every pair of texts can be typed.
public struct TypewriterInterpolator: TextInterpolator {
  /// Creates a typewriter.
  public init() {}

  /// Cuts both texts into clusters and finds what they begin with in common.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    return TypewriterInterpolation(source: Graphemes(source), target: Graphemes(target))
  }
}

/// One key stroke after another, evenly spread over the progress.
///
/// With n strokes, stroke k shows when the progress reaches k/n: a character appears (or goes) when its share of the
/// progress is complete, so the source stands alone at the start and the target is whole at 1 and not before. Progress
/// outside 0…1 shows the nearer end.
struct TypewriterInterpolation: TextInterpolation {
  private let source: Graphemes
  private let target: Graphemes
  private let shared: Int
  private let removals: Int
  private let strokes: Int

  init(source: Graphemes, target: Graphemes) {
    self.source = source
    self.target = target
    shared = source.commonPrefix(with: target)
    removals = source.count - shared
    strokes = removals + target.count - shared
  }

  var byteCount: Int { source.byteCount + target.byteCount }
}

// MARK: - Writing

extension TypewriterInterpolation {
  var threshold: Double { 0.5 / Double(max(strokes, 1)) }

  var steps: TextSteps? { TextSteps { stroke(at: $0) } }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let stroke = stroke(at: progress)
    if stroke < removals {
      source.write(0..<source.count - stroke, to: &text)
    } else {
      target.write(0..<shared + stroke - removals, to: &text)
    }
  }

  private func stroke(at progress: Double) -> Int {
    // k/n · n may fall one ulp short of k, which would show a character one frame late: a billionth is forgiven.
    let completed = Int(progress.clampedToUnit * Double(strokes) + 1e-9)
    return min(completed, strokes)
  }
}
