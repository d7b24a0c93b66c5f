import Foundation
import LocalizedNumbers
import Testing
import TextAnimation
import WrittenNumbers

/// Why a number is another text here than in Node.
private enum Cause: CaseIterable {
  /// A number that is shown as zero has no sign here.
  case signOfZero
  /// CLDR 48 groups otherwise than the 46 of the toolchain: ' in Switzerland, a space in Austria, by three in Urdu and
  /// Marathi, no groups of four digits in Armenian.
  case groups
  /// CLDR 48 has another space or mark of direction. One row is a plural: Icelandic writes 0,1% without the space, and
  /// fractions have no plural here.
  case spaces
  /// CLDR 48 has the currency at another place, and in `fr-CH` with it the decimal separator of money.
  case places
  /// CLDR 48 has another name of a thousand or a million, or sign of a currency.
  case names
  /// CLDR 48 abbreviates other sizes: Italian thousands, Bengali hundreds of crores.
  case sizes

  init(_ here: String, _ node: String) {
    let (here, node) = (Written(here), Written(node))
    let (tight, other) = (here.withoutGroups.withoutSpaces, node.withoutGroups.withoutSpaces)
    self =
      if node.isNegative, !here.isNegative, here.digits.allSatisfy({ $0 == 0 }) {
        .signOfZero
      } else if here.withoutGroups.scalars == node.withoutGroups.scalars {
        .groups
      } else if tight.scalars == other.scalars {
        .spaces
      } else if tight.scalars.sorted() == other.scalars.sorted() {
        .places
      } else {
        here.digits == node.digits ? .names : .sizes
      }
  }
}

/// A text of which parts can be left out.
private struct Written {
  let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// What the digits stand for.
  var digits: [Int] {
    scalars.filter(\.isDigit).map { Int($0.properties.numericValue ?? 0) }
  }

  /// Whether a minus stands somewhere, or an accountant's parenthesis.
  var isNegative: Bool { scalars.contains { ["-", "\u{2212}", "("].contains($0) } }

  /// Without single characters between two digits.
  var withoutGroups: Written {
    Written(
      scalars.indices.filter { index in
        let isInner = index > 0 && index < scalars.count - 1
        return scalars[index].isDigit || !isInner || !scalars[index - 1].isDigit || !scalars[index + 1].isDigit
      }.map { scalars[$0] })
  }

  /// Without spaces and marks of direction.
  var withoutSpaces: Written {
    Written(scalars.filter { !$0.properties.isWhitespace && $0.properties.generalCategory != .format })
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}

/// Of the 8,000 numbers that `Vectors/write-numbers.mjs` makes Node write, those that are written otherwise here.
struct NodeDifferenceTests {
  private let counts: [Cause: Int] = [
    .signOfZero: 83, .groups: 155, .spaces: 38, .places: 46, .names: 30, .sizes: 25,
  ]

  @Test func `every difference to Node has a cause that is known`() throws {
    let file = try #require(
      Bundle.module.url(forResource: "numbers_different", withExtension: "json", subdirectory: "Vectors"))
    let rows = try JSONDecoder().decode([NodeNumber].self, from: Data(contentsOf: file))
    let formats = LocalizedFormats()
    var found: [Cause: Int] = [:]
    for row in rows {
      let here = try formats.template(row.localized()).text(row.value)
      #expect(here != row.text, "\(row)")
      found[Cause(here, row.text), default: 0] += 1
    }
    #expect(found == counts)
  }
}
