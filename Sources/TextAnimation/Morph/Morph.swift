public import Interpolation
public import TextBytes
internal import Timing
internal import RealModule

/// Keeps, moves, removes and adds characters, as LTMorphingLabel does.
///
/// Every pair of texts can be morphed; the interpolation has glyphs.
public struct MorphInterpolator: TextInterpolator {
  /// How characters come and go.
  public var effect: MorphEffect
  /// Which end of its line a character keeps its distance from.
  public var alignment: TextAlignment

  /// Creates a morph.
  ///
  /// - Parameters:
  ///   - effect: How characters come and go.
  ///   - alignment: Where the lines of both texts are aligned.
  public init(effect: MorphEffect = .scale, alignment: TextAlignment = .left) {
    self.effect = effect
    self.alignment = alignment
  }

  /// Matches the characters of both texts and lays both out in cells.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    return MorphInterpolation(from: source, to: target, effect, alignment)
  }
}

/// The characters of two texts at rest, and how each gets from one to the other.
///
/// Characters leave, glide and arrive in turn (``Act``), so that none lies over another; those that leave or arrive do so
/// one after another, as LTMorphingLabel's do. Everything moves without a jump within 0…1, outside of which the nearer end
/// shows.
///
/// As plain text a frame is read cell by cell: a cell shows the source's character until the target's there is half
/// way in by the label's own delays, from the first start to the last arrival. A cell that has only one of them shows it
/// from then on, or until then.
struct MorphInterpolation: TextInterpolation {
  private let effect: MorphEffect
  private let alignment: TextAlignment
  private let source: Side
  /// Characters that are on their way out when it begins.
  private let others: [Glyph]
  private let target: Side
  private let matching: GraphemeMatching
  private let run: ClosedRange<Double>
  /// When cells change in the text, in the label's progress, in order.
  private let changes: [Double]

  /// One text, and per character its glyph, at rest if nothing else is said, and its delay.
  private struct Side {
    let graphemes: Graphemes
    let glyphs: [Glyph?]
    let delays: [Double]
    private let earliest: Double
    private let pace: Double

    init(_ text: String, _ glyphs: [Glyph?], delay: (Int) -> Double) {
      graphemes = Graphemes(text)
      self.glyphs = glyphs
      delays = (0..<graphemes.count).map(delay)
      earliest = delays.min() ?? 0
      pace = min(Act.longestWait / max((delays.max() ?? 0) - earliest, .leastNonzeroMagnitude), 1)
    }

    /// How much later than the first a character sets out, in progress.
    func wait(_ index: Int) -> Double { (delays[index] - earliest) * pace }

    var byteCount: Int {
      graphemes.byteCount + MemoryLayout<Glyph?>.stride * glyphs.capacity
        + MemoryLayout<Double>.stride * delays.capacity
    }
  }

  init(from source: String, to target: String, _ effect: MorphEffect, _ alignment: TextAlignment) {
    self.init(
      from: source, ShownGlyphs(resting: source, alignment),
      to: Side(target, Glyph.resting(in: target, alignment), delay: effect.lag), effect, alignment)
  }

  private init(
    from source: String, _ shown: ShownGlyphs, to target: Side, _ effect: MorphEffect, _ alignment: TextAlignment
  ) {
    self.effect = effect
    self.alignment = alignment
    self.source = Side(source, shown.glyphs) { -effect.lead(of: $0) }
    self.target = target
    others = shown.others
    matching = GraphemeMatching(from: self.source.graphemes, to: self.target.graphemes)
    let delays = self.source.delays + self.target.delays
    changes = delays.map { $0 + 0.5 }.sorted()
    run = min(delays.min() ?? 0, 0)...max(delays.max() ?? 0, 0) + 1
  }

  var byteCount: Int {
    source.byteCount + target.byteCount + matching.byteCount + MemoryLayout<Double>.stride * changes.capacity
      + MemoryLayout<Glyph>.stride * others.capacity
  }

  /// Half of the delay between two neighbours.
  var threshold: Double { 0.5 * MorphEffect.characterDelay / (run.upperBound - run.lowerBound) }

  /// The label's progress, which begins below 0 and ends above 1.
  private func overall(at progress: Double) -> Double {
    run.lowerBound + progress.clampedToUnit * (run.upperBound - run.lowerBound)
  }
}

// MARK: - Text

extension MorphInterpolation {
  var steps: TextSteps? {
    TextSteps { progress in
      let overall = overall(at: progress)
      return changes.partitioningIndex { $0 > overall }
    }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let halfWay = overall(at: progress) - 0.5
    let end = max(source.delays.count, target.delays.count)
    // Neighbours of one text are copied together: one by one, a text took three times as long.
    var (run, start) = (shown(in: 0, at: halfWay), 0)
    for cell in 0..<end {
      let shown = shown(in: cell, at: halfWay)
      guard shown != run else { continue }
      write(start..<cell, of: run, to: &text)
      (run, start) = (shown, cell)
    }
    write(start..<end, of: run, to: &text)
  }

  /// The text whose character a cell shows; `nil` where it shows none.
  @inline(__always)
  private func shown(in cell: Int, at halfWay: Double) -> Shown? {
    if cell < target.delays.count, target.delays[cell] <= halfWay { return .target }
    guard cell < source.delays.count else { return nil }
    return cell < target.delays.count || source.delays[cell] > halfWay ? .source : nil
  }

  private enum Shown {
    case source, target
  }

  private func write(_ cells: Range<Int>, of shown: Shown?, to text: inout UTF8Buffer) {
    switch shown {
    case .source: source.graphemes.write(cells, to: &text)
    case .target: target.graphemes.write(cells, to: &text)
    case nil: break
    }
  }
}

// MARK: - Glyphs

extension MorphInterpolation {
  var glyphs: (@Sendable (Double) -> [Glyph])? { { glyphs(at: $0) } }

  private func glyphs(at progress: Double) -> [Glyph] {
    // The ends are not computed: a rounding error must not leave a trace of a character that is gone.
    guard progress > 0 else { return (source.glyphs.compactMap(\.self) + others).filter(\.isVisible) }
    guard progress < 1 else { return target.glyphs.compactMap(\.self) }
    return (leaving(at: progress) + arriving(at: progress) + others.map { $0.faded(by: Act.leaving(progress)) })
      .filter(\.isVisible)
  }

  func settingOut(from source: String, _ glyphs: [Glyph]) -> (any TextInterpolation)? {
    MorphInterpolation(from: source, ShownGlyphs(of: source, glyphs, alignment), to: target, effect, alignment)
  }

  private func leaving(at progress: Double) -> [Glyph] {
    let share = Glyph.glide(at: progress)
    return source.glyphs.indices.compactMap { index in
      guard let glyph = source.glyphs[index] else { return nil }
      guard let destination = matching.destinations[index], let end = target.glyphs[destination] else {
        let own = Act.leaving(progress, after: source.wait(index))
        return own < 1 ? effect.removing(glyph, index, progress: own) : nil
      }
      var moved = glyph.moved(toward: end, by: share)
      (moved.from, moved.to) = (glyph.x, end.x)
      return moved
    }
  }

  private func arriving(at progress: Double) -> [Glyph] {
    let appearing = Act.appearing(progress)
    return matching.additions.compactMap { index in
      let own = Act.arriving(progress, after: target.wait(index))
      return target.glyphs[index].map { effect.adding($0, progress: own, overall: appearing) }
    }
  }
}

/// When characters move, in progress.
///
/// What leaves is nearly gone when what stays sets out (``Glyph/glide(at:)``), and what arrives is half opaque once that
/// is in place: no character lies over another, and at no time is nothing to be seen.
private enum Act {
  /// The most by which one character waits for another.
  static let longestWait = 0.08

  static func leaving(_ progress: Double, after wait: Double = 0) -> Double {
    ((progress - wait) / (0.2 - wait)).clampedToUnit
  }
  static func arriving(_ progress: Double, after wait: Double) -> Double {
    ((progress - 0.18 - wait) / 0.74).clampedToUnit
  }
  static func appearing(_ progress: Double) -> Double { ((progress - 0.18) / 0.82).clampedToUnit }
}

extension Glyph {
  /// How far characters that stay have come from their places in the source to those in the target.
  ///
  /// Who places glyphs in a font goes by it from the one text's layout to the other's; `kinetype-draw.js` has it as well.
  public static func glide(at progress: Double) -> Double { easeOutQuint(((progress - 0.2) / 0.4).clampedToUnit) }
}

/// Which end of a line, or its middle, stays in place when the line grows: where glyphs are counted from.
public enum TextAlignment: String, CaseIterable, Sendable {
  /// The left end.
  case left
  /// The middle.
  case center
  /// The right end.
  case right

  /// Names of CSS that mean the same in lines that read from left to right.
  public static let aliases: KeyValuePairs<String, TextAlignment> = ["start": .left, "end": .right]

  /// Finds the alignment that has a name or an alias.
  public init?(named name: String) {
    guard let alignment = TextAlignment(rawValue: name) ?? Self.aliases.first(where: { $0.key == name })?.value else {
      return nil
    }
    self = alignment
  }

  /// Where a line of so many cells begins.
  func start(ofLine cells: Int) -> Double {
    switch self {
    case .left: 0
    case .center: -Double(cells) / 2
    case .right: -Double(cells)
    }
  }
}

/// How characters come and go while a text morphs: LTMorphingLabel's effects without their particles and pixels, and
/// SwiftUI's `numericText`.
public enum MorphEffect: String, CaseIterable, Sendable {
  /// Removed characters shrink to nothing, added ones grow: the label's default.
  case scale
  /// Removed characters rise and fade, added ones rise into place.
  case evaporate
  /// Removed characters tip over and drop, added ones grow.
  case fall
  /// Removed characters fade late where they stand, added ones fade in.
  case pixelate
  /// Removed characters fade, added ones drop from above and bounce.
  case anvil
  /// Removed characters leave upward, added ones come from below, as when SwiftUI's `numericText` counts up.
  case rollUp
  /// Removed characters leave downward, added ones come from above, as when SwiftUI's `numericText` counts down.
  case rollDown
}

// MARK: - Delays

extension MorphEffect {
  /// The label's `morphingCharacterDelay`: how much progress lies between two neighbours.
  static let characterDelay = 0.026

  /// How far the progress of a source character runs ahead of the others.
  func lead(of index: Int) -> Double {
    switch self {
    case .scale, .pixelate, .rollUp, .rollDown: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * 1.7 * .sin(Double(index))
    case .anvil: 0
    }
  }

  /// How far the progress of an added character stays behind the others.
  func lag(of index: Int) -> Double {
    switch self {
    case .scale, .pixelate, .rollUp, .rollDown: Self.characterDelay * Double(index)
    case .evaporate: Self.characterDelay * Self.flutter(index)
    case .fall: Self.characterDelay * Double(index) / 1.7
    case .anvil: -Self.characterDelay * 1.7 * .sin(Double(index))
    }
  }

  /// −1, 0 or 1 in an order without a pattern.
  private static func flutter(_ index: Int) -> Double {
    (1.2 * .cos(Double(index))).rounded()
  }
}

// MARK: - Looks

extension MorphEffect {
  /// A removed character on its way out, from its glyph at rest, its place in the text and its own progress, 0…1.
  func removing(_ glyph: Glyph, _ index: Int, progress: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale:
      glyph.scale *= 1 - easeOutQuint(progress)
      glyph.opacity *= 1 - progress
    case .evaporate:
      glyph.y -= 0.8 * easeOutQuint(progress)
      glyph.opacity *= 1 - easeOutQuint(progress)
    case .fall:
      glyph.rotation += easeOutBack(progress) * (.sin(Double(index)) > 0.5 ? 168 : -168)
      glyph.opacity *= Self.lateFade(progress)
      if progress > 0.5 { glyph.y += Self.drop * easeInQuint((progress - 0.4) / 0.5) }
    case .pixelate: glyph.opacity *= Self.lateFade(progress)
    case .anvil: glyph.opacity *= 1 - progress
    case .rollUp, .rollDown:
      glyph.y += rollingOffset * easeOutQuint(progress)
      glyph.opacity *= 1 - easeOutQuint(progress)
    }
    return glyph
  }

  /// An added character on its way in, from its glyph at rest and its own progress, 0…1.
  ///
  /// `overall` is the progress of them all: added characters fade in at the same time.
  func adding(_ glyph: Glyph, progress: Double, overall: Double) -> Glyph {
    var glyph = glyph
    switch self {
    case .scale, .fall: glyph.scale = easeOutQuint(progress)
    case .evaporate: glyph.y += 1.2 * (1 - easeOutQuint(progress))
    case .pixelate: break
    case .anvil: glyph.y -= 1 - Directed(.bounce, .out).progress(at: progress)
    case .rollUp, .rollDown: glyph.y -= rollingOffset * (1 - easeOutQuint(progress))
    }
    glyph.opacity = overall.clampedToUnit
    return glyph
  }

  /// Where a rolling character leaves to, in label heights.
  private var rollingOffset: Double { self == .rollUp ? -0.5 : 0.5 }

  /// Opaque for the first half, then a fade that ends just before nothing, as LTMorphingLabel has it.
  private static func lateFade(_ progress: Double) -> Double { (2.01 - 2 * progress).clampedToUnit }

  /// A falling character drops by 10 points of a label whose font is UIKit's 17 points.
  private static let drop = 10.0 / 17
}

// MARK: - Easing

/// The label's own easing functions; its easeOutBack overshoots by 2.70158 where Penner's takes 1.70158.
func easeOutQuint(_ t: Double) -> Double { easeInQuint(t - 1) + 1 }

private func easeInQuint(_ t: Double) -> Double { t * t * t * t * t }

private func easeOutBack(_ t: Double) -> Double { (t - 1) * (t - 1) * (3.70158 * (t - 1) + 2.70158) + 1 }
