import TextAnimation

/// Lays pieces beside each other, and lines below each other.
struct PictureRow {
  private let font: PictureFont
  private var frame = PictureFrame()
  /// Where the last line ends.
  private var x = 0.0
  /// Where the pieces of each line begin, and how wide it is.
  private var lines: [(first: Int, width: Double)] = []
  private var first = 0

  init(_ font: PictureFont) {
    self.font = font
  }

  private var y: Double { Double(lines.count) * PictureLayout.lineHeight }

  /// Appends a text, which may have several lines.
  mutating func append(_ text: String, opacity: Double = 1, place: Int? = nil) {
    guard text.contains(where: \.isNewline) else { return append(line: text, opacity, place) }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if index > 0 { endLine() }
      append(line: String(line), opacity, place)
    }
  }

  private mutating func append(line: String, _ opacity: Double, _ place: Int?) {
    guard !line.isEmpty else { return }
    append(PicturePiece(content: .text(line), x: x, y: y, width: font.width(of: line), opacity: opacity, place: place))
  }

  /// Appends a wheel as it stands.
  mutating func append(wheel: PicturePiece.Content, at position: Double, opacity: Double, place: Int) {
    append(
      PicturePiece(
        content: wheel, x: x, y: y, width: font.width(of: "0"), opacity: opacity, position: position,
        window: PictureWindow(line: y), place: place))
  }

  private mutating func append(_ piece: PicturePiece) {
    var piece = piece
    let room = piece.width * piece.opacity
    piece.x -= (piece.width - room) / 2
    frame.pieces.append(piece)
    x += room
  }

  private mutating func endLine() {
    lines.append((first, x))
    (first, x) = (frame.pieces.count, 0)
  }

  /// All pieces, each line with a share of its width on the left of 0.
  consuming func frame(_ share: Double) -> PictureFrame {
    endLine()
    frame.lines = lines.count
    frame.width = lines.reduce(0) { max($0, $1.width) }
    guard share > 0 else { return frame }
    for (index, line) in lines.enumerated() {
      let end = index + 1 < lines.count ? lines[index + 1].first : frame.pieces.count
      for place in line.first..<end { frame.pieces[place].x -= share * line.width }
    }
    return frame
  }
}

/// Where each character of a text begins.
struct TextEdges {
  let text: String
  /// The width of the text in font sizes.
  let width: Double
  /// The number of its lines.
  let lines: Int
  /// The left edges of the characters and of what follows the last; none where there are several lines.
  private let lefts: [Double]
  private let cell: Double

  init(_ text: String, _ font: PictureFont) {
    self.text = text
    cell = font.cell
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.lines = lines.count
    guard lines.count == 1 else {
      width = lines.reduce(0) { max($0, Double($1.count) * font.cell) }
      lefts = []
      return
    }
    var left = 0.0
    lefts =
      [0]
      + text.map { character in
        left += font.width(of: character)
        return left
      }
    width = left
  }

  /// Where a character stands that is so many cells behind the point of alignment.
  func place(of cells: Double, _ alignment: TextAlignment) -> Double {
    guard !lefts.isEmpty else { return cells * cell }
    let count = Double(lefts.count - 1)
    let index = cells + alignment.share * count
    let start = -alignment.share * width
    guard index > 0, count > 0 else { return start + index * cell }
    guard index < count else { return start + width + (index - count) * cell }
    let whole = Int(index)
    return start + lefts[whole] + (index - Double(whole)) * (lefts[whole + 1] - lefts[whole])
  }
}
