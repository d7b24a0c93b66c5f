import Terminal
import TextAnimation
import TextBytes

/// How far a recording has been written.
struct CastPosition: Sendable {
  /// The first frame that was not looked at.
  fileprivate var next = 0
  /// Whether nothing is left.
  fileprivate(set) var isEnd = false
}

/// The sequence as a recording of a terminal: asciicast v2, which asciinema plays, a line for each change of what is
/// shown.
extension PreparedSequence {
  /// How many frames tell how wide the terminal has to be; numbers and words between two texts may be wider than both.
  private static let measuredFrames = 20

  /// Appends the recording from a position on, until there are `size` bytes.
  func writeCast(
    from position: inout CastPosition, to cast: inout UTF8Buffer, until size: Int, _ meter: inout Meter
  ) {
    let (cells, count) = (AnimationCells(self), sequence.count ?? 0)
    var block = ScreenBlock(usesStyles: true)
    var output = UTF8Buffer()
    var shown: CellGrid?
    if position.next == 0 {
      writeCastHeader(cells, count, to: &cast, &meter)
    } else {
      let grid = cells.grid(ofFrame: position.next - 1)
      block.show(grid, to: &output)
      shown = grid
    }
    while position.next < count {
      let grid = cells.grid(ofFrame: position.next)
      position.next += 1
      guard meter.spend(units(of: grid), .frames) else { return }
      guard grid != shown else { continue }
      output.truncate()
      block.show(grid, to: &output)
      cast.appendEvent(at: position.next == 1 ? 0 : sequence.time(of: position.next - 1), output)
      shown = grid
      guard cast.count < size else { return }
    }
    output.truncate()
    block.finish(to: &output)
    cast.appendEvent(at: sequence.duration, output)
    position.isEnd = true
  }

  private func writeCastHeader(
    _ cells: AnimationCells, _ count: Int, to cast: inout UTF8Buffer, _ meter: inout Meter
  ) {
    var grids: [CellGrid] = []
    for part in 0...Self.measuredFrames {
      grids.append(cells.grid(ofFrame: (count - 1) * part / Self.measuredFrames))
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
}

extension PreparedSequence {
  /// What drawing and comparing some cells takes, in units of a meter.
  private func units(of grid: CellGrid) -> Int {
    let cells = grid.width * grid.height
    return sequence.animation.unitsOfText + 2_000 + 250 * cells
  }
}

extension UTF8Buffer {
  /// Appends an event of output.
  fileprivate mutating func appendEvent(at seconds: Double, _ output: borrowing UTF8Buffer) {
    append("[")
    append(shortest: seconds)
    append(",\"o\",")
    appendJSONString { $0.append(contentsOf: output.span) }
    append("]\n")
  }
}
