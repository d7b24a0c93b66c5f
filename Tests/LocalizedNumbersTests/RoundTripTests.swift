import WrittenNumbers
import Foundation
import LocalizedNumbers
import Testing
import TextAnimation
import Interpolation
import TextBytes

/// What the service writes for a locale it reads with the locale alone, to the same value.
struct RoundTripTests {
  private static let formats = LocalizedFormats()

  private static let kinds: [LocalizedStyle.Kind] =
    [.decimal, .percent] + ["USD", "EUR", "CHF", "JPY", "XOF"].map { .currency($0) }
    + ["kilometer", "byte", "celsius", "day"].compactMap(SanctionedUnit.init).flatMap { unit in
      [.short, .long, .narrow].map { .unit(unit, $0) }
    }

  /// Ends in units that all kinds write exactly; percents are hundredths of them.
  private static let pairs: [(source: Int, target: Int)] = [(-8, 2), (2, -8), (-1_234_567, 7_654_321), (0, 1234)]

  /// Languages of which ICU writes what may be something else, with the reason.
  private static let ambiguous: [String: String] = [
    "gez": "a letter stands between groups", "tok": "groups of two digits stand apart like numbers",
    "blo": "groups of two digits stand apart like numbers, and a degree stands before the sign",
    "ha": "a degree stands before the sign", "br": "the unit has a blank in one form only",
    "kn": "the unit has a point in one form only",
  ]

  /// All locales of ICU, by language.
  private static let languages: [[NumberLocale]] = {
    let tags = Locale.availableIdentifiers.map { String($0.prefix { $0 != "@" }).replacing("_", with: "-") }.sorted()
    let known = tags.filter { ambiguous[String($0.prefix { $0 != "-" })] == nil }
    return Dictionary(grouping: known) { $0.prefix { $0 != "-" } }.values.map { $0.compactMap { NumberLocale($0) } }
  }()

  @Test(arguments: languages) func `what a style writes is read back`(locales: [NumberLocale]) throws {
    // What regions of a language write alike is read once.
    var seen: Set<[String]> = []
    for locale in locales {
      guard let symbols = try? Self.formats.symbols(locale) else { continue }
      let samples = try Self.kinds.map { kind in
        try Self.formats.template(LocalizedStyle(locale: locale, kind: kind)).text(-1_234_567, kind)
      }
      guard seen.insert(samples).inserted else { continue }
      let key = symbols.decimalSeparators + symbols.groupingSeparators + symbols.minusSigns
      for kind in Self.kinds {
        for sign in LocalizedStyle.Sign.allCases where sign != .never {
          for grouping in [LocalizedStyle.Grouping.auto, .never] {
            let style = LocalizedStyle(locale: locale, kind: kind, grouping: grouping, sign: sign)
            let template = try Self.formats.template(style)
            for pair in Self.pairs {
              let texts = try [pair.source, pair.target].map { try template.text($0, kind) }
              guard seen.insert(texts + key.map { String($0) }).inserted else { continue }
              check(pair, texts, symbols, "\(locale) \(kind) \(sign)")
            }
          }
        }
      }
    }
  }

  /// Both ends and the middle go by the arithmetic of the values; what has two words for its unit may change at once.
  private func check(
    _ pair: (source: Int, target: Int), _ texts: [String], _ symbols: NumberSymbols, _ comment: String
  ) {
    do {
      let interpolation = try NumbersInterpolator(symbols: symbols).prepare(from: texts[0], to: texts[1])
      let values = [0, 0.5, 1].map { interpolation.value(at: $0) }
      let sum = pair.source + pair.target
      let middle = sum.isMultiple(of: 2) ? "\(sum / 2)" : "\(sum < 0 ? "-" : "")\(abs(sum) / 2).5"
      #expect(values == ["\(pair.source)", middle, "\(pair.target)"], "\(comment): \(texts)")
    } catch {
      #expect(texts[0].filter(\.isLetter) != texts[1].filter(\.isLetter), "\(comment): \(texts): \(error)")
    }
  }
}

extension NumberTemplate {
  fileprivate func text(_ number: Int, _ kind: LocalizedStyle.Kind) throws -> String {
    guard kind == .percent else { return try text("\(number)") }
    let digits = String(repeating: "0", count: max(3 - "\(abs(number))".count, 0)) + "\(abs(number))"
    return try text((number < 0 ? "-" : "") + digits.dropLast(2) + "." + digits.suffix(2))
  }
}

extension TextInterpolation {
  fileprivate func value(at progress: Double) -> String? {
    guard let numbers, numbers.count(at: progress) == 1 else { return nil }
    var text = UTF8Buffer()
    numbers.write(0, isRounded: false, at: progress, to: &text)
    return text.text()
  }
}
