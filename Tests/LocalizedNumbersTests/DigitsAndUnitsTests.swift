import Foundation
import LocalizedNumbers
import TextAnimation
import Interpolation
import WrittenNumbers
import Testing
import TextBytes

struct DigitsAndUnitsTests {
  /// A number that Node wrote with bounds of digits, or as an amount of a unit.
  private struct Row: Decodable {
    var locale: String
    var style: String
    var currency: String?
    var unit: String?
    var unitDisplay: String?
    var notation: String?
    var minimumFractionDigits: Int?
    var maximumFractionDigits: Int?
    var minimumSignificantDigits: Int?
    var maximumSignificantDigits: Int?
    var value: String
    var text: String

    func localized() throws -> LocalizedStyle {
      let kind: LocalizedStyle.Kind =
        switch style {
        case "unit":
          .unit(
            try #require(SanctionedUnit(unit ?? "")),
            try #require(LocalizedStyle.UnitDisplay(rawValue: unitDisplay ?? "")))
        case "currency": .currency(currency ?? "")
        case "percent": .percent
        default: .decimal
        }
      return LocalizedStyle(
        locale: try #require(NumberLocale(locale)), kind: kind,
        fractionDigits: bounds(minimumFractionDigits, maximumFractionDigits),
        significantDigits: bounds(minimumSignificantDigits, maximumSignificantDigits),
        notation: notation == nil ? .standard : .compact)
    }

    private func bounds(_ minimum: Int?, _ maximum: Int?) -> DigitBounds? {
      minimum == nil && maximum == nil ? nil : DigitBounds(minimum: minimum, maximum: maximum)
    }
  }

  private let formats = LocalizedFormats()

  /// Versions of CLDR differ in their spaces.
  private func tight(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test func `bounds of digits and amounts of units are Node's`() throws {
    let file = try #require(Bundle.module.url(forResource: "Vectors/digits", withExtension: "json"))
    let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
    #expect(rows.count == 900)
    for row in rows {
      let text = try formats.template(row.localized()).text(row.value)
      #expect(tight(text) == tight(row.text), "\(row)")
    }
  }

  private func film(_ style: LocalizedStyle, _ source: String, _ target: String) throws -> [String] {
    let interpolation = try FormatInterpolator(template: formats.template(style)).prepare(
      from: source, to: target)
    return (0...4).map { step in
      var text = UTF8Buffer()
      interpolation.write(at: Double(step) / 4, to: &text)
      return text.text()
    }
  }

  @Test(arguments: [
    ("en", "0 kilobytes,1 kilobyte,2 kilobytes,3 kilobytes,4 kilobytes"),
    ("fr", "0 kilooctet,1 kilooctet,2 kilooctets,3 kilooctets,4 kilooctets"),
    ("pl", "0 kilobajtów,1 kilobajt,2 kilobajty,3 kilobajty,4 kilobajty"),
    ("ja", "0キロバイト,1キロバイト,2キロバイト,3キロバイト,4キロバイト"),
  ])
  func `the unit takes the form of each number on the way`(tag: String, texts: String) throws {
    let kind = LocalizedStyle.Kind.unit(try #require(SanctionedUnit("kilobyte")), .long)
    let style = LocalizedStyle(locale: try #require(NumberLocale(tag)), kind: kind)
    #expect(try film(style, "0", "4").map { $0.replacing("\u{A0}", with: " ") } == texts.components(separatedBy: ","))
  }

  @Test func `no digit comes and goes between two numbers`() throws {
    var style = LocalizedStyle(locale: .english, significantDigits: DigitBounds(minimum: nil, maximum: 3))
    #expect(try film(style, "1.25", "3.25") == ["1.25", "1.75", "2.25", "2.75", "3.25"])
    #expect(try film(style, "0", "4000") == ["0", "1,000", "2,000", "3,000", "4,000"])
    #expect(try film(style, "0", "1234") == ["0", "309", "617", "926", "1,230"])
    style.significantDigits = DigitBounds(minimum: 3, maximum: nil)
    #expect(try film(style, "0", "10") == ["0.00", "2.50", "5.00", "7.50", "10.0"])
    style.significantDigits = nil
    style.fractionDigits = DigitBounds(minimum: 1, maximum: 2)
    #expect(try film(style, "0", "1") == ["0.0", "0.3", "0.5", "0.8", "1.0"])
  }

  @Test func `units are those of ECMA-402, alone or per another`() {
    #expect(SanctionedUnit.names.count == 45)
    #expect(SanctionedUnit("liter-per-kilometer") != nil)
    for name in ["", "parsec", "Kilobyte", "meter-per-", "-per-meter", "meter-per-second-per-second", "unit/meter"] {
      #expect(SanctionedUnit(name) == nil, "\(name)")
    }
  }

  @Test func `every unit has a name in every display`() throws {
    for name in SanctionedUnit.names {
      for display in LocalizedStyle.UnitDisplay.allCases {
        let kind = LocalizedStyle.Kind.unit(try #require(SanctionedUnit(name)), display)
        let text = try formats.template(LocalizedStyle(locale: .english, kind: kind)).text("5")
        #expect(text.hasPrefix("5") && text.count > 1, "\(text)")
      }
    }
  }
}
