import TextAnimation

/// What a picture draws at one moment, whatever its form: SVG animates the way from one to the next, and a form that has
/// one image after another draws each.
///
/// ``PictureMaker`` makes it from a ``PreparedSequence``. All lengths are in font sizes: multiplied by
/// ``PictureStyle/size`` they are pixels. `x` counts from the point at which the picture is aligned: its left edge, middle
/// or right edge without the margin (``PictureLayout/origin(_:)``); `y` counts down from the top of the first line.
///
/// To draw a frame, draw each piece in order: its text from its left edge `x` on the baseline
/// `y + PictureLayout.baseline`, as wide as `width` says, then scaled and turned about its pivot, and within its window.
struct PictureFrame: Sendable {
  /// What is drawn, in order.
  var pieces: [PicturePiece] = []
  /// The width of all of it.
  var width = 0.0
  var lines = 1
}

/// A text at its place, or a wheel of an odometer.
struct PicturePiece: Sendable {
  var content: Content
  /// Its left edge, before it is scaled and turned.
  var x: Double
  /// The top of its line.
  var y: Double
  var width: Double
  /// From 0, invisible, to 1.
  var opacity = 1.0
  /// Its size about the pivot; 1 at rest.
  var scale = 1.0
  /// Degrees clockwise about the pivot.
  var rotation = 0.0
  /// What it is scaled and turned about, seen from its left edge and the top of its line.
  var pivot = (x: 0.0, y: 0.0)
  /// For a wheel, how far it has turned: 3.25 shows 3 a quarter of a line too high, and 4 below it.
  var position = 0.0
  /// The rows in which it can be seen; `nil` where nothing hides it.
  var window: PictureWindow?
  /// Its number among its like, counted from the right, where it has one; tells it from its like in the next frame.
  var place: Int?

  enum Content: Hashable {
    case text(String)
    /// Digits from 0 up to a base, of which the next follows below; the first is this scalar.
    case wheel(zero: Unicode.Scalar, base: Int)
  }
}

extension PicturePiece {
  /// The texts to draw, each with the lines by which it stands lower than the piece; a wheel between two digits has two.
  var texts: [(text: String, lines: Double)] {
    switch content {
    case .text(let text): return [(text, 0)]
    case .wheel(let zero, let base):
      let digit = Int(position)
      let offset = position - Double(digit)
      let first = (Self.digit(digit % base, zero), -offset)
      return offset == 0 ? [first] : [first, (Self.digit((digit + 1) % base, zero), 1 - offset)]
    }
  }

  /// A digit of a wheel.
  static func digit(_ value: Int, _ zero: Unicode.Scalar) -> String {
    Unicode.Scalar(zero.value + UInt32(value)).map { String($0) } ?? ""
  }
}

/// The rows behind which a wheel or a scrolling label can be seen, with soft edges.
struct PictureWindow: Hashable, Sendable {
  /// Where nothing is seen yet.
  let top: Double
  /// Where nothing is seen any more.
  let bottom: Double

  /// The height of each of the two soft edges, inside the rows.
  static let edge = 0.25

  /// Some lines with a little room above and below.
  init(line: Double, count: Int = 1) {
    top = line - PictureLayout.padding
    bottom = line + Double(count) * PictureLayout.lineHeight + PictureLayout.padding
  }
}

/// The room that all frames of a picture need, in font sizes.
struct PictureLayout: Sendable {
  /// The width of the widest frame, without margins.
  var width = 0.0
  /// The most lines of a frame.
  var lines = 1
  /// What is free above the first line: more where characters rise above it.
  private(set) var top = Self.padding

  /// From a line to the next.
  static let lineHeight = 1.2
  /// From the top of a line to the line that letters stand on.
  static let baseline = 14.0 / 15
  /// What is free on the left and on the right.
  static let margin = 0.5
  /// What is free above and below at least.
  static let padding = 0.15

  /// Makes room for a frame.
  mutating func include(_ frame: borrowing PictureFrame) {
    width = max(width, frame.width)
    lines = max(lines, frame.lines)
    // What fades on its way, or is behind a window, needs no room to be seen whole.
    for piece in frame.pieces where piece.window == nil && piece.opacity > 0.5 {
      top = max(top, Self.padding - piece.y)
    }
  }

  /// The size of the picture in pixels.
  func size(_ style: PictureStyle) -> (width: Int, height: Int) {
    let height = Double(lines) * Self.lineHeight + (top + Self.padding)
    return (Int(((width + 2 * Self.margin) * style.size).rounded(.up)), Int((height * style.size).rounded(.up)))
  }

  /// Where `x` of frames counts from, from the left edge of the picture; `y` counts from ``top``.
  func origin(_ alignment: TextAlignment) -> Double {
    Self.margin + alignment.share * width
  }
}

extension TextAlignment {
  /// The share of what is free that lies on the left.
  var share: Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}
