import CPangoCairo
import Synchronization
package import System

/// Draws texts into pictures, with fonts of its own.
///
/// Pango's fonts belong to one thread at a time; ``PainterPool`` sees to that.
@safe
package final class TextPainter: @unchecked Sendable {
  private let painter: OpaquePointer
  private var size = (width: 0, height: 0)
  private var fontSize = 1.0
  private var inks = Inks(text: .black)
  /// The widths of texts as short as one character, which are asked for often.
  private var widths: [String: Double] = [:]
  private static let longestKept = 8

  /// Creates a painter; `nil` where the machine has no Pango, or no font.
  init?() {
    guard let painter = unsafe cpangocairo_create() else { return nil }
    unsafe self.painter = painter
  }

  deinit { unsafe cpangocairo_free(painter) }
}

extension TextPainter {
  /// Takes the first of some families, with commas between them, that is there; `size` is in pixels, and `weight` from 100,
  /// thin, to 1000.
  package func choose(families: String, size: Double, weight: Int32) {
    unsafe cpangocairo_set_font(painter, families, size, weight)
    fontSize = size
    widths = [:]
  }

  /// The width of a line of text, in pixels.
  package func width(of text: String) -> Double {
    if let known = widths[text] { return known }
    let width = unsafe withBytes(of: text) { unsafe cpangocairo_measure(painter, $0, $1) }
    if text.utf8.count <= Self.longestKept, widths.count < 1_000 { widths[text] = width }
    return width
  }

  /// Begins pictures of texts with a color, and those that some emoji have: each is drawn once, in the font's size up to 64.
  ///
  /// - Returns: The inks of all pictures; `nil` where there is no memory.
  package func begin(width: Int, height: Int, text: Palette.Color, emoji: [Character]) -> Inks? {
    inks = Inks(text: text)
    let emojiSize = min(fontSize, 64)
    let side = Int(1.5 * emojiSize)
    if !emoji.isEmpty, begin(width: side * emoji.count, height: side, color: text) {
      draw(
        emoji.enumerated().map { index, character in
          var text = PlacedText(String(character), at: PlacedText.Point(x: Double(side * index), y: 1.1 * emojiSize))
          (text.scale, text.pivot) = (emojiSize / fontSize, text.position)
          return text
        })
      inks = Inks(text: text, pixels: unsafe pixels(cpangocairo_read_colors))
    }
    return begin(width: width, height: height, color: inks.hasEmoji ? text : nil) ? inks : nil
  }

  private func begin(width: Int, height: Int, color: Palette.Color?) -> Bool {
    size = (width, height)
    let color = color.map { [$0.red, $0.green, $0.blue].map { Double($0) / 255 } }
    return unsafe cpangocairo_begin(painter, Int32(clamping: width), Int32(clamping: height), color)
  }

  package func picture(of texts: [PlacedText]) -> Shades {
    draw(texts)
    let pixels =
      unsafe inks.hasEmoji ? inks.places(of: pixels(cpangocairo_read_colors)) : pixels(cpangocairo_read_shades)
    return Shades(width: size.width, height: size.height, pixels: pixels)
  }

  private func draw(_ texts: [PlacedText]) {
    unsafe cpangocairo_clear(painter)
    // Nobody sees less than a hundredth of a pixel, and after an emoji that small Cairo draws nothing any more.
    for text in texts where text.opacity > 0 && text.scale * fontSize > 0.01 {
      var place = cpangocairo_place(
        x: text.position.x, y: text.position.y, opacity: text.opacity, scale: text.scale, rotation: text.rotation,
        origin_x: text.pivot.x, origin_y: text.pivot.y, top: text.window?.top ?? 0, bottom: text.window?.bottom ?? 0,
        soft: text.window?.soft ?? 0)
      unsafe withBytes(of: text.text) { unsafe cpangocairo_draw(painter, $0, $1, &place) }
    }
  }

  private func pixels<Pixel>(_ read: (OpaquePointer, UnsafeMutablePointer<Pixel>) -> Void) -> [Pixel] {
    unsafe [Pixel](unsafeUninitializedCapacity: size.width * size.height) { pixels, count in
      if let start = pixels.baseAddress { unsafe read(painter, start) }
      count = size.width * size.height
    }
  }

  private func withBytes<Result>(of text: String, _ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    unsafe Array(text.printable.utf8).withUnsafeBytes { bytes in
      unsafe body(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }
}

extension String {
  /// The text with a space for each control character: fonts have none of them.
  fileprivate var printable: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isHidden ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

/// The painters of the process: one for each thread that draws at the same time.
///
/// What a painter has drawn, it remembers: fonts and glyphs. So each is replaced now and then.
package final class PainterPool: Sendable {
  /// The pictures after which a painter is replaced.
  private static let uses = 128

  /// A hash of what decides how texts look: the machine's fonts, what chooses among them, and the libraries that draw.
  ///
  /// Looked up once for the process, as the libraries do themselves; this loads them.
  package let fingerprint = LazyValue { cpangocairo_fingerprint() }

  private let idle = Mutex<[(painter: TextPainter, uses: Int)]>([])

  package static let shared = PainterPool()

  private init() {}
}

extension PainterPool {
  /// `body` keeps nothing of the painter; `nil` where the machine has no Pango, or no font.
  package func draw<Result, Failure: Error>(
    _ body: (TextPainter) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var taken = idle.withLock({ $0.popLast() }) ?? TextPainter().map({ ($0, 0) }) else { return nil }
    taken.uses += 1
    defer {
      let taken = taken
      if taken.uses < Self.uses { idle.withLock { $0.append(taken) } }
    }
    return try body(taken.painter)
  }
}

/// A line of text in a picture: where it stands, in pixels, and how it looks.
package struct PlacedText: Equatable, Sendable {
  package var text: String
  /// Where the left end of its line is, on the line that letters stand on.
  package var position: Point
  /// From 0, invisible, to 1.
  package var opacity = 1.0
  /// Its size about ``pivot``; 1 at rest.
  package var scale = 1.0
  /// Its turn clockwise about ``pivot``, in radians.
  package var rotation = 0.0
  /// What stays where it is while it grows and turns.
  package var pivot = Point(x: 0, y: 0)
  /// The rows between which it shows; `nil` is all.
  package var window: Window?

  /// A point of a picture, from its upper left corner.
  package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  package struct Window: Equatable, Sendable {
    package var top: Double
    /// The row behind the last.
    package var bottom: Double
    /// The rows that it takes to appear at either end.
    package var soft: Double

    package init(top: Double, bottom: Double, soft: Double) {
      (self.top, self.bottom, self.soft) = (top, bottom, soft)
    }
  }

  package init(_ text: String, at position: Point) {
    (self.text, self.position) = (text, position)
  }
}
