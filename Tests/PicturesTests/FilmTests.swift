import Testing

@testable import Pictures

struct FilmTests {
  private static let width = 5
  private static let palette = Palette(Inks(text: .black), background: .white)

  private static func picture(_ rows: [UInt8]...) -> Shades {
    Shades(width: width, height: rows.count, pixels: rows.flatMap(\.self))
  }

  private static let empty = picture([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0])
  private static let dot = picture([0, 0, 0, 0, 0], [0, 0, 15, 0, 0], [0, 0, 0, 0, 0])

  @Test func `the area that differs is as small as can be`() {
    let two = Self.picture([0, 0, 0, 0, 0], [0, 7, 0, 0, 0], [0, 0, 0, 9, 0])
    #expect(two.difference(from: Self.empty) == Area(columns: 1..<4, rows: 1..<3))
    #expect(Self.dot.difference(from: Self.empty) == Area(columns: 2..<3, rows: 1..<2))
    #expect(Self.dot.difference(from: Self.dot) == nil)
  }

  @Test func `equal pictures become one, which stands for the time of all`() {
    var film = Film(.gif, width: 5, height: 3, palette: Self.palette, plays: 1)
    for tick in [0, 4, 8] { film.show(Self.empty, at: tick) }
    film.show(Self.dot, at: 12)
    let file = film.finish(at: 15)
    #expect(Self.delays(ofGIF: file) == [12, 3])
  }

  @Test func `a time that a file cannot say is said in parts`() {
    var film = Film(.gif, width: 5, height: 3, palette: Self.palette, plays: 0)
    film.show(Self.empty, at: 0)
    film.show(Self.dot, at: 200_000)
    let file = film.finish(at: 200_010)
    #expect(Self.delays(ofGIF: file) == [65_535, 65_535, 65_535, 3395, 10])
  }

  /// The delays of a GIF's graphic control extensions.
  private static func delays(ofGIF bytes: [UInt8]) -> [Int] {
    bytes.indices.dropLast(7).filter { bytes[$0] == 0x21 && bytes[$0 + 1] == 0xF9 && bytes[$0 + 2] == 4 }
      .map { Int(bytes[$0 + 4]) | Int(bytes[$0 + 5]) << 8 }
  }

  @Test(arguments: [4, 8]) func `every sequence of pixels is compressed so that a decoder reads it`(bits: Int) {
    var generator = SystemRandomNumberGenerator()
    var writer = LZWWriter(symbolBits: bits)
    for count in [0, 1, 2, 3, 100, 5_000, 70_000] {
      for quarters in 1...4 {
        let pixels = (0..<count).map { _ in UInt8(Int.random(in: 0..<quarters << (bits - 2), using: &generator)) }
        #expect(Self.decoded(writer.compressed(pixels), bits) == pixels)
      }
    }
  }

  /// A decoder as the specification describes it.
  private static func decoded(_ bytes: [UInt8], _ symbolBits: Int) -> [UInt8]? {
    var (position, bits) = (0, symbolBits + 1)
    let clear = 1 << symbolBits
    var table: [[UInt8]] = []
    var before: [UInt8]?
    var output: [UInt8] = []
    while position + bits <= 8 * bytes.count {
      let code = (0..<bits).reduce(0) { $0 | Int(bytes[(position + $1) / 8] >> UInt8((position + $1) % 8) & 1) << $1 }
      position += bits
      if code == clear {
        table = (0..<clear).map { [UInt8($0)] } + [[], []]
        (bits, before) = (symbolBits + 1, nil)
        continue
      }
      if code == clear + 1 { return output }
      if let before {
        guard code <= table.count else { return nil }
        table.append(before + [code < table.count ? table[code][0] : before[0]])
        if table.count == 1 << bits, bits < 12 { bits += 1 }
      }
      output += table[code]
      before = table[code]
    }
    return nil
  }
}
