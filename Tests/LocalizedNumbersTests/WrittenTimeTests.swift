import Foundation
import Interpolation
import WrittenNumbers
import Testing
import TextAnimation
import TextBytes
import _FoundationICU

@testable import LocalizedNumbers

/// What ICU writes for a date, a time, an amount of time or a large number is read with the locale alone, as what it is.
struct WrittenTimeTests {
  /// Two texts of a locale, and how far apart they are read.
  private struct Sample {
    let kind: String
    let texts: [String]
    /// Any of these; a quotient for large numbers.
    let distances: [Double]
  }

  /// By kind the languages whose texts change at once, each with the reason.
  private static let listed: [String: Set<String>] = {
    let file = URL(filePath: #filePath).appending(path: "../../unread-texts.tsv").standardized
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    let rows = lines.map { $0.split(separator: "\t").map(String.init) }.filter { $0.count == 3 && $0[0] != "kind" }
    return Dictionary(
      rows.map { ($0[0], Set($0[2].split(separator: " ").map(String.init))) }, uniquingKeysWith: { $0.union($1) })
  }()

  @Test func `what ICU writes is read as what it is, or listed with the reason`() throws {
    let formats = LocalizedFormats()
    let tags = Set(Locale.availableIdentifiers.map { String($0.prefix { $0 != "@" }).replacing("_", with: "-") })
      .sorted()
    var (unread, seen): ([String: Set<String>], Set<String>) = ([:], [])
    for tag in tags {
      guard let locale = NumberLocale(tag), let symbols = try? formats.symbols(locale) else { continue }
      for sample in samples(locale, formats) where seen.insert("\(locale.language) \(sample.texts)").inserted {
        guard let distance = distance(sample, symbols) else {
          unread[sample.kind, default: []].insert(locale.language)
          continue
        }
        #expect(sample.distances.contains { abs($0 - distance) < 0.01 }, "\(tag): \(sample.texts)")
      }
    }
    for kind in Set(unread.keys).union(Self.listed.keys).sorted() {
      let (found, known) = (unread[kind] ?? [], Self.listed[kind] ?? [])
      #expect(
        found == known, "\(kind)\tnew: \(found.subtracting(known).sorted())\told: \(known.subtracting(found).sorted())")
    }
  }

  @Test func `a date is never several numbers where no language is told`() {
    let tags = Set(Locale.availableIdentifiers.map { String($0.prefix { $0 != "@" }).replacing("_", with: "-") })
    var counting: Set<[String]> = []
    for locale in tags.compactMap({ NumberLocale($0) }) {
      for style in [UDAT_SHORT, UDAT_MEDIUM, UDAT_LONG, UDAT_FULL] {
        for time in [UDAT_NONE, UDAT_SHORT, UDAT_MEDIUM] {
          let sample = Sample(kind: "date", texts: moments(style, time, locale), distances: [])
          if sample.texts.count == 2, distance(sample, .english) == .infinity { counting.insert(sample.texts) }
        }
      }
    }
    #expect(counting.isEmpty, "\(counting)")
  }

  private func samples(_ locale: NumberLocale, _ formats: LocalizedFormats) -> [Sample] {
    let (none, styles) = (UDAT_NONE, [UDAT_SHORT, UDAT_MEDIUM, UDAT_LONG])
    var samples = styles.map { Sample(kind: "date", texts: moments($0, none, locale), distances: [4]) }
    samples += styles.map { Sample(kind: "date and time", texts: moments($0, UDAT_SHORT, locale), distances: [4326]) }
    samples.append(Sample(kind: "weekday", texts: moments(UDAT_FULL, none, locale), distances: [4]))
    // The second is of another day: a clock of 24 hours counts down to it, and one of twelve passes midnight.
    samples.append(Sample(kind: "time", texts: moments(none, UDAT_SHORT, locale), distances: [6, -1434]))
    samples.append(Sample(kind: "time", texts: moments(none, UDAT_MEDIUM, locale), distances: [360, -86_040]))
    for unit in ["year", "month", "week", "day", "hour", "minute", "second"].compactMap(SanctionedUnit.init) {
      samples += LocalizedStyle.UnitDisplay.allCases.map {
        let template = try? formats.template(LocalizedStyle(locale: locale, kind: .unit(unit, $0)))
        return Sample(kind: "amount", texts: ["2", "15"].compactMap { try? template?.text($0) }, distances: [13])
      }
    }
    let compact = try? formats.template(LocalizedStyle(locale: locale, notation: .compact))
    samples.append(
      Sample(
        kind: "large number", texts: ["950000", "1200000"].compactMap { try? compact?.text($0) }, distances: [1.263]))
    return samples.filter { $0.texts.count == 2 }
  }

  /// 2024-12-30 23:58 and 2025-01-03 0:04 as ICU writes them.
  private func moments(_ date: UDateFormatStyle, _ time: UDateFormatStyle, _ locale: NumberLocale) -> [String] {
    let identifier = locale.locale.identifier
    let calendar = identifier + (identifier.contains("@") ? ";" : "@") + "calendar=gregorian"
    var status = U_ZERO_ERROR
    guard
      let format = unsafe swift_udat_open(time, date, calendar, Array("UTC".utf16), 3, nil, 0, &status)
    else { return [] }
    defer { unsafe swift_udat_close(format) }
    return [1_735_603_080_000.0, 1_735_862_640_000].map { moment in
      var units = [UInt16](repeating: 0, count: 256)
      let count = unsafe swift_udat_format(format, moment, &units, 256, nil, &status)
      return String(decoding: units[..<Int(max(count, 0))], as: UTF16.self)
    }
  }

  /// How far the second is from the first, or how many times as large; `nil` where they change at once.
  private func distance(_ sample: Sample, _ symbols: NumberSymbols) -> Double? {
    let (source, target) = (sample.texts[0], sample.texts[1])
    guard let read = try? NumbersInterpolator(symbols: symbols).prepare(from: source, to: target) else { return nil }
    guard let numbers = read.numbers, numbers.count(at: 0) == 1 else { return .infinity }
    let ends = [0, 1].map { progress in
      var text = UTF8Buffer()
      numbers.write(0, isRounded: false, at: progress, to: &text)
      return Double(text.text()) ?? .infinity
    }
    return sample.kind == "large number" ? ends[1] / ends[0] : ends[1] - ends[0]
  }

  /// The words by which texts are read where no language is told know all that ICU writes for times.
  @Test func `the words for times are those of ICU`() throws {
    var missing: Set<String> = []
    for tag in Set(Locale.availableIdentifiers.map { String($0.prefix { $0 != "@" }) }) {
      guard let locale = NumberLocale(tag) else { continue }
      for name in ["year", "month", "week", "day", "hour", "minute", "second"] {
        guard let unit = SanctionedUnit(name) else { continue }
        for display in LocalizedStyle.UnitDisplay.allCases {
          let style = LocalizedStyle(locale: locale, kind: .unit(unit, display))
          let writer = SpecimenWriter(style, fractionDigits: 0)
          for number in ["1", "2", "3", "5", "11"] {
            guard let specimen = Specimen(writer.text(number)), specimen.prefix.isEmpty else {
              continue
            }
            let word = specimen.suffix.trimmingCharacters(in: .whitespaces.union(["."]))
            guard !word.isEmpty, word.allSatisfy(\.isLetter) else { continue }
            if NumberSymbols.english.fieldUnits(named: word).isEmpty { missing.insert("\(word) \(name)") }
          }
        }
      }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}
