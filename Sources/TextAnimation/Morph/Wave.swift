public import Interpolation
public import TextBytes
internal import Timing

/// Lifts each character in turn, from left to right: it rises, becomes the target's at the top, and sinks back.
///
/// Every pair of texts can be waved; the interpolation has glyphs.
public struct WaveInterpolator: TextInterpolator {
  /// Where the lines of both texts are aligned.
  public var alignment: TextAlignment

  /// Creates a wave.
  public init(alignment: TextAlignment = .left) {
    self.alignment = alignment
  }

  /// Lays both texts out in cells.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    return WaveInterpolation(from: source, to: target, alignment)
  }
}

/// The characters of two texts, cell by cell, and the wave that passes them.
///
/// Lifting one character takes a quarter of the progress. The cells start at equal intervals, the last so that it is back at
/// rest at 1. A cell that only one of the texts has fades out on its way up or in on its way down. Where lines break
/// elsewhere in the target, a character changes its place at the top. As plain text, a cell shows the source's character
/// until it is at the top and the target's from then on. Progress outside 0…1 shows the nearer end.
struct WaveInterpolation: TextInterpolation {
  private let source: Graphemes
  private let target: Graphemes
  private let resting: (source: [Glyph?], target: [Glyph?])
  /// How the source's look at first, where they are not at rest.
  private let shown: ShownGlyphs?
  private let alignment: TextAlignment
  /// The progress at which each cell is at the top, ascending.
  private let tops: [Double]

  /// The progress that one character takes from rest to rest.
  private static let share = 0.25
  /// How high a character rises, in label heights.
  private static let height = 0.5

  init(from source: String, to target: String, _ alignment: TextAlignment) {
    self.init(
      Graphemes(source), Glyph.resting(in: source, alignment), to: Graphemes(target),
      Glyph.resting(in: target, alignment), showing: nil, alignment)
  }

  private init(
    _ source: Graphemes, _ glyphs: [Glyph?], to target: Graphemes, _ others: [Glyph?], showing shown: ShownGlyphs?,
    _ alignment: TextAlignment
  ) {
    (self.source, self.target, self.shown, self.alignment) = (source, target, shown, alignment)
    resting = (glyphs, others)
    let count = max(self.source.count, self.target.count)
    tops = (0..<count).map { cell in
      Self.share / 2 + (1 - Self.share) * Double(cell) / Double(max(count - 1, 1))
    }
  }

  var byteCount: Int {
    source.byteCount + target.byteCount + MemoryLayout<Double>.stride * tops.capacity
      + MemoryLayout<Glyph?>.stride * (resting.source.capacity + resting.target.capacity)
      + MemoryLayout<Glyph?>.stride * (shown.map { $0.glyphs.capacity + $0.others.capacity } ?? 0)
  }

  /// Half of the progress between the tops of two neighbours.
  var threshold: Double { 0.5 * (1 - Self.share) / Double(max(tops.count - 1, 2)) }
}

extension WaveInterpolation {
  var steps: TextSteps? { TextSteps(stride: 1) { changedCells(at: $0) } }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let changed = changedCells(at: progress)
    target.write(0..<min(changed, target.count), to: &text)
    source.write(min(changed, source.count)..<source.count, to: &text)
  }

  /// How many cells have been at the top.
  private func changedCells(at progress: Double) -> Int {
    tops.partitioningIndex { $0 > progress.clampedToUnit }
  }
}

extension WaveInterpolation {
  var glyphs: (@Sendable (Double) -> [Glyph])? { { glyphs(at: $0) } }

  private func glyphs(at progress: Double) -> [Glyph] {
    let progress = progress.clampedToUnit
    let cells = tops.indices.compactMap { cell in
      // From −1, where the cell begins to rise, through 0 at the top to 1, where it is back.
      let phase = min(max((progress - tops[cell]) / (Self.share / 2), -1), 1)
      return progress < tops[cell]
        ? lifted(source(cell, at: progress), resting.target, cell, phase)
        : lifted(cell < resting.target.count ? resting.target[cell] : nil, resting.source, cell, phase)
    }
    guard let shown else { return cells }
    return (cells + shown.others.map { $0.faded(by: progress) }).filter(\.isVisible)
  }

  func settingOut(from source: String, _ glyphs: [Glyph]) -> (any TextInterpolation)? {
    WaveInterpolation(
      Graphemes(source), Glyph.resting(in: source, alignment), to: target, resting.target,
      showing: ShownGlyphs(of: source, glyphs, alignment), alignment)
  }

  /// The source's glyph in a cell, which comes to rest on its way to the top.
  private func source(_ cell: Int, at progress: Double) -> Glyph? {
    guard cell < resting.source.count, let rest = resting.source[cell] else { return nil }
    return shown?.glyphs[cell]?.moved(toward: rest, by: progress / tops[cell]) ?? rest
  }

  /// A glyph of one text in a cell, which fades where the other text has none.
  private func lifted(_ glyph: Glyph?, _ other: [Glyph?], _ cell: Int, _ phase: Double) -> Glyph? {
    guard var glyph else { return nil }
    glyph.y -= Self.height * (1 - phase * phase)
    if cell >= other.count || other[cell] == nil { glyph.opacity *= abs(phase) }
    return glyph.opacity > 0 ? glyph : nil
  }
}
