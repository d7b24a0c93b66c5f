import Interpolation
import TextAnimation
import TextBytes

/// The frames of an animation as the cells of a terminal, with effects, wheels and characters as far as cells show them.
package struct AnimationCells: Sendable {
  private let prepared: PreparedSequence
  private let look: Look

  /// What a frame is more than a text.
  private enum Look {
    case text
    case labels(Transition, lines: Int)
    case columns(@Sendable (Double) -> [Column])
    case glyphs(@Sendable (Double) -> [Glyph], GlyphPlace)
  }

  package init(_ prepared: PreparedSequence) {
    self.prepared = prepared
    let details = prepared.details
    if let transition = details.transition {
      look = .labels(transition, lines: CellGrid.lines(of: transition))
    } else if let columns = details.columns {
      look = .columns(columns)
    } else if let glyphs = details.glyphs {
      look = .glyphs(glyphs, GlyphPlace(of: glyphs))
    } else {
      look = .text
    }
  }

  /// What drawing and comparing a cell takes, in units of a meter: characters that move are placed one by one.
  fileprivate var unitsOfCell: Int {
    if case .glyphs = look { 700 } else { 250 }
  }

  /// What a frame shows, by its number from 0.
  package func grid(ofFrame index: Int) -> CellGrid {
    let sequence = prepared.sequence
    let (prefix, suffix) = (sequence.animation.prefix, sequence.animation.suffix)
    let progress = sequence.progress(ofFrame: index)
    switch look {
    case .labels(let transition, let lines):
      let shown = prepared.labels(transition, index, progress)
      let entering = UTF8Buffer.text { shown.change.writeEntering(at: shown.eased, to: &$0) }
      return CellGrid(exit: shown.exit.map { (shown.change.source, $0) }, enter: (entering, shown.enter), lines: lines)
    case .columns(let columns):
      return CellGrid(columns(progress), prefix: prefix, suffix: suffix)
    case .glyphs(let glyphs, let place):
      return CellGrid(glyphs(progress), in: place, prefix: prefix, suffix: suffix)
    case .text:
      return CellGrid(sequence.animation.text(at: progress))
    }
  }
}

// MARK: - Recordings

extension SequenceRepresentation {
  static let cast = SequenceRepresentation(
    "cast", "application/x-asciicast", "is a recording of a terminal, with effects as far as cells show them",
    by: .pieces { CastWriter($0.shown) })
}

/// The sequence as a recording of a terminal: asciicast v2, which asciinema plays, a line for each change of what is
/// shown.
struct CastWriter: DocumentWriter {
  /// How many frames tell how wide the terminal has to be; numbers and words between two texts may be wider than both.
  private static let measuredFrames = 20

  private let prepared: PreparedSequence
  private let cells: AnimationCells
  /// The first frame that was not looked at.
  private var next = 0
  private(set) var isEnd = false

  init(_ prepared: PreparedSequence) {
    (self.prepared, cells) = (prepared, AnimationCells(prepared))
  }

  mutating func write(to cast: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    let sequence = prepared.sequence
    let count = sequence.count ?? 0
    var block = ScreenBlock(usesStyles: true)
    var output = UTF8Buffer()
    var shown: CellGrid?
    if next == 0 {
      writeHeader(sequence, to: &cast, &meter)
    } else {
      let grid = cells.grid(ofFrame: next - 1)
      block.show(grid, to: &output)
      shown = grid
    }
    while next < count {
      let grid = cells.grid(ofFrame: next)
      next += 1
      guard meter.spend(units(of: grid), .frames) else { return }
      guard grid != shown else { continue }
      output.truncate()
      block.show(grid, to: &output)
      cast.appendEvent(at: next == 1 ? 0 : sequence.time(of: next - 1), output)
      shown = grid
      guard cast.count < size else { return }
    }
    output.truncate()
    block.finish(to: &output)
    cast.appendEvent(at: sequence.duration, output)
    isEnd = true
  }

  private func writeHeader(_ sequence: FrameSequence, to cast: inout UTF8Buffer, _ meter: inout Meter) {
    var grids: [CellGrid] = []
    for part in 0...Self.measuredFrames {
      grids.append(cells.grid(ofFrame: ((sequence.count ?? 0) - 1) * part / Self.measuredFrames))
      guard meter.spend(units(of: grids[part]), .frames) else { return }
    }
    cast.appendJSONObject { header in
      header.appendJSONMember("version", 2)
      header.appendJSONMember("width", grids.reduce(18) { max($0, $1.width) } + 2)
      header.appendJSONMember("height", grids[0].height + 1)
      header.appendJSONMember("duration", sequence.duration)
      header.appendJSONMember("title", (sequence.animation.shownTexts.last ?? "").withoutControls())
      header.append(",\"env\":{\"TERM\":\"xterm-256color\"}")
    }
    cast.append("\n")
  }

  /// What drawing and comparing some cells takes, in units of a meter: a family of emoji is many bytes in two cells.
  private func units(of grid: CellGrid) -> Int {
    let (animation, cells) = (prepared.sequence.animation, grid.width * grid.height)
    return animation.unitsOfText + 2_000 + 120 * animation.textBytes + self.cells.unitsOfCell * cells
  }
}

extension UTF8Buffer {
  fileprivate mutating func appendEvent(at seconds: Double, _ output: borrowing UTF8Buffer) {
    append("[")
    append(shortest: seconds)
    append(",\"o\",")
    appendJSONString { $0.append(contentsOf: output.span) }
    append("]\n")
  }
}
