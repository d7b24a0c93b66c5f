import Pictures
package import System
import TextAnimation
import TextBytes

/// Draws the frames of a picture into a GIF or APNG, with the fonts of this machine.
struct FilmMaker {
  private let painter: TextPainter
  private let format: FilmFormat
  private let style: PictureStyle
  private let moments: FilmMoments
  private var pictures: PictureMaker

  fileprivate init(_ prepared: PreparedSequence, _ style: PictureStyle, _ format: FilmFormat, _ painter: TextPainter) {
    (self.painter, self.format) = (painter, format)
    painter.choose(families: style.font.families.filter { $0 != "'" }, size: style.size, weight: 600)
    var measured = style
    measured.font.measure = { [size = style.size] in painter.width(of: $0) / size }
    self.style = measured
    moments = FilmMoments(prepared.sequence, format, since: style.elapsed, standing: style.repeatDelay)
    pictures = PictureMaker(prepared, measured)
  }
}

extension SequenceRepresentation {
  static let gif = film("gif", .gif)
  /// Browsers accept APNG for every page, and want none.
  static let apng = film("apng", .apng, isNegotiable: false)
  /// One picture: an APNG of a single frame, which any reader of PNG opens.
  static let png = film("png", .apng)

  /// What it takes to open libraries and fonts for the first picture, which is nothing for a loop.
  fileprivate static let unitsOfOpening = 5_000_000

  /// What a document takes at least, in units of a meter.
  package var leastUnits: Int { making.isText ? 0 : Self.unitsOfOpening }

  /// A hash of what else decides how its pictures look, which takes as much as the first of them; `nil` where none is drawn.
  package var fonts: LazyValue<UInt64>? { making.isText ? nil : PainterPool.shared.fingerprint }

  private static func film(_ name: String, _ format: FilmFormat, isNegotiable: Bool = true) -> SequenceRepresentation {
    SequenceRepresentation(
      name, "image/\(name)", isNegotiable: isNegotiable, isPicture: true,
      by: .whole { (document, limits, meter) throws(Problem) in
        guard meter.demand(unitsOfOpening, .form) else { return [] }
        let file = try PainterPool.shared.draw { (painter) throws(Problem) -> [UInt8] in
          var maker = FilmMaker(document.shown, document.picture, format, painter)
          return try maker.file(limits, &meter)
        }
        guard let file else { throw .undrawable }
        return file
      })
  }
}

extension FilmMaker {
  /// The whole file; it ends early once nothing is left to be spent.
  ///
  /// - Throws: 400 where it would have more than allowed, or nothing can be drawn here.
  fileprivate mutating func file(_ limits: DocumentLimits, _ meter: inout Meter) throws(Problem) -> [UInt8] {
    let layout = try layout(limits, &meter)
    let (width, height) = layout.size(style)
    let pixels = width * height
    let emoji = pixels > Self.mostColored ? [] : self.emoji
    // Colors are read from a font when they are drawn first.
    meter.spend(1_000_000 * emoji.count, .form)
    let text = Palette.Color(style.ink())
    guard let inks = painter.begin(width: width, height: height, text: text, emoji: emoji) else { throw .undrawable }
    var film = Film(format, width: width, height: height, palette: style.palette(inks, of: format), plays: style.plays)
    let origin = (x: layout.origin(pictures.alignment), y: layout.top)
    var shown: [PlacedText]?
    for moment in moments.all {
      let frame = pictures.frame(moment.frame)
      guard meter.spend(frame.units, .frames) else { return [] }
      let texts = frame.pieces.flatMap { placed($0, from: origin) }
      guard texts != shown else { continue }
      shown = texts
      film.show(painter.picture(of: texts), at: moment.tick)
      guard meter.spend(drawingUnits(of: texts, pixels, hasColors: inks.hasEmoji), .frames) else { return [] }
      if film.byteCount > limits.bytes { throw .tooLarge(limits.bytes, isList: false) }
    }
    return film.finish(at: moments.end)
  }

  /// The pixels beyond which a picture has no colors of emoji, for which it takes four times the memory.
  private static let mostColored = 4_000_000

  /// The characters that fonts may have colors for; where they are more, these stand for all.
  private var emoji: [Character] {
    let characters = pictures.prepared.sequence.animation.shownTexts.joined()
    // In ASCII, digits are among them.
    let emoji = characters.filter { $0.utf8.count > 1 && $0.unicodeScalars.contains(where: \.properties.isEmoji) }
    return Array(Set(emoji).sorted().prefix(64))
  }

  /// The room that all frames need.
  private mutating func layout(_ limits: DocumentLimits, _ meter: inout Meter) throws(Problem) -> PictureLayout {
    var layout = PictureLayout()
    // Fonts are opened where none has been used yet.
    meter.spend(SequenceRepresentation.unitsOfOpening, .form)
    for moment in moments.all {
      let frame = pictures.frame(moment.frame)
      guard meter.spend(frame.units, .frames) else { break }
      layout.include(frame)
      try moments.check(layout.size(style), limits)
    }
    return layout
  }

  /// What drawing, comparing and compressing a picture takes, in units of a meter: characters that move are drawn one by
  /// one, and anew in each size.
  private func drawingUnits(of texts: [PlacedText], _ pixels: Int, hasColors: Bool) -> Int {
    let bytes = texts.reduce(0) { $0 + $1.text.utf8.count }
    let character = pictures.isMoving ? 10_000 + 250 * Int(style.size) : 1_500
    // Each color is looked for, and what fades is drawn beside the picture first.
    let colors = hasColors ? pictures.isMoving ? 28 : 8 : 0
    return 25_000 + character * bytes + ((format == .gif ? 3 : 8) + colors) * pixels
  }

  /// The texts of a piece in pixels.
  private func placed(_ piece: PicturePiece, from origin: (x: Double, y: Double)) -> [PlacedText] {
    let size = style.size
    return piece.texts.map { text, lines in
      var left = piece.x
      // A digit stands in the middle of its wheel.
      if case .wheel = piece.content { left += (piece.width - style.font.width(of: text)) / 2 }
      let line = piece.y + lines * PictureLayout.lineHeight + PictureLayout.baseline
      var placed = PlacedText(text, at: point(origin.x + left, origin.y + line))
      (placed.opacity, placed.scale, placed.rotation) = (piece.opacity, piece.scale, piece.rotation * .pi / 180)
      placed.pivot = point(origin.x + piece.x + piece.pivot.x, origin.y + piece.y + piece.pivot.y)
      placed.window = piece.window.map {
        PlacedText.Window(
          top: (origin.y + $0.top) * size, bottom: (origin.y + $0.bottom) * size,
          soft: PictureWindow.edge * size)
      }
      return placed
    }
  }

  /// A point of the picture in pixels.
  private func point(_ x: Double, _ y: Double) -> PlacedText.Point {
    PlacedText.Point(x: x * style.size, y: y * style.size)
  }
}

extension PictureStyle {
  /// How often a film is shown; 0 is without end.
  fileprivate var plays: Int {
    switch repeatCount {
    case .infinite: 0
    case .times(let count): count
    }
  }

  /// The colors of a film.
  ///
  /// Nothing shows through a GIF: behind it is white, or black where its texts are light.
  fileprivate func palette(_ inks: Inks, of format: FilmFormat) -> Palette {
    let behind = background.map { Palette.Color($0) } ?? .clear
    guard format == .gif else { return Palette(inks, background: behind) }
    return Palette(inks, background: behind.over(ink().isLight ? .black : .white))
  }
}

extension Palette.Color {
  fileprivate init(_ color: ScreenColor) {
    self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
  }
}

extension Problem {
  /// 400 where the service can draw no text.
  fileprivate static let undrawable = Problem.invalidParameter(
    "as", "cannot be a picture of pixels: the service's machine has no Pango (libpangocairo-1.0-0), or no font")
}

/// The frames that a film shows, no more in a second than players show, each with the tick at which it begins.
///
/// Ticks are rounded from the start of the film, so that no error adds up.
struct FilmMoments {
  private(set) var all: [(frame: Int, tick: Int)]
  /// When the last has stood for its time, which is that of one frame at least.
  let end: Int

  /// Chooses frames of a sequence with an end, the last of which stands for some seconds.
  ///
  /// It begins with the frame that is shown when `elapsed` seconds are over.
  init(_ sequence: FrameSequence, _ format: FilmFormat, since elapsed: Double = 0, standing seconds: Double = 0) {
    let (ticks, step) = (Double(format.ticksPerSecond), 1 / format.picturesPerSecond)
    let last = (sequence.count ?? 1) - 1
    var (frame, time) = (sequence.index(at: elapsed), elapsed)
    all = [(frame, 0)]
    while frame < last {
      time = max(sequence.time(of: frame + 1), time + step)
      frame = max(sequence.index(at: time), frame + 1)
      all.append((frame, Int(((time - elapsed) * ticks).rounded())))
    }
    end = Int(((time - elapsed + max(1 / sequence.fps, step, seconds)) * ticks).rounded())
  }
}

extension FilmMoments {
  /// The longest side of a picture: Cairo draws no longer one.
  private static let longestSide = 32_767

  /// - Throws: 400 where pictures of a size have more pixels than allowed.
  func check(_ size: (width: Int, height: Int), _ limits: DocumentLimits) throws(Problem) {
    if max(size.width, size.height) > Self.longestSide {
      throw .invalidParameter("to", "makes a picture with a side of more than \(Self.longestSide) pixels")
    }
    let limit = limits.pixels
    guard size.width * size.height * all.count > limit else { return }
    let detail =
      "makes \(all.count) pictures of at least \(size.width) × \(size.height) pixels; \(limit) pixels are allowed in "
      + "all: fewer frames, shorter texts or a smaller `size` take less"
    throw .invalidParameter("duration", detail)
  }
}
