/// How much of each pixel of a picture is covered by text: 16 shades from 0, the background, to 15, the text.
///
/// So few that a pixel has four bits and every color of a picture stands in a table: nothing is rounded twice. What has a
/// color of its own has the place of that among ``Inks``, from 16.
package struct Shades: Equatable, Sendable {
  static let count = 16
  package let width: Int
  package let height: Int
  /// Row by row, a byte for each pixel.
  package var pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "a picture has all its pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension Shades {
  var area: Area { Area(columns: 0..<width, rows: 0..<height) }

  /// The smallest area outside which another picture of the same size is equal; `nil` where all of it is.
  func difference(from other: Shades) -> Area? {
    let rows = differingRows(other)
    guard !rows.isEmpty else { return nil }
    var (first, last) = (width, -1)
    for row in rows {
      let start = row * width
      for column in 0..<first where pixels[start + column] != other.pixels[start + column] {
        first = column
        break
      }
      for column in stride(from: width - 1, to: last, by: -1)
      where pixels[start + column] != other.pixels[start + column] {
        last = column
        break
      }
    }
    return Area(columns: first..<last + 1, rows: rows)
  }

  private func differingRows(_ other: Shades) -> Range<Int> {
    let count = pixels.count
    guard let first = (0..<count).first(where: { pixels[$0] != other.pixels[$0] }),
      let last = (first..<count).last(where: { pixels[$0] != other.pixels[$0] })
    else { return 0..<0 }
    return first / width..<last / width + 1
  }

  subscript(area: Area) -> Shades {
    var part: [UInt8] = []
    part.reserveCapacity(area.columns.count * area.rows.count)
    for row in area.rows {
      part.append(contentsOf: pixels[row * width + area.columns.lowerBound..<row * width + area.columns.upperBound])
    }
    return Shades(width: area.columns.count, height: area.rows.count, pixels: part)
  }
}

struct Area: Equatable, Sendable {
  var columns: Range<Int>
  var rows: Range<Int>
}
