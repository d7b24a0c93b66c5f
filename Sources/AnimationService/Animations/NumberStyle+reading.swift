import TextAnimation

#if LocaleFormats
  import LocalizedNumbers

  extension NumberStyle {
    /// Reads the parameters; what is wrong is noted with the reader.
    ///
    /// `locale` alone says how numbers in texts are read. With any other of them `from` and `to` are numbers, in plain
    /// decimals or both as the locale writes them, and every frame is written in its way.
    init(reading reader: inout ParameterReader, rounding: Rounding?, in context: ServiceContext) {
      let isWritten = Self.writingNames.contains { reader.has($0) }
      let locale = Self.locale(&reader)
      let style = Self.style(&reader, locale: locale ?? .english)
      do throws(UnreadableNumbers) {
        if let locale { symbols = try context.numberFormats.symbols(locale) }
        guard isWritten else { return }
        let notation = try context.numberFormats.format(style).notation(rounding: rounding ?? .nearest)
        writer = NumberFormatInterpolator(format: notation, symbols: symbols)
      } catch {
        reader.refuse("locale", "names a numbering system that has not ten digits in a row")
      }
    }

    private static func locale(_ reader: inout ParameterReader) -> NumberLocale? {
      guard let tag = reader.text("locale") else { return nil }
      let locale = NumberLocale(tag)
      if locale == nil {
        let examples = "a language tag such as `en`, `de-CH` or `hi-IN-u-nu-deva`"
        reader.refuse("locale", "must be \(examples), and known here, not `\(ParameterReader.excerpt(tag))`")
      }
      return locale
    }

    private static func style(_ reader: inout ParameterReader, locale: NumberLocale) -> LocalizedStyle {
      let kind = kind(&reader, locale: locale)
      let style = LocalizedStyle(
        locale: locale, kind: kind, fractionDigits: reader.integer("fractionDigits", in: 0...100),
        minimumIntegerDigits: reader.integer("minimumIntegerDigits", in: 1...30) ?? 1,
        grouping: reader.choice("grouping") ?? .auto, sign: reader.choice("sign") ?? .auto,
        notation: reader.choice("notation") ?? .standard)
      if style.sign == .accounting, !kind.isCurrency {
        reader.refuse("sign", "can be `accounting` together with `style=currency` only")
      }
      return style
    }

    private enum Kind: String, CaseIterable {
      case decimal, percent, currency
    }

    private static func kind(_ reader: inout ParameterReader, locale: NumberLocale) -> LocalizedStyle.Kind {
      let kind = reader.choice("style", of: Kind.self) ?? .decimal
      let code = reader.text("currency")?.uppercased()
      if let code, !NumberLocale.knowsCurrency(code) {
        reader.refuse("currency", "must be an ISO 4217 code such as `EUR`, not `\(ParameterReader.excerpt(code))`")
        return .currency("XXX")
      }
      switch kind {
      case .decimal where code == nil: return .decimal
      case .percent where code == nil: return .percent
      case .decimal, .percent: reader.refuse("currency", "needs `style=currency`")
      case .currency where code ?? locale.currency == nil:
        reader.refuse("currency", "is required, or a `locale` with a region that says which money it uses")
      case .currency: break
      }
      return .currency(code ?? locale.currency ?? "XXX")
    }
  }

  extension LocalizedStyle.Kind {
    fileprivate var isCurrency: Bool {
      if case .currency = self { true } else { false }
    }
  }
#else
  extension NumberStyle {
    /// Refuses the parameters: without the package trait `LocaleFormats` there is no ICU to ask.
    init(reading reader: inout ParameterReader, rounding: Rounding?, in context: ServiceContext) {
      for name in Self.names where reader.value(name) != nil {
        reader.refuse(name, "is not possible: this build has no locale formats")
      }
    }
  }
#endif
