/// The words of a language for units of measure, in the form that a number takes: 1 second, 2 seconds.
package struct UnitWords: Sendable {
  package let rules: PluralRules
  /// By each of its forms in lower case.
  private let names: [String: Name]
  fileprivate let heads: WordHeads
  private let spellings: [[MeasureUnit: Forms]]

  package typealias Forms = [PluralCategory: String]

  /// A unit, its words, and which of several spellings these belong to, as `min` and `minute` do.
  package typealias Name = (unit: MeasureUnit, forms: Forms, spelling: Int)

  init(_ spellings: [[(unit: MeasureUnit, forms: Forms)]], rules: PluralRules) {
    self.rules = rules
    self.spellings = spellings.map {
      Dictionary($0.map { ($0.unit, $0.forms) }, uniquingKeysWith: { first, _ in first })
    }
    let names = spellings.enumerated().flatMap { spelling, words in
      words.flatMap { unit, forms in
        forms.values.map { (Self.key($0, unit), (unit: unit, forms: forms, spelling: spelling)) }
      }
    }
    self.names = Dictionary(names, uniquingKeysWith: { first, _ in first })
    heads = WordHeads(self.names.keys)
  }

  /// What a language has words for: a time by its name in CLDR, from milliseconds to years, or a power of ten.
  package enum Kind {
    case time(String)
    case scale(exponent: Int)
  }

  /// Takes the forms of the words for times, and for thousands and more, in so many spellings.
  package init(rules: PluralRules, spellings: Int, forms: (_ kind: Kind, _ spelling: Int) -> Forms?) {
    let times = MeasureUnit.english.compactMap { unit, words -> (MeasureUnit, Kind)? in
      guard unit.family == .months || unit.family == .time && unit.size >= 1_000_000 else { return nil }
      return (unit, .time(String(words.prefix { $0 != "/" })))
    }
    let all = times + [3, 5, 6, 7, 9, 12].map { (MeasureUnit.scale($0), .scale(exponent: $0)) }
    let words = (0..<spellings).map { spelling in
      all.compactMap { unit, kind in forms(kind, spelling).map { (unit, $0) } }
    }
    self.init(words, rules: rules)
  }

  init(asked forms: Forms, rules: PluralRules) {
    self.init([[(MeasureUnit(family: .asked, size: 1, symbol: nil), forms)]], rules: rules)
  }

  /// Whether texts are read with it behind a number: one word of letters, or two as in `de zile`.
  package static func canRead(_ word: String) -> Bool {
    let words = word.split(separator: " ", omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLetter) }
      && (words.count == 1 || words.count == 2 && words[0].count <= 3)
  }

  /// Finds the word that one of its forms belongs to, whatever the case of its letters, but for one letter for thousands
  /// and more: `D`.
  package subscript(word: String) -> Name? { names[word] ?? names[word.lowercased()] }

  private static func key(_ word: String, _ unit: MeasureUnit) -> String {
    unit.isCount && word.count == 1 ? word : word.lowercased()
  }

  /// The word for a unit, in a spelling if it has one there.
  package func forms(of unit: MeasureUnit, spelling: Int) -> Forms? {
    spellings[spelling][unit] ?? spellings.first?[unit]
  }
}

extension UnitWords: Equatable {
  package static func == (left: UnitWords, right: UnitWords) -> Bool {
    left.rules == right.rules && left.spellings == right.spellings
  }
}

extension UnitWords {
  /// English, whose rows have the long words first, then those that some write for them.
  package static let english = UnitWords(
    [0, 1].map { spelling in
      MeasureUnit.english.compactMap { unit, words in
        let pairs = words.split(separator: " ").map { $0.split(separator: "/").map(String.init) }
        guard spelling < pairs.count, let one = pairs[spelling].first, let other = pairs[spelling].last else {
          return nil
        }
        return (unit, [.one: one, .other: other])
      }
    }, rules: .english)

  /// How a word is written in a text, so that its other forms are written likewise: `Minutes` for `Minute`.
  package static func adapting(_ forms: Forms, to written: String) -> Forms {
    if forms.values.contains(written) { return forms }
    if written == written.lowercased() { return forms.mapValues { $0.lowercased() } }
    if written == written.uppercased() { return forms.mapValues { $0.uppercased() } }
    return forms.mapValues { $0.prefix(1).uppercased() + $0.dropFirst() }
  }
}

/// What words begin with, as nearly no others do: it saves looking for those.
struct WordHeads: Sendable {
  /// For each first letter all second ones; a letter is the last five bits of its byte, so in either case.
  private var seconds = [UInt32](repeating: 0, count: 32)

  init(_ words: some Sequence<String>) {
    for word in words {
      let bytes = word.utf8.prefix(2).map { $0 & 31 } + [0, 0]
      seconds[Int(bytes[0])] |= 1 << UInt32(bytes[1])
    }
  }

  /// Whether a word may begin with two letters, or one and what stands behind it.
  func mayBegin(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard first.isASCII, (second.value | 0x20) &- 0x61 < 26 else { return true }
    return seconds[Int(first.value & 31)] & 1 << (second.value & 31) != 0
  }
}

extension NumberSymbols {
  package func mayBeginUnit(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    knowsEnglishOnly
      ? UnitWords.english.heads.mayBegin(first, second) : unitWords.contains { $0.heads.mayBegin(first, second) }
  }

  package func mayBeginField(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    mayBeginUnit(first, second) || MeasureUnit.shortHeads.mayBegin(first, second)
  }

  /// All that a word or a symbol can mean; `m` is a minute or a metre.
  package func units(named word: String) -> [MeasureUnit] {
    let (symbols, words) = (MeasureUnit.symbolized(word), unitWords.compactMap { $0[word]?.unit })
    // A language's own letter for thousands stands for nothing else: `B` in Turkish.
    return words.contains(where: \.isCount) ? words + symbols.filter { !$0.isCount } : symbols + words
  }

  /// All units that fall within one thing that a word can mean, months and years as times: `5 ft 11`, `3y 11m`.
  package func fieldUnits(named word: String) -> [MeasureUnit] {
    (units(named: word).filter { MeasureUnit.Family.falling.contains($0.family) }
      + (TimeWords.all[word.lowercased()] ?? [])).map(\.asTime)
  }

  /// All that a word between two numbers can mean, of which those in no language that is told are beside all numbers the
  /// same: `2 Std. 5 Min.`.
  package func partUnits(named word: String) -> [MeasureUnit] {
    let lower = word.lowercased()
    return units(named: word) + (KnownWords.hours.contains(lower) ? [.hour] : TimeWords.inOneForm[lower] ?? [])
  }

  package func isOneUnit(_ word: String, _ other: String) -> Bool {
    unitWords.contains { words in words[word].map { $0.unit == words[other]?.unit } ?? false }
  }

  /// Whether a language that is told, or English, has a word or a symbol for a unit.
  package func knows(unit word: String) -> Bool { !units(named: word).isEmpty }

  /// Whether two words may be forms of one: no different members of a set, and none in the letters of languages with more
  /// forms than English, where no language is told.
  package func mayInflect(_ word: String, _ other: String) -> Bool {
    !isOther(word, than: other)
      && !(isEnglish && word.unicodeScalars.contains { Self.lettersOfOthers.contains($0.value) })
  }

  /// Cyrillic, Hebrew, Arabic, and those of India.
  private static let lettersOfOthers: ClosedRange<UInt32> = 0x400...0xDFF

  /// Whether English knows neither word, or both for one unit; `Minute` and `Minuten` may be of another language.
  package func mayBeOneUnit(_ word: String, _ other: String) -> Bool {
    let units = [word, other].map { NumberSymbols.english.units(named: $0) }
    let (shorter, longer) = word.count < other.count ? (word, other) : (other, word)
    return units[0] == units[1]
      || [word, other].allSatisfy { MeasureUnit.symbolized($0).isEmpty } && units.contains([])
        && longer.lowercased().hasPrefix(shorter.lowercased())
  }

  /// The words of the first language that has one of both, and the other unless that is a symbol.
  package func unitWords(for word: String, _ other: String) -> UnitWords? {
    unitWords.first { words in
      let known = [word, other].filter { words[$0] != nil }
      return !known.isEmpty && [word, other].allSatisfy { known.contains($0) || !MeasureUnit.symbolized($0).isEmpty }
    }
  }
}

/// A unit that texts write behind numbers, with its size in the smallest of its family.
package struct MeasureUnit: Hashable, Sendable {
  package let family: Family
  package let size: UInt64
  /// The sign by which it is written between two others of its family; `nil` where it is not.
  package let symbol: String?

  package enum Family: Hashable, Sendable {
    case time, months, metres, feet, pounds, grams, bytes, bits, bitRates, hertz, watts
    /// Degrees, minutes and seconds of arc or of time, by their marks.
    case primes
    /// Thousands, millions and so on; a number without a unit is one of them.
    case compact
    /// Ten thousands and their powers in Japanese, Chinese, traditional Chinese and Korean.
    case myriadsOfJapan, myriadsOfChina, myriadsOfTaiwan, myriadsOfKorea
    /// What a request counts by a word of its own.
    case asked

    /// Those that are written together, as in `1h 59m`: a minute is tried before a metre.
    package static let falling: [Family] = [.time, .months, .feet, .primes, .pounds, .metres, .grams, .bytes]

    /// Those of which a number may have several, `9万9500`, and leaves out what is zero.
    package static let myriads: [Family] = [.myriadsOfJapan, .myriadsOfChina, .myriadsOfTaiwan, .myriadsOfKorea]

    package static let all = falling + myriads
  }

  package static let hour = MeasureUnit(family: .time, size: 3_600_000_000_000, symbol: nil)
  static let week = MeasureUnit(family: .time, size: 604_800_000_000_000, symbol: nil)
  package static let minute = MeasureUnit(family: .time, size: 60_000_000_000, symbol: nil)
  static let second = MeasureUnit(family: .time, size: 1_000_000_000, symbol: nil)

  /// A number without a unit, beside thousands and ten thousands.
  package static let ones = ([.compact] + Family.myriads).map { MeasureUnit(family: $0, size: 1, symbol: nil) }

  fileprivate static func scale(_ exponent: Int) -> MeasureUnit {
    let size = (0..<exponent).reduce(1 as UInt64) { size, _ in 10 * size }
    return rows.map(\.unit).first { $0.family == .compact && $0.size == size }
      ?? MeasureUnit(family: .compact, size: size, symbol: nil)
  }

  /// Whether it is a number in letters, of which another could be a part: 1.2 million.
  package var isCount: Bool { Self.ones.contains { $0.family == family } }

  /// All that a symbol can mean, in any case of its letters where that makes no other unit of it.
  package static func symbolized(_ symbol: String) -> [MeasureUnit] {
    (symbols[symbol] ?? []) + (foldedSymbols[symbol.lowercased()] ?? [])
  }

  /// Whether a letter alone may be that of a language for thousands and more, since no other unit is written so.
  package static func mayBeScale(_ letter: String) -> Bool {
    let units = symbolized(letter)
    return units.isEmpty || units.contains(where: \.isCount) || letter != letter.lowercased() && symbols[letter] == nil
  }

  private static let symbols = names { row in row.unit.family.ignoresCase ? "" : row.symbols }
  private static let foldedSymbols = names { row in row.unit.family.ignoresCase ? row.symbols.lowercased() : "" }

  private static func names(_ names: (Row) -> String) -> [String: [MeasureUnit]] {
    Dictionary(
      rows.flatMap { row in names(row).split(separator: " ").map { (String($0), [row.unit]) } }, uniquingKeysWith: +)
  }

  /// The units between two of a family that are written between them: of bytes those that are powers of the same number.
  package static func ladder(from low: MeasureUnit, to high: MeasureUnit) -> [MeasureUnit] {
    if low.size > 1, low.isBinary != high.isBinary { return [] }
    return rows.map(\.unit).filter {
      $0.family == low.family && $0.symbol != nil && $0.size > low.size && $0.size < high.size
        && $0.isBinary == high.isBinary
    }
  }

  /// Of months the same as a time, so that days and years fall together.
  fileprivate var asTime: MeasureUnit {
    family == .months ? MeasureUnit(family: .time, size: size * 30 * 86_400_000_000_000, symbol: nil) : self
  }

  /// The unit of a number that has none of its own behind one of this unit: `9h58`, `2 min 30`, `5 ft 11`, `9万9500`.
  package var below: MeasureUnit? {
    switch (family, size) {
    case (.time, 3_600_000_000_000), (.time, 60_000_000_000): MeasureUnit(family: .time, size: size / 60, symbol: nil)
    case (.feet, 12): MeasureUnit(family: .feet, size: 1, symbol: nil)
    case (_, 10_000) where Family.myriads.contains(family): MeasureUnit(family: family, size: 1, symbol: nil)
    default: nil
    }
  }

  fileprivate static let shortHeads = WordHeads(
    rows.flatMap { $0.symbols.lowercased().split(separator: " ").map(String.init) } + TimeWords.all.keys)

  private var isBinary: Bool { family == .bytes && size > 1 && size.nonzeroBitCount == 1 }

  static var english: [(unit: MeasureUnit, words: String)] { rows.map { ($0.unit, $0.words) } }

  /// A unit, its symbols, and its words, whose plural depends on the number.
  private typealias Row = (unit: MeasureUnit, symbols: String, words: String)

  private static func row(
    _ family: Family, _ size: UInt64, _ symbol: String?, _ symbols: String, _ words: String = ""
  ) -> Row {
    (MeasureUnit(family: family, size: size, symbol: symbol), symbols, words)
  }

  /// By family, from the smallest unit to the largest.
  private static let rows: [Row] = [
    row(.time, 1, "ns", "ns", "nanosecond/nanoseconds"),
    row(.time, 1000, "µs", "µs μs us", "microsecond/microseconds"),
    row(.time, 1_000_000, "ms", "ms", "millisecond/milliseconds"),
    row(.time, 1_000_000_000, "s", "s sec", "second/seconds sec/secs"),
    row(.time, 60_000_000_000, "min", "m min", "minute/minutes min/mins"),
    row(.time, 3_600_000_000_000, "h", "h hr", "hour/hours hr/hrs"),
    row(.time, 86_400_000_000_000, "d", "d", "day/days"), row(.time, 604_800_000_000_000, nil, "", "week/weeks"),
    row(.months, 1, nil, "", "month/months"), row(.months, 12, nil, "", "year/years"),
    row(.metres, 1, "mm", "mm", "millimeter/millimeters millimetre/millimetres"),
    row(.metres, 10, nil, "cm", "centimeter/centimeters centimetre/centimetres"),
    row(.metres, 1000, "m", "m", "meter/meters metre/metres"),
    row(.metres, 1_000_000, "km", "km", "kilometer/kilometers kilometre/kilometres"),
    row(.feet, 1, "in", "in \" ″ ”", "inch/inches"), row(.feet, 12, "ft", "ft ' ′ ’", "foot/feet"),
    row(.primes, 1, nil, "\" ″ ”"), row(.primes, 60, nil, "' ′ ’"), row(.primes, 3600, nil, "°"),
    row(.pounds, 1, "oz", "oz", "ounce/ounces"), row(.pounds, 16, "lb", "lb", "pound/pounds lb/lbs"),
    row(.pounds, 224, nil, "st", "stone/stone"), row(.grams, 1, "mg", "mg", "milligram/milligrams"),
    row(.grams, 1000, "g", "g", "gram/grams"), row(.grams, 1_000_000, "kg", "kg", "kilogram/kilograms kilo/kilos"),
    row(.grams, 1_000_000_000, "t", "t", "tonne/tonnes"), row(.bytes, 1, "B", "B", "byte/bytes"),
    row(.bytes, 1000, "kB", "kB", "kilobyte/kilobytes"), row(.bytes, 1_000_000, "MB", "MB", "megabyte/megabytes"),
    row(.bytes, 1_000_000_000, "GB", "GB", "gigabyte/gigabytes"),
    row(.bytes, 1_000_000_000_000, "TB", "TB", "terabyte/terabytes"),
    row(.bytes, 1_000_000_000_000_000, "PB", "PB", "petabyte/petabytes"), row(.bytes, 1 << 10, "KiB", "KiB"),
    row(.bytes, 1 << 20, "MiB", "MiB"), row(.bytes, 1 << 30, "GiB", "GiB"), row(.bytes, 1 << 40, "TiB", "TiB"),
    row(.bytes, 1 << 50, "PiB", "PiB"), row(.bits, 1000, "kbit", "kbit", "kilobit/kilobits"),
    row(.bits, 1_000_000, "Mbit", "Mbit", "megabit/megabits"),
    row(.bits, 1_000_000_000, "Gbit", "Gbit", "gigabit/gigabits"), row(.bitRates, 1000, "kbps", "kbps"),
    row(.bitRates, 1_000_000, "Mbps", "Mbps"), row(.bitRates, 1_000_000_000, "Gbps", "Gbps"),
    row(.hertz, 1, "Hz", "Hz"), row(.hertz, 1000, "kHz", "kHz"), row(.hertz, 1_000_000, "MHz", "MHz"),
    row(.hertz, 1_000_000_000, "GHz", "GHz"), row(.watts, 1, "W", "W", "watt/watts"),
    row(.watts, 1000, "kW", "kW", "kilowatt/kilowatts"), row(.watts, 1_000_000, "MW", "MW", "megawatt/megawatts"),
    row(.watts, 1_000_000_000, "GW", "GW", "gigawatt/gigawatts"),
    row(.compact, 1000, "K", "K k", "thousand/thousand"),
    row(.compact, 1_000_000, "M", "M", "million/million million/millions"),
    row(.compact, 1_000_000_000, "B", "B bn", "billion/billion billion/billions"),
    row(.compact, 1_000_000_000_000, "T", "T", "trillion/trillion trillion/trillions"),
    row(.myriadsOfJapan, 1000, nil, "千"), row(.myriadsOfJapan, 10_000, "万", "万"),
    row(.myriadsOfJapan, 100_000_000, "億", "億"), row(.myriadsOfJapan, 1_000_000_000_000, "兆", "兆"),
    row(.myriadsOfChina, 1000, nil, "千"), row(.myriadsOfChina, 10_000, "万", "万"),
    row(.myriadsOfChina, 100_000_000, "亿", "亿"), row(.myriadsOfChina, 1_000_000_000_000, "万亿", "万亿"),
    row(.myriadsOfTaiwan, 1000, nil, "千"), row(.myriadsOfTaiwan, 10_000, "萬", "萬"),
    row(.myriadsOfTaiwan, 100_000_000, "億", "億"), row(.myriadsOfTaiwan, 1_000_000_000_000, "兆", "兆"),
    row(.myriadsOfKorea, 1000, nil, "천"), row(.myriadsOfKorea, 10_000, "만", "만"),
    row(.myriadsOfKorea, 100_000_000, "억", "억"), row(.myriadsOfKorea, 1_000_000_000_000, "조", "조"),
  ]
}

extension MeasureUnit.Family {
  fileprivate var ignoresCase: Bool {
    switch self {
    case .time, .feet, .pounds, .bytes: true
    default: false
    }
  }
}
