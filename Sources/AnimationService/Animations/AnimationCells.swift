public import Terminal
import TextAnimation
import TextBytes

/// The frames of an animation as the cells of a terminal, with effects, wheels and characters as far as cells show them.
public struct AnimationCells: Sendable {
  private let prepared: PreparedSequence
  private let look: Look

  /// What a frame is more than a text.
  private enum Look {
    case text
    case labels(Transition, lines: Int)
    case columns(any ColumnInterpolation)
    case glyphs(any GlyphInterpolation, GlyphPlace)
  }

  init(_ prepared: PreparedSequence) {
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

  /// What a frame shows, by its number from 0.
  public func grid(ofFrame index: Int) -> CellGrid {
    let sequence = prepared.sequence
    let (prefix, suffix) = (sequence.animation.prefix, sequence.animation.suffix)
    let progress = sequence.progress(ofFrame: index)
    switch look {
    case .labels(let transition, let lines):
      let shown = prepared.labels(transition, index, progress)
      let entering = UTF8Buffer.text { shown.change.writeEntering(at: shown.eased, to: &$0) }
      return CellGrid(exit: shown.exit.map { (shown.change.source, $0) }, enter: (entering, shown.enter), lines: lines)
    case .columns(let columns):
      return CellGrid(columns.columns(at: progress), prefix: prefix, suffix: suffix)
    case .glyphs(let glyphs, let place):
      return CellGrid(glyphs.glyphs(at: progress), in: place, prefix: prefix, suffix: suffix)
    case .text:
      return CellGrid(UTF8Buffer.text { sequence.animation.write(at: progress, to: &$0) })
    }
  }
}

extension UTF8Buffer {
  /// The text that `write` appends.
  fileprivate static func text(_ write: (inout UTF8Buffer) -> Void) -> String {
    var buffer = UTF8Buffer()
    write(&buffer)
    return buffer.text()
  }
}
