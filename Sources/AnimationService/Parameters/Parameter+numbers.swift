import TextAnimation
import TextBytes

#if LocaleFormats
  import LocalizedNumbers
#endif

extension Parameter {
  /// How numbers are read, rounded and written.
  static let numbers: [Parameter] =
    localized + [
      Parameter(
        "rounding", .choice(Rounding.allCases.map(\.rawValue) + Rounding.aliases.map(\.key)),
        """
        What becomes of digits that are not shown, by the names of ECMA-402. Without it `halfExpand`, but an integer \
        `format` has `trunc` and any other `format` `halfEven`, as in C. `nearest` is an alias of `halfEven`, \
        `towardZero` of `trunc`, `down` of `floor`, and `up` of `ceil`.
        """
      ) { value, parameters, _ throws(ParameterRefusal) in
        let name = try value.text()
        guard let rounding = Rounding(named: name) else {
          throw .noChoice(name, among: Rounding.allCases.map(\.rawValue) + Rounding.aliases.map(\.key))
        }
        parameters.animation.rounding = rounding
      },
      Parameter(
        "roundingFactor", .number(0 ... .infinity, excludesMinimum: true),
        """
        Every number but the first and the last is a multiple of it; at most \(Decimal.factorDigits) digits before \
        and as many behind the point.
        """, examples: ["0.5", "10"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.setRoundingFactor(value.text())
      },
    ]

  #if LocaleFormats
    /// How a locale writes numbers.
    private static let localized: [Parameter] = [
      Parameter(
        "locale", .text,
        """
        BCP 47 tag: how numbers, plurals and words for units are read and written; a numbering system by `-u-nu-`.
        """,
        examples: ["de-CH", "hi-IN-u-nu-deva"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.numberStyle.setLocale(value.text())
      },
      choice(
        "style", of: NumberStyle.Kind.self, default: "decimal",
        "Writes `from` and `to` as numbers of this kind; `decimal` leaves texts that are no numbers as they are."
      ) { $0.animation.numberStyle.kind = $1 },
      Parameter(
        "currency", .text,
        "ISO 4217 code for `style=currency`. Without it the money of the locale's region.", examples: ["EUR"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.numberStyle.setCurrency(value.text())
      },
      Parameter(
        "unit", .text,
        "The unit for `style=unit`: one that ECMA-402 sanctions, or one per another, `kilometer-per-hour`.",
        examples: ["kilobyte", "liter-per-kilometer"]
      ) { value, parameters, _ throws(ParameterRefusal) in
        try parameters.animation.numberStyle.setUnit(value.text())
      },
      choice(
        "unitDisplay", of: LocalizedStyle.UnitDisplay.self, default: "short",
        "How `style=unit` names the unit: 5 kB, 5 kilobytes, 5kB."
      ) { $0.animation.numberStyle.unitDisplay = $1 },
      integer("fractionDigits", in: 0...100, "Digits after the decimal separator, always.") {
        $0.animation.numberStyle.exactFractionDigits = $1
      },
      integer("minimumFractionDigits", in: 0...100, "As in `Intl.NumberFormat`: zeros at the end as far as here.") {
        $0.animation.numberStyle.fractionDigits.minimum = $1
      },
      integer(
        "maximumFractionDigits", in: 0...100,
        """
        As in `Intl.NumberFormat`: numbers are rounded here. All show as many digits as the first or the last needs, so \
        that none comes and goes.
        """
      ) { $0.animation.numberStyle.fractionDigits.maximum = $1 },
      integer(
        "minimumSignificantDigits", in: 1...21,
        "As in `Intl.NumberFormat`: zeros at the end until there are so many digits. Digits after the separator give way."
      ) { $0.animation.numberStyle.significantDigits.minimum = $1 },
      integer(
        "maximumSignificantDigits", in: 1...21,
        """
        As in `Intl.NumberFormat`: numbers are rounded to so many digits, and show no more behind the separator than the \
        first or the last needs.
        """
      ) { $0.animation.numberStyle.significantDigits.maximum = $1 },
      integer("minimumIntegerDigits", in: 1...30, default: "1", "Zeros are put before shorter numbers.") {
        $0.animation.numberStyle.minimumIntegerDigits = $1
      },
      choice("grouping", of: LocalizedStyle.Grouping.self, default: "auto", "When digits stand in groups.") {
        $0.animation.numberStyle.grouping = $1
      },
      choice(
        "sign", of: LocalizedStyle.Sign.self, default: "auto",
        "Which numbers have a sign; `accounting` for money only."
      ) { $0.animation.numberStyle.sign = $1 },
      choice(
        "notation", of: LocalizedStyle.Notation.self, default: "standard", "`compact` writes `1.2M`."
      ) { $0.animation.numberStyle.notation = $1 },
    ]
  #else
    /// Without the package trait `LocaleFormats` there is no ICU to ask.
    private static let localized = NumberStyle.names.map { name in
      Parameter(name, .text, "Not possible: this build has no locale formats.") { _, _, _ throws(ParameterRefusal) in
        throw ParameterRefusal("is not possible: this build has no locale formats")
      }
    }
  #endif
}
