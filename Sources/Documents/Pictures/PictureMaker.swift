import Interpolation
import WrittenNumbers
import TextAnimation
import TextBytes

/// Makes the frames of a picture from those of a sequence.
///
/// A form with one image after another makes them twice: first for the ``layout()``, then to draw them.
struct PictureMaker {
  let prepared: PreparedSequence
  let style: PictureStyle
  /// Where narrower frames stand.
  let alignment: TextAlignment
  /// Whether its pieces move; else each frame is one text.
  let isMoving: Bool
  /// The two texts of the change that was drawn last.
  private var edges: (source: TextEdges, target: TextEdges)?

  init(_ prepared: PreparedSequence, _ style: PictureStyle) {
    self.prepared = prepared
    self.style = style
    let details = prepared.details
    alignment = style.alignment ?? details.alignment
    isMoving =
      details.transition != nil
      || (details.columns != nil || details.glyphs != nil)
        && !prepared.sequence.animation.shownTexts.contains(where: \.hasRightToLeftLetters)
  }
}

extension PictureMaker {
  mutating func frame(_ index: Int, progress: Double? = nil) -> PictureFrame {
    let (details, progress) = (prepared.details, progress ?? prepared.sequence.progress(ofFrame: index))
    if isMoving, let columns = details.columns { return frame(of: columns(progress)) }
    if isMoving, let glyphs = details.glyphs, case let glyphs = glyphs(progress), !glyphs.isEmpty {
      return frame(of: glyphs, index, progress)
    }
    if let transition = details.transition { return frame(of: transition, index, progress) }
    var row = PictureRow(style.font)
    row.append(prepared.sequence.animation.text(at: progress))
    return row.frame(alignment.share)
  }

  /// The room that all frames need: what the widest and the highest take, unless nothing is left to be spent before.
  mutating func layout(_ progresses: [Double]? = nil, spending meter: inout Meter) -> PictureLayout {
    var layout = PictureLayout()
    var text = UTF8Buffer()
    let units = animation.unitsOfText
    for index in 0..<(prepared.sequence.count ?? 0) {
      let progress = progresses?[index] ?? prepared.sequence.progress(ofFrame: index)
      if !isMoving {
        text.truncate()
        animation.write(at: progress, to: &text)
        guard meter.spend(units + Animation.unitsOfByte * text.count, .frames) else { break }
        // No character has more cells than bytes, so most texts need not be measured.
        if style.font.isMonospaced, Double(text.count) * style.font.cell <= layout.width { continue }
      }
      let frame = frame(index, progress: progress)
      guard meter.spend(frame.units, .frames) else { break }
      layout.include(frame)
    }
    if !isMoving {
      // A short text may have more lines than the widest.
      layout.lines = animation.shownTexts.reduce(layout.lines) { max($0, 1 + $1.count { $0.isNewline }) }
    }
    return layout
  }

  private var animation: Animation { prepared.sequence.animation }

  /// Digits that appear or vanish are as wide as they are visible, so that nothing beside them jumps.
  private func frame(of columns: [Column]) -> PictureFrame {
    var row = PictureRow(style.font)
    row.append(animation.prefix)
    for (index, column) in columns.enumerated() {
      switch column.content {
      case .text(let text): row.append(text, opacity: column.opacity, place: columns.count - index)
      case .digit(let position, let base, let digits):
        row.append(
          wheel: .wheel(zero: digits.zero, base: base), at: position, opacity: column.opacity,
          place: columns.count - index)
      }
    }
    row.append(animation.suffix)
    return row.frame(alignment.share)
  }

  /// Characters stand in cells, as wide as the characters of both texts there are.
  private mutating func frame(of glyphs: [Glyph], _ index: Int, _ progress: Double) -> PictureFrame {
    let (_, change, eased) = prepared.leg(index, progress)
    let ends = edges(of: change)
    let share = Glyph.glide(at: eased)
    func mix(_ source: Double, _ target: Double) -> Double { source * (1 - share) + target * share }
    let own = prepared.details.alignment
    var (frame, left) = around(mix(ends.source.width, ends.target.width))
    left += own.share * mix(ends.source.width, ends.target.width)
    for glyph in glyphs {
      let width = style.font.width(of: glyph.text)
      let lineHeight = PictureLayout.lineHeight
      frame.pieces.append(
        PicturePiece(
          content: .text(glyph.text),
          x: left
            + mix(
              ends.source.place(of: glyph.from ?? glyph.x, own), ends.target.place(of: glyph.to ?? glyph.x, own)),
          y: glyph.y * lineHeight, width: width, opacity: glyph.opacity, scale: glyph.scale, rotation: glyph.rotation,
          pivot: (width / 2, lineHeight)))
    }
    frame.lines = max(ends.source.lines, ends.target.lines)
    return frame
  }

  private mutating func edges(of change: Animation) -> (source: TextEdges, target: TextEdges) {
    if let edges, edges.source.text == change.source, edges.target.text == change.target { return edges }
    let made = (source: TextEdges(change.source, style.font), target: TextEdges(change.target, style.font))
    edges = made
    return made
  }

  /// Two texts, of which one leaves and one enters, each about its own middle.
  private func frame(of transition: Transition, _ index: Int, _ progress: Double) -> PictureFrame {
    let labels = prepared.labels(transition, index, progress)
    var (exit, enter) = (PictureRow(style.font), PictureRow(style.font))
    exit.append(labels.change.source)
    enter.append(UTF8Buffer.text { labels.change.writeEntering(at: labels.eased, to: &$0) })
    let (leaving, entering) = (exit.frame(0), enter.frame(0))
    let share = labels.exit == nil ? 1 : min(max(labels.eased, 0), 1)
    let width = leaving.width * (1 - share) + entering.width * share
    var (frame, left) = around(width)
    if let looks = labels.exit { frame.append(leaving, looks, from: left, within: width, alignment.share) }
    frame.append(entering, labels.enter, from: left, within: width, alignment.share)
    frame.lines = max(leaving.lines, entering.lines)
    return frame
  }

  /// A frame with what does not move, around some width, and where that begins.
  private func around(_ width: Double) -> (frame: PictureFrame, left: Double) {
    let font = style.font
    let (before, behind) = (font.width(of: animation.prefix), font.width(of: animation.suffix))
    let total = before + width + behind
    let start = -alignment.share * total
    var frame = PictureFrame(width: total)
    frame.add(animation.prefix, at: start, width: before)
    frame.add(animation.suffix, at: start + before + width, width: behind)
    return (frame, start + before)
  }
}

extension PictureFrame {
  /// What making it takes, in units of a meter.
  var units: Int {
    pieces.reduce(2_000) { units, piece in
      if case .text(let text) = piece.content { units + 1_000 + 100 * text.utf8.count } else { units + 2_000 }
    }
  }

  fileprivate mutating func add(_ text: String, at x: Double, width: Double) {
    guard !text.isEmpty else { return }
    pieces.append(PicturePiece(content: .text(text), x: x, y: 0, width: width))
  }

  /// Adds the lines of a label as it looks, which are scaled and turned as one.
  fileprivate mutating func append(
    _ label: PictureFrame, _ looks: LabelAppearance, from left: Double, within width: Double, _ share: Double
  ) {
    guard looks.opacity > 0, looks.scale > 0 else { return }
    let height = Double(label.lines) * PictureLayout.lineHeight
    let center = (x: label.width / 2, y: height / 2)
    for piece in label.pieces {
      var piece = piece
      let start = share * (label.width - piece.width)
      piece.pivot = (center.x - start, center.y - piece.y)
      piece.x = left + share * (width - label.width) + start + looks.offsetX * height
      if looks.offsetY != 0 { piece.window = PictureWindow(line: 0, count: label.lines) }
      piece.y += looks.offsetY * height
      (piece.opacity, piece.scale, piece.rotation) = (looks.opacity, looks.scale, looks.rotation)
      pieces.append(piece)
    }
  }
}

extension String {
  /// Whether it has letters that join and run from right to left, such as Arabic and Hebrew ones: piece by piece they would
  /// stand in the wrong order (UAX #9).
  fileprivate var hasRightToLeftLetters: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x1_0800...0x1_0fff, 0x1_e800...0x1_efff: true
      default: false
      }
    }
  }
}
