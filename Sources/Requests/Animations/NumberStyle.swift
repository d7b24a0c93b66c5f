import Interpolation
import WrittenNumbers
import TextAnimation

#if LocaleFormats
  import LocalizedNumbers
#endif

/// How the numbers of an animation are read and written, where a request says so.
///
/// `locale` alone says how numbers in texts are read. With any other of its parameters `from` and `to` are numbers, in
/// plain decimals or both as the locale writes them, and every frame is written in its way.
package struct NumberStyle: Sendable {
  var format: PrintfFormat?
  /// The forms of a word that a number takes.
  var plurals: [PluralCategory: String] = [:]
  /// Whose separators and digits a `format` takes; `nil` for C's.
  var formatTemplate: NumberTemplate?

  #if LocaleFormats
    /// The locale; English where none is given.
    var locale: NumberLocale?
    var kind = Kind.decimal
    var currency: String?
    var unit: SanctionedUnit?
    var unitDisplay = LocalizedStyle.UnitDisplay.short
    /// Digits after the separator, always; `nil` is the style's own count.
    var exactFractionDigits: Int?
    var fractionDigits = DigitBounds(minimum: nil, maximum: nil)
    var significantDigits = DigitBounds(minimum: nil, maximum: nil)
    var minimumIntegerDigits = 1
    var grouping = LocalizedStyle.Grouping.auto
    var sign = LocalizedStyle.Sign.auto
    var notation = LocalizedStyle.Notation.standard
  #endif
}

extension NumberStyle {
  /// The parameters that make two texts two numbers.
  static let writingNames = [
    "style", "currency", "unit", "unitDisplay", "fractionDigits", "minimumFractionDigits", "maximumFractionDigits",
    "minimumSignificantDigits", "maximumSignificantDigits", "minimumIntegerDigits", "grouping", "sign", "notation",
  ]

  /// The parameters that say how a number is written, ``writingNames`` and `format`.
  package static let formattingNames = ["format"] + writingNames

  static let names = ["locale"] + writingNames
}

extension RequestParameters {
  /// Has numbers written by the `format`, if there is one.
  mutating func finishFormat() {
    guard let format = numberStyle.format else { return }
    manner.writer = FormatInterpolator(
      format: format, rounding: manner.rounding, symbols: manner.options.symbols, locale: numberStyle.formatTemplate)
    manner.hasFormat = true
  }

  /// Has numbers read with the word and its forms; those that the language lacks do no harm.
  mutating func finishPlurals() {
    let (symbols, forms) = (manner.options.symbols, numberStyle.plurals)
    guard !forms.isEmpty else { return }
    if has(.format) || manner.writer != nil {
      warn("plurals", "has no effect where numbers are written by a `style` or a `format`")
      return
    }
    for category in PluralCategory.allCases where forms[category] != nil && !symbols.pluralCategories.contains(category)
    {
      warn("plurals", "has `\(category.rawValue)`, which numbers of the language never take")
    }
    manner.options.symbols = symbols.counting(forms)
  }
}

#if LocaleFormats
  extension NumberStyle {
    enum Kind: String, CaseIterable {
      case decimal, percent, currency, unit
    }
  }

  /// The formats of a request, few enough to be read from ICU on the event loop: 1 ms each, and 4 in compact notation.
  struct RequestFormats: Sendable {
    /// The most formats; one in compact notation counts as four.
    static let maximum = 16
    private var styles: Set<LocalizedStyle> = []
    private var count = 0

    mutating func add(_ style: LocalizedStyle) -> Bool {
      guard styles.insert(style).inserted else { return true }
      count += style.notation == .standard ? 1 : 4
      return count <= Self.maximum
    }
  }

  extension RequestParameters {
    mutating func finishNumberStyle(of change: Change, in context: RequestContext) {
      let style = localizedStyle()
      guard formats.add(style) else {
        let name = NumberStyle.names.first { has(ParameterSet(named: [$0])) } ?? "locale"
        let limit = RequestFormats.maximum
        refuse(name, "makes more than \(limit) formats of numbers in a request, where a compact one counts as four")
        return
      }
      do throws(UnreadableNumbers) {
        if let locale = numberStyle.locale {
          manner.options.symbols = try context.numberFormats.symbols(locale)
          if has(.format) {
            numberStyle.formatTemplate = try context.numberFormats.template(LocalizedStyle(locale: locale))
          }
        }
        guard has(.numberWriting) else { return }
        let template = try context.numberFormats.template(style)
        let writer = FormatInterpolator(
          template: template, rounding: manner.rounding ?? .halfExpand, symbols: manner.options.symbols)
        if choseAny(.numberWriting) || suits(writer, change, context) { manner.writer = writer }
      } catch {
        refuse("locale", "names a numbering system without ten consecutive digits")
      }
    }

    /// Whether a writer that nothing but defaults ask for can write both texts, and nothing else does.
    private func suits(_ writer: FormatInterpolator, _ change: Change, _ context: RequestContext) -> Bool {
      let takes = context.takes(manner.interpolation)
      guard !has(.format), !usesParts, takes.contains([.roundingFactor, .format]) else { return false }
      var texts = change.texts
      if case .decay = change { texts.removeLast() }
      return texts.allSatisfy { (try? writer.prepare(from: $0.text, to: $0.text)) != nil }
    }

    private mutating func localizedStyle() -> LocalizedStyle {
      var asked = numberStyle
      let locale = asked.locale ?? .english
      if asked.sign == .accounting, asked.kind != .currency {
        warn("sign", "has no effect: `accounting` is for `style=currency`")
        asked.sign = .auto
      }
      return LocalizedStyle(
        locale: locale, kind: kind(asked, locale), fractionDigits: fractionDigits(asked),
        significantDigits: bounds(asked.significantDigits, "SignificantDigits"),
        minimumIntegerDigits: asked.minimumIntegerDigits, grouping: asked.grouping, sign: asked.sign,
        notation: asked.notation)
    }

    /// The digits after the separator, where they are asked for and no significant digits are.
    private mutating func fractionDigits(_ asked: NumberStyle) -> DigitBounds? {
      let bounds = bounds(asked.fractionDigits, "FractionDigits")
      if asked.exactFractionDigits != nil, bounds != nil {
        refuse("fractionDigits", "is the fewest and the most: it cannot be combined with either")
      }
      let count = asked.exactFractionDigits.map { DigitBounds.exactly($0) }
      guard asked.significantDigits != DigitBounds(minimum: nil, maximum: nil) else { return count ?? bounds }
      for name in ["fractionDigits", "minimumFractionDigits", "maximumFractionDigits"]
      where has(ParameterSet(named: [name])) {
        warn(name, "has no effect beside significant digits, as in `Intl.NumberFormat`")
      }
      return nil
    }

    private mutating func bounds(_ bounds: DigitBounds, _ name: String) -> DigitBounds? {
      guard bounds.minimum != nil || bounds.maximum != nil else { return nil }
      if let minimum = bounds.minimum, let maximum = bounds.maximum, minimum > maximum {
        refuse("minimum\(name)", "must not be more than `maximum\(name)`, which is \(maximum)")
      }
      return bounds
    }

    private mutating func kind(_ asked: NumberStyle, _ locale: NumberLocale) -> LocalizedStyle.Kind {
      // A wrong code has been reported.
      let isRefused = asked.currency == nil && has(.currency)
      let code = asked.currency ?? locale.currency
      if asked.kind != .currency, asked.currency != nil { warn("currency", "has no effect without `style=currency`") }
      if asked.kind != .unit {
        if asked.unit != nil { warn("unit", "has no effect without `style=unit`") }
        if asked.unitDisplay != .short { warn("unitDisplay", "has no effect without `style=unit`") }
      }
      switch asked.kind {
      case .currency:
        if code == nil, !isRefused {
          refuse("currency", "is required, or a `locale` with a region that says which money it uses")
        }
        return .currency(code ?? "XXX")
      case .unit:
        if let unit = asked.unit { return .unit(unit, asked.unitDisplay) }
        if !has(.unit) { refuse("unit", "is required with `style=unit`") }
        return .decimal
      case .percent: return .percent
      case .decimal: return .decimal
      }
    }
  }

  extension ParameterSet {
    fileprivate static let currency = ParameterSet(named: ["currency"])
    fileprivate static let unit = ParameterSet(named: ["unit"])
  }
#else
  /// Nothing: each of the parameters was refused.
  typealias RequestFormats = Void

  extension RequestParameters {
    /// Does nothing: each of the parameters was refused.
    mutating func finishNumberStyle(of change: Change, in context: RequestContext) {}
  }
#endif
