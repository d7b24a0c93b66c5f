import Foundation
import LocalizedNumbers
import TextAnimation
import WrittenNumbers
import Testing

/// ICU's numbers, not those of TextAnimation.
private typealias Decimal = Foundation.Decimal

/// What Node writes, with ICU 78 and CLDR 48.
struct NodeVectorTests {
  private struct Vectors: Decodable {
    var rows: [Row]
  }

  private struct Row: Decodable {
    var locale: String
    var style: String
    var currency: String?
    var minimumFractionDigits: Int
    var maximumFractionDigits: Int
    var useGrouping: Bool
    var value: Decimal
    var text: String

    var kind: LocalizedStyle.Kind {
      switch style {
      case "percent": .percent
      case "currency": .currency(currency ?? "")
      default: .decimal
      }
    }
  }

  /// A text that is another one here.
  private struct Difference: Hashable {
    let locale: String
    let here: String
    let node: String

    init(_ locale: String, _ here: String, _ node: String) {
      (self.locale, self.here, self.node) = (locale, here, node)
    }
  }

  private let differences: [Difference] = [
    // CLDR 48 groups Swiss German numbers with ', CLDR 46 of the toolchain with ’.
    Difference("de-CH", "-51’301.0", "-51'301.0"), Difference("de-CH", "351’217’259.70", "351'217'259.70"),
    Difference("de-CH", "565’639", "565'639"), Difference("de-CH", "-770’238.23", "-770'238.23"),
    Difference("de-CH", "588’829.3", "588'829.3"), Difference("de-CH", "6’465%", "6'465%"),
    Difference("de-CH", "-19’890’580.400%", "-19'890'580.400%"), Difference("de-CH", "6’603.92", "6'603.92"),
    Difference("de-CH", "21’894.300", "21'894.300"),
    // CLDR 48 groups Polish numbers of four digits, CLDR 46 of the toolchain does not.
    Difference("pl-PL", "4624,0%", "4\u{A0}624,0%"), Difference("pl-PL", "1784,370", "1\u{A0}784,370"),
    Difference("pl-PL", "3746\u{A0}€", "3\u{A0}746\u{A0}€"),
    Difference("pl-PL", "2700,00\u{A0}USD", "2\u{A0}700,00\u{A0}USD"),
    // The data of the toolchain has the narrow yen sign for Japanese.
    Difference("ja-JP", "-¥1667535", "-￥1667535"),
    // A number shown as zero has no sign here.
    Difference("pt-PT", "0", "-0"), Difference("ar-EG", "٠٫٠", "\u{61C}-٠٫٠"), Difference("zh-CN", "0", "-0"),
    Difference("en-GB", "0", "-0"), Difference("pt-PT", "0%", "-0%"), Difference("nb-NO", "0,00", "−0,00"),
    Difference("de-DE", "0", "-0"), Difference("pt-PT", "0", "-0"),
    Difference("hi-IN", "CHF\u{A0}0.000", "-CHF\u{A0}0.000"), Difference("pt-PT", "0,000\u{A0}€", "-0,000\u{A0}€"),
    Difference("zh-CN", "0.00", "-0.00"),
  ]

  @Test func `every number is written as Node writes it, but for what is listed`() throws {
    let file = try #require(Bundle.module.url(forResource: "numbers", withExtension: "json", subdirectory: "Vectors"))
    let rows = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).rows
    let formats = LocalizedFormats()
    var found: [Difference] = []
    #expect(rows.count == 400)
    for row in rows {
      #expect(row.minimumFractionDigits == row.maximumFractionDigits)
      let style = LocalizedStyle(
        locale: try #require(NumberLocale(row.locale)), kind: row.kind,
        fractionDigits: .exactly(row.maximumFractionDigits),
        grouping: row.useGrouping ? .auto : .never)
      let text = try formats.template(style).text("\(row.value)")
      if text != row.text { found.append(Difference(row.locale, text, row.text)) }
    }
    #expect(Set(found) == Set(differences))
    #expect(found.count == differences.count)
  }

  // What differs between Node and this is in NodeDifferenceTests.
  @Test func `compact numbers, signs, groups and leading zeros are written as Node writes them`() throws {
    let file = try #require(
      Bundle.module.url(forResource: "numbers_more", withExtension: "json", subdirectory: "Vectors"))
    let rows = try JSONDecoder().decode([NodeNumber].self, from: Data(contentsOf: file))
    let formats = LocalizedFormats()
    #expect(rows.count == 600)
    for row in rows {
      #expect(try formats.template(row.localized()).text(row.value) == row.text, "\(row)")
    }
  }
}
