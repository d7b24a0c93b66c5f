package import Interpolation
import RealModule
package import TextBytes

/// The only number of a text, a time or a date included, and how any other number is written in its place.
package struct TextNumber: Sendable {
  /// In its own unit: that of a clock in seconds, that of `1h 59m` in minutes.
  package let value: Decimal
  package let fractionDigits: Int
  package let kind: Kind
  /// The seconds of its unit; `nil` for what is no time.
  package let secondsOfUnit: Decimal?
  /// The word behind it where that is a regular English plural, whose singular another number may take: `5 apples`.
  package let plural: String?
  /// Whether it is a date without a time, in days.
  fileprivate let countsDays: Bool
  /// Whether it is money of which a fraction has two digits.
  fileprivate let hasCents: Bool
  /// What begins a fraction where one is written.
  fileprivate let separator: String
  /// Whether a sign or a separator may make another number of another value.
  fileprivate let mayBeRead: (asSigned: Bool, asGrouped: Bool)
  private let writing: NumberWriting
  private let form: (any Form)?
  private let literals: (before: Literal, after: Literal)

  package enum Kind: Sendable {
    case number
    /// `5:00` and `1h 59m`.
    case duration
    /// A date, or a time of the day.
    case date
  }

  /// Refuses a text that has not one number in one unit, or a date that does not tell what comes next.
  package init(_ text: String, symbols: NumberSymbols = .english) throws(NotAnimatable) {
    let texts = NumberedTextPair(text, symbols: symbols)
    let numeral = try texts.source.onlyNumeral()
    if numeral.quantity == nil, texts.source.isCounted(numeral) {
      throw NotAnimatable(reason: "the number is that of a date, a time, an ordinal or a version")
    }
    let measure = try texts.measure(texts.pair(at: 0))
    let date = texts.source.dates(of: numeral)?.first
    if date?.hasOpenNames ?? false { throw .openNames }
    if date?.lacksYear ?? false { throw .noYear }
    countsDays = date.map { $0.hasDay && $0.time == nil } ?? false
    if numeral.isClock {
      (kind, secondsOfUnit) = (.duration, Decimal(1))
    } else if numeral.isCompound {
      guard let (kind, seconds) = measure?.form.unit.time else { throw .otherQuantity }
      (self.kind, secondsOfUnit) = (kind, seconds)
    } else {
      (kind, secondsOfUnit) = (.number, try texts.source.secondsOfUnit(of: numeral))
    }
    if let measure { value = measure.source } else { value = try texts.source.checkedValue(of: numeral) }
    fractionDigits = measure?.fractionDigits ?? numeral.fractionDigits
    hasCents = texts.source.hasCents(numeral)
    writing = NumberWriting(numeral, in: texts.source)
    let inflected = numeral.isCompound ? nil : texts.source.inflected(numeral)
    plural = inflected?.plural
    form = measure?.form ?? inflected?.form ?? (numeral.isClock ? writing.template.form : nil)
    separator =
      texts.source.ownDecimalSeparator ?? (texts.source.convention.decimal.contains(.comma) ? "," : ".")
    mayBeRead = (numeral.sign != nil, numeral.groupingSeparator != nil)
    let characters = texts.source.characters
    literals = (
      characters.literal(0..<numeral.first), characters.literal((inflected?.end ?? numeral.last)..<characters.count)
    )
  }

  /// All between two numbers in its place, with so many digits behind the separator.
  package func interpolation(
    from source: Decimal, to target: Decimal, fractionDigits: Int? = nil, rounding: Rounding = .halfExpand
  ) throws(NotAnimatable) -> NumbersInterpolation {
    let digits = fractionDigits ?? self.fractionDigits
    if kind != .number, digits > Self.mostPlacesOfTimes { throw .tooFine }
    let template = writing.template(form, fractionDigits: digits, decimalSeparator: separator)
    let tween = try Tween(
      from: source, to: target, places: template.places(showing: target, fractionDigits: digits), rounding: rounding)
    let number = AnimatedNumber(after: literals.before, tween, template, fractionDigits: digits)
    return NumbersInterpolation([number], rest: literals.after)
  }

  /// A time that is finer has no room in a machine word, in which its fields are counted.
  private static let mostPlacesOfTimes = 9

  package func text(
    showing value: Decimal, fractionDigits: Int? = nil, rounding: Rounding = .halfExpand
  ) throws(NotAnimatable) -> String {
    var written = UTF8Buffer()
    try interpolation(from: value, to: value, fractionDigits: fractionDigits, rounding: rounding)
      .write(at: 1, to: &written)
    return written.text()
  }
}

package enum Addend: Equatable, Sendable {
  /// So many of it; of a time in fields, seconds, and of a date days.
  case number(Decimal)
  /// A time: `5:00`.
  case time(seconds: Decimal)

  /// Reads a plain decimal, or hours, minutes and seconds with colons between them; `nil` for anything else.
  package init?(_ text: String) {
    if !text.isEmpty, let number = Decimal(plain: text) {
      self = .number(number)
      return
    }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard text.utf8.count - digits.utf8.count <= 1, digits.utf8.allSatisfy({ (48...58).contains($0) || $0 == 46 }),
      digits.last?.isNumber ?? false, let time = try? TextNumber(String(digits)), time.kind == .duration
    else { return nil }
    self = .time(seconds: text.first == "-" ? -time.value : time.value)
  }

  /// What it comes to in the unit of a number.
  package func value(in number: TextNumber) throws(NotAnimatable) -> Decimal {
    if number.kind == .date {
      guard number.countsDays else { throw .otherQuantity }
      guard let days else { throw .noDays }
      return Decimal(days)
    }
    let seconds: Decimal
    switch self {
    case .number(let value) where number.kind == .number: return value
    case .number(let value): seconds = value
    case .time(let value): seconds = value
    }
    guard let unit = number.secondsOfUnit else { throw .noTime }
    // A quotient has no zeros at its end, which the sum shows.
    guard unit != Decimal(1) else { return seconds }
    guard let value = seconds.divided(by: unit) else { throw .tooLong }
    return value
  }

  /// Whether it comes to a value with nothing left: thirty seconds are 0.008333… hours.
  fileprivate func isExactly(_ value: Decimal, in number: TextNumber) -> Bool {
    guard case .time(let seconds) = self, let unit = number.secondsOfUnit else { return true }
    let product = value.multiplied(by: UInt64(clamping: unit.units))
    return product.flatMap { Decimal($0.units, places: $0.places + unit.places) } == seconds
  }
}

extension Addend {
  /// Whole days or months, within some thousand years.
  fileprivate var days: Int64? {
    guard case .number(let count) = self, count.places == 0, let days = count.units(places: 0), abs(days) < 1_000_000
    else { return nil }
    return Int64(days)
  }
}

extension Addend: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let value): value.description
    case .time(let seconds): "\(seconds) seconds"
    }
  }
}

extension NotAnimatable {
  fileprivate static let tooFine = NotAnimatable(reason: "a time has at most nine digits behind the point")

  fileprivate static let tooLongTime = NotAnimatable(reason: "the sum is longer than a time can be shown")

  fileprivate static let openNames = NotAnimatable(
    reason: "the names of other months depend on the language, which `locale` tells")

  fileprivate static let noYear = NotAnimatable(
    reason: "the date tells no year, which decides whether there is a 29 February")

  fileprivate static let noExactPart = NotAnimatable(
    reason: "what is added has no exact decimals in the unit that the text shows")

  fileprivate static let noDays = NotAnimatable(
    reason: "only whole days can be added to a date, and fewer than a million")

  package static let noTime = NotAnimatable(reason: "the number is no time")

  fileprivate static let otherQuantity = NotAnimatable(
    reason: "the text shows a date, a time or another quantity, not a plain number")
}

/// What a text says where something is added to its number, in exact decimals.
package struct TextSum {
  package let text: String
  /// What begins a fraction in the text; `nil` where it is read so by itself.
  package let decimalSeparator: Character?
  /// The plural of the word behind the number, where that has taken its singular and no longer tells.
  package let plural: String?

  /// Writes a sum in place of the only number of a text, as that was: `$1,234.50` plus 12.50 is `$1,247.00`, and `4:58`
  /// plus 300 is `9:58`.
  ///
  /// The sum has as many digits behind the point as the number or the addend, whichever has more, and tenths of money that
  /// has cents are written as those: `$5` plus 0.5 is `$5.50`. A word for a unit takes the form that fits: `1 day` plus 1 is
  /// `2 days`. A date goes on by days, or by months where it has no days.
  package init(
    _ text: String, plus addend: Addend, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) {
    if let days = addend.days, let later = NumberedTextPair(text, symbols: symbols).source.date(laterBy: days) {
      (self.text, decimalSeparator, plural) = (later, nil, nil)
      return
    }
    let number = try TextNumber(text, symbols: symbols)
    let value = try addend.value(in: number)
    let sum = try Self.sum(number.value, value)
    let places = max(number.fractionDigits, value.places == 1 && number.hasCents ? 2 : value.places)
    if number.kind == .duration, value.places > 0, number.secondsOfUnit != Decimal(1) {
      throw NotAnimatable(reason: "what is added is no whole number of the smallest unit that the text shows")
    }
    guard addend.isExactly(value, in: number) else { throw .noExactPart }
    if number.kind == .duration {
      guard let units = sum.units(places: places), units.magnitude <= ClockForm.limit else { throw .tooLongTime }
    }
    self.text = try number.text(showing: sum, fractionDigits: places)
    plural = places == 0 && sum.magnitude == Decimal(1) ? number.plural : nil
    // One separator before three digits is read in two ways, and what is no sign before one number may be one before another.
    let isOpen =
      number.mayBeRead.asSigned || sum.isNegative || places == 3 || places == 0 && number.mayBeRead.asGrouped
    guard isOpen, Self.value(of: self.text, symbols) != sum else {
      decimalSeparator = nil
      return
    }
    let known = Character(number.separator)
    let read = Self.value(of: self.text, symbols.telling(decimal: known))
    guard read.map({ $0 == sum }) ?? true else {
      throw NotAnimatable(reason: "the sum, “\(self.text)”, might be read as another number")
    }
    decimalSeparator = read == nil ? nil : known
  }

  private static func value(of text: String, _ symbols: NumberSymbols) -> Decimal? {
    (try? TextNumber(text, symbols: symbols))?.value
  }

  /// The sum of a text that is nothing but a number and another number, in plain digits.
  package static func number(
    _ text: String, plus addend: Addend, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) -> String {
    guard case .number(let addend) = addend else { throw .noTime }
    return try sum(.plain(text, symbols), addend).description
  }

  private static func sum(_ value: Decimal, _ addend: Decimal) throws(NotAnimatable) -> Decimal {
    guard let sum = value.adding(addend) else {
      throw NotAnimatable(reason: "the sum has more than \(NumberLimits.digits) digits")
    }
    return sum
  }
}

extension NumberedText {
  /// The text with the date that it shows so many days or months later; `nil` where it shows none, or may be read in two
  /// ways.
  fileprivate func date(laterBy count: Int64) -> String? {
    guard let numeral = numerals.first, numerals.count == 1, let dates = dates(of: numeral), dates.count == 1,
      let date = DateForm.text(dates[0], laterBy: count, NumberWriting(numeral, in: self).template(nil).layout)
    else { return nil }
    return characters.text(0..<numeral.start) + date + characters.text(numeral.end..<characters.count)
  }

  /// What dates a numeral may be.
  fileprivate func dates(of numeral: Numeral) -> [WrittenDate]? {
    if case .dates(let dates)? = quantity(of: numeral) { dates } else { nil }
  }

  fileprivate func onlyNumeral() throws(NotAnimatable) -> Numeral {
    guard let numeral = numerals.first, numerals.count == 1 else {
      throw NotAnimatable(reason: "the text has \(numerals.isEmpty ? "no number" : "\(numerals.count) numbers")")
    }
    return numeral
  }

  /// The seconds of the unit of a plain number, if that is one of time; refuses what is not one number in one unit.
  fileprivate func secondsOfUnit(of numeral: Numeral) throws(NotAnimatable) -> Decimal? {
    let word = word(at: numeral.end)
    if let word, isShortForm(word, from: numeral.start, to: numeral.end) {
      throw NotAnimatable(reason: "the text shows its number in a short form, “\(letters(word))”")
    }
    if numeral.isWeak {
      throw NotAnimatable(reason: "what stands around the number may be a minus or not")
    }
    if !symbols.isTold, numeral.mayBeGrouped || numeral.hasOneGroup && isPrice(numeral) { throw doubt(about: numeral) }
    let units = word.map { symbols.units(named: letters($0)) } ?? []
    // `12 m` may be metres.
    guard let unit = units.first, units.allSatisfy({ $0.family == .time }) else { return nil }
    return .nanoseconds(unit.size)
  }

  /// What the language writes before a fraction, where the text may be written so.
  fileprivate var ownDecimalSeparator: String? {
    guard let own = symbols.decimalSeparators.first, !convention.decimal.isDisjoint(with: Separators([own])) else {
      return nil
    }
    return String(own)
  }

  /// How a number is written with its word, and where that ends, if it is one for a unit or a regular English plural.
  fileprivate func inflected(_ numeral: Numeral) -> (form: any Form, end: Int, plural: String?)? {
    guard let word = word(at: numeral.end), let number = NumberWithWord(self, numeral, text(word)) else { return nil }
    if let words = symbols.inflecting(number) { return (WordForm(words: words), word.end, nil) }
    return symbols.telling(plural: number.letters).inflecting(number).map {
      (WordForm(words: $0), word.end, number.letters)
    }
  }

  private static let scales: Set = ["m", "M", "k", "K", "b", "B", "T"]

  /// Whether the word behind a number is a part of it: `1.2M`, `1.2 million`, `1,2 Mio.`, `1.2億`.
  fileprivate func isShortForm(_ word: WordRange, from start: Int, to end: Int) -> Bool {
    let letters = letters(word)
    let isLetter = word.letters == end || letters.count > 1
    // `5 m` are metres, and `€5 m`, `5 M` and `5 k` are not.
    if Self.scales.contains(letters) && (isMoneyBefore(start) || isMoney(at: word.end)) || letters == "M"
      || letters == "k"
    {
      return true
    }
    return isLetter && symbols.units(named: letters).contains(where: \.isCount)
      || KnownWords.shortForms.contains(letters.lowercased()) || symbols.isScale(letters)
      || MeasureUnit.symbolized(String(letters.prefix(1))).contains { $0.isCount && $0.symbol?.utf8.count ?? 3 > 1 }
  }
}

extension Decimal {
  fileprivate static func nanoseconds(_ count: UInt64) -> Decimal {
    Decimal(Int64(truncatingIfNeeded: count), places: 9)
  }
}

extension NumberUnit {
  /// What kind of time is counted, and its seconds; `nil` for another quantity.
  fileprivate var time: (TextNumber.Kind, seconds: Decimal)? {
    switch self {
    case .calendar(let parts), .timeOfDay(let parts): (.date, Decimal(86_400 / parts))
    case .measure(.time, let size): (.duration, .nanoseconds(size))
    case .one, .clock, .fraction, .measure: nil
    }
  }
}

package struct LeadingNumber {
  private let value: Decimal
  private let places: Int
  private let template: NumberTemplate
  private let before: String
  private let after: String

  /// Reads it by the rules of all texts: a point before three digits may be that of a group.
  package init(
    in source: String, symbols: NumberSymbols, spending meter: inout Meter
  ) throws(NotAnimatable) {
    let first = NumberedText(source, symbols: symbols, readsQuantities: false, limit: 1, spending: &meter)
    let other = NumberedText(source, symbols: symbols, readsQuantities: false, limit: 1, spending: &meter)
    let texts = NumberedTextPair(first, other, spending: &meter)
    guard texts.source.startsWithNumber, let numeral = texts.source.numerals.first, numeral.closing.isEmpty else {
      throw NotAnimatable(reason: "the source does not start with a number, which a decay needs")
    }
    if !symbols.isTold, numeral.mayBeGrouped { throw texts.source.doubt(about: numeral) }
    value = try texts.source.checkedValue(of: numeral)
    places = numeral.fractionDigits
    template = NumberWriting(numeral, in: texts.source).template
    before = texts.source.characters.text(0..<numeral.first)
    after = texts.source.characters.text(numeral.end..<texts.source.characters.count)
  }

  package var step: Double { .pow(10, -places) }

  /// The text with the number that lies so far from its own.
  package func text(movedBy way: Double) throws(NotAnimatable) -> String {
    let end = way == 0 ? value.units : Sample(way, places: places, from: value.units).rounded(.halfExpand)
    guard end.magnitude < NumberLimits.units, places < NumberLimits.digits || way == 0 else {
      throw NotAnimatable(reason: "the number at its end has more than \(NumberLimits.digits) digits")
    }
    var written = UTF8Buffer()
    template.write(end, fractionDigits: places...places, to: &written)
    return before + written.text() + after
  }
}
