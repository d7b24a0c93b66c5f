import TextAnimation
import WrittenNumbers
import Timing

#if LocaleFormats
  import LocalizedNumbers
#endif

extension Parameter {
  /// How numbers are read, rounded and written.
  package static let numbers: [Parameter] =
    localized + [
      Parameter(
        "plurals", .plurals(),
        """
        The forms of the word behind a number, by their names in CLDR: those of the language of `locale`, and of English \
        without one. A number between the two texts takes the form that is its own. In a query it is the JSON text of the \
        object.
        """,
        examples: [
          #"{"one":"cactus","other":"cacti"}"#, #"{"one":"файл","few":"файла","many":"файлов","other":"файла"}"#,
        ], shown: .animation(#"from=0+cacti&to=3+cacti&plurals={"one":"cactus","other":"cacti"}"#)
      ) { $0.numberStyle.plurals = $1 },
      Parameter(
        "rounding", .rounding(),
        """
        What becomes of digits that are not shown, by the names of ECMA-402. Without it `halfExpand`, but an integer \
        `format` has `trunc` and any other `format` `halfEven`, as in C. `nearest` is an alias of `halfEven`, \
        `towardZero` of `trunc`, `down` of `floor`, and `up` of `ceil`.
        """, shown: .animation("from=0&to=9&fractionDigits=0&rounding=ceil")
      ) { $0.manner.rounding = $1 },
      Parameter(
        "roundingFactor", .factor(),
        """
        Every number but the first and the last is a multiple of it; at most \(Decimal.factorDigits) digits before \
        and as many behind the point.
        """, examples: ["0.5", "10"], shown: .animation("from=0&to=100&fractionDigits=0&roundingFactor=10")
      ) { $0.manner.roundingFactor = $1 },
    ]

  #if LocaleFormats
    /// How a locale writes numbers.
    private static let localized: [Parameter] = [
      Parameter(
        "locale", .locale(),
        """
        BCP 47 tag: how numbers, plurals and words for units are read and written; a numbering system by `-u-nu-`.
        """,
        examples: ["de-CH", "hi-IN-u-nu-deva"], shown: .animation("\(ShownRequest.number)&locale=de-CH&style=decimal")
      ) { $0.numberStyle.locale = $1 },
      Parameter(
        "style", .choice(of: NumberStyle.Kind.self), default: "decimal",
        "Writes `from` and `to` as numbers of this kind; `decimal` leaves texts that are not numbers as they are.",
        shown: .animation("from=0&to=0.25&style=percent")
      ) { $0.numberStyle.kind = $1 },
      Parameter(
        "currency", .currency(),
        "ISO 4217 code for `style=currency`. Without it the money of the locale's region.", examples: ["EUR"],
        shown: .animation("\(ShownRequest.number)&style=currency&currency=EUR")
      ) { $0.numberStyle.currency = $1 },
      Parameter(
        "unit", .unit(),
        "The unit for `style=unit`: one that ECMA-402 sanctions, or one per another, `kilometer-per-hour`.",
        examples: ["kilobyte", "liter-per-kilometer"],
        shown: .animation("\(ShownRequest.number)&style=unit&unit=kilobyte")
      ) { $0.numberStyle.unit = $1 },
      Parameter(
        "unitDisplay", .choice(of: LocalizedStyle.UnitDisplay.self), default: "short",
        "How `style=unit` names the unit: 5 kB, 5 kilobytes, 5kB.",
        shown: .animation("\(ShownRequest.number)&style=unit&unit=kilobyte&unitDisplay=long")
      ) { $0.numberStyle.unitDisplay = $1 },
      Parameter(
        "fractionDigits", .integer(0...100), "Digits after the decimal separator, always.",
        shown: .animation("from=0&to=9.5&fractionDigits=2")
      ) { $0.numberStyle.exactFractionDigits = $1 },
      Parameter(
        "minimumFractionDigits", .integer(0...100), "As in `Intl.NumberFormat`: zeros at the end as far as here.",
        shown: .animation("from=0&to=9.5&minimumFractionDigits=2")
      ) { $0.numberStyle.fractionDigits.minimum = $1 },
      Parameter(
        "maximumFractionDigits", .integer(0...100),
        """
        As in `Intl.NumberFormat`: numbers are rounded here. All show as many digits as the first or the last needs, so \
        that none comes and goes.
        """, shown: .animation("from=0&to=3.14159&maximumFractionDigits=2")
      ) { $0.numberStyle.fractionDigits.maximum = $1 },
      Parameter(
        "minimumSignificantDigits", .integer(1...21),
        "As in `Intl.NumberFormat`: zeros at the end until there are so many digits. Digits after the separator give way.",
        shown: .animation("from=0&to=9.5&minimumSignificantDigits=4")
      ) { $0.numberStyle.significantDigits.minimum = $1 },
      Parameter(
        "maximumSignificantDigits", .integer(1...21),
        """
        As in `Intl.NumberFormat`: numbers are rounded to so many digits, and show no more behind the separator than the \
        first or the last needs.
        """, shown: .animation("from=0&to=1234567&maximumSignificantDigits=3")
      ) { $0.numberStyle.significantDigits.maximum = $1 },
      Parameter(
        "minimumIntegerDigits", .integer(1...30), default: "1", "Zeros are put before shorter numbers.",
        shown: .animation("from=0&to=42&minimumIntegerDigits=4")
      ) { $0.numberStyle.minimumIntegerDigits = $1 },
      Parameter(
        "grouping", .choice(of: LocalizedStyle.Grouping.self), default: "auto", "When digits stand in groups.",
        shown: .animation("from=0&to=1234567&grouping=never")
      ) { $0.numberStyle.grouping = $1 },
      Parameter(
        "sign", .choice(of: LocalizedStyle.Sign.self), default: "auto",
        "Which numbers have a sign; `accounting` for money only.", shown: .animation("from=-12&to=12&sign=always")
      ) { $0.numberStyle.sign = $1 },
      Parameter(
        "notation", .choice(of: LocalizedStyle.Notation.self), default: "standard", "`compact` writes `1.2M`.",
        shown: .animation("from=0&to=1500000&notation=compact")
      ) { $0.numberStyle.notation = $1 },
    ]
  #else
    /// Without the package trait `LocaleFormats` there is no ICU to ask.
    private static let localized = NumberStyle.names.map { name in
      Parameter(name, .impossible(), "Not possible: this build has no locale formats.") { _, _ in }
    }
  #endif
}

extension ValueType {
  fileprivate static func rounding() -> Self where Value == Rounding {
    name(Rounding.allCases.map(\.rawValue) + Rounding.aliases.map(\.key)) { Rounding(named: $0) }
  }

  #if LocaleFormats
    fileprivate static func locale() -> Self where Value == NumberLocale {
      written { (tag) throws(ParameterRefusal) in
        if let locale = NumberLocale(tag) { return locale }
        let examples = "a language tag such as `en`, `de-CH` or `hi-IN-u-nu-deva`"
        throw ParameterRefusal("must be \(examples), and known here, not `\(tag.excerpt)`")
      }
    }

    /// The code of a currency.
    fileprivate static func currency() -> Self where Value == String {
      written { (text) throws(ParameterRefusal) in
        let code = text.uppercased()
        if NumberLocale.knowsCurrency(code) { return code }
        throw ParameterRefusal("must be an ISO 4217 code such as `EUR`, not `\(code.excerpt)`")
      }
    }

    fileprivate static func unit() -> Self where Value == SanctionedUnit {
      written { (text) throws(ParameterRefusal) in
        if let unit = SanctionedUnit(text) { return unit }
        let hint = Spelling.nearest(to: text, among: SanctionedUnit.names).map { "; did you mean `\($0)`?" } ?? ""
        throw ParameterRefusal(
          "must be a unit of ECMA-402, such as `kilobyte`, or one per another, such as `kilometer-per-hour`, not "
            + "`\(text.excerpt)`\(hint)")
      }
    }
  #else
    fileprivate static func impossible() -> Self where Value == String {
      written { (_) throws(ParameterRefusal) in
        throw ParameterRefusal("is not possible: this build has no locale formats")
      }
    }
  #endif
}
