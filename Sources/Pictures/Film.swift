/// Pictures one after another in a file that shows each for its time.
///
/// Pictures that are equal become one, and of each only what has changed is kept.
public struct Film: Sendable {
  private var file: any FilmFile
  /// What is shown, and since when; `nil` before the first.
  private var shown: (picture: Shades, start: Int)?
  /// What has changed when it was shown.
  private var change: (pixels: Shades, area: Area)?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - format: How it is written.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - palette: The colors.
  ///   - plays: How often it is shown; 0 is without end.
  public init(_ format: FilmFormat, width: Int, height: Int, palette: Palette, plays: Int) {
    let head = FilmHead(width: width, height: height, palette: palette, plays: plays)
    switch format {
    case .gif: file = GIFFile(head)
    case .apng: file = APNGFile(head)
    }
  }
}

/// The formats of a film.
public enum FilmFormat: Sendable {
  /// GIF89a.
  case gif
  /// PNG with frames, as in the third edition of its specification.
  case apng

  /// Ticks in a second: the unit of times.
  public var ticksPerSecond: Int {
    switch self {
    case .gif: 100
    case .apng: 1000
    }
  }

  /// The pictures in a second that make sense: players show what a GIF has for less than two ticks for ten, and screens
  /// have no more than 60 in a second.
  public var picturesPerSecond: Double {
    switch self {
    case .gif: 50
    case .apng: 60
    }
  }
}

/// What is true of all pictures of a file.
struct FilmHead: Sendable {
  let width, height: Int
  let palette: Palette
  let plays: Int
}

/// A file that takes one change after the other.
protocol FilmFile: Sendable {
  /// The bytes so far, about.
  var byteCount: Int { get }
  /// The longest time of one change, in ticks.
  static var longestTime: Int { get }
  /// Appends what has changed in an area, and shows it for some ticks.
  mutating func append(_ pixels: Shades, at area: Area, ticks: Int)
  /// The whole file.
  mutating func finish() -> [UInt8]
}

extension Film {
  /// The bytes so far, about.
  public var byteCount: Int { file.byteCount }

  /// Shows a picture from some tick on.
  ///
  /// - Parameters:
  ///   - picture: As large as the film.
  ///   - tick: Ticks since the start, not before that of the picture before.
  public mutating func show(_ picture: Shades, at tick: Int) {
    guard let shown else {
      change = (picture, picture.area)
      return self.shown = (picture, tick)
    }
    guard let area = picture.difference(from: shown.picture) else { return }
    write(until: tick)
    change = (picture[area], area)
    self.shown = (picture, tick)
  }

  /// Ends the film.
  ///
  /// - Parameter tick: When the last picture has stood for its time.
  /// - Returns: The file.
  public mutating func finish(at tick: Int) -> [UInt8] {
    write(until: tick)
    return file.finish()
  }

  /// What stands longer than the format can say is shown again, one pixel of it.
  private mutating func write(until tick: Int) {
    guard let change, let shown else { return }
    let longest = type(of: file).longestTime
    var ticks = tick - shown.start
    file.append(change.pixels, at: change.area, ticks: min(ticks, longest))
    let corner = Area(columns: 0..<1, rows: 0..<1)
    while ticks > longest {
      ticks -= longest
      file.append(shown.picture[corner], at: corner, ticks: min(ticks, longest))
    }
  }
}
