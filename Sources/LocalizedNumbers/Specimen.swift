internal import TextAnimation

/// One number as ICU writes it, split at its digits.
struct Specimen {
  let prefix: String
  let suffix: String
  let runs: [Int]
  let separators: [String]
  let digitSet: DigitSet

  /// Splits a text; `nil` if it has no digits of Unicode's category Nd.
  init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first(where: { DigitSet(containing: $0) != nil }),
      let digitSet = DigitSet(containing: first)
    else { return nil }
    self.digitSet = digitSet
    let parts = scalars.split(omittingEmptySubsequences: false) { DigitSet(containing: $0) != nil }
    prefix = parts.first.map { String($0) } ?? ""
    suffix = parts.last.map { String($0) } ?? ""
    var runs = [1]
    var separators: [String] = []
    for between in parts.dropFirst().dropLast() {
      if between.isEmpty {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
        separators.append(String(between))
      }
    }
    (self.runs, self.separators) = (runs, separators)
  }

  var affixes: NumberTemplate.Affixes { NumberTemplate.Affixes(prefix: prefix, suffix: suffix) }

  /// The sign, without bidi marks.
  var sign: Character? {
    prefix.first { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format } }
  }
}

struct SpecimenLayout {
  let digitSet: DigitSet
  let decimalSeparator: String
  let groupingSeparator: String
  private let grouping: DigitLayout.Grouping?

  /// Reads the separators and groups from specimens.
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    var style = style
    // ICU groups compact percents as decimals, which is not the same in Telugu.
    if style.notation == .compact, style.kind == .percent { style.kind = .decimal }
    if case .unit = style.kind { style.kind = .decimal }
    style.notation = .standard
    let writer = SpecimenWriter(style, fractionDigits: 1)
    let long = try writer.specimen(1_234_567_895, exponent: -1)
    guard long.digitSet != .latin || ["latn", "native", nil].contains(style.locale.numberingSystem) else {
      throw UnreadableNumbers()
    }
    digitSet = long.digitSet
    decimalSeparator = long.separators.last ?? "."
    let groups = long.runs.dropLast()
    guard let primary = groups.last, groups.count > 1 else {
      (groupingSeparator, grouping) = ("", nil)
      return
    }
    groupingSeparator = long.separators[0]
    let isGrouped = [try writer.specimen(1234), try writer.specimen(12345)].map { $0.runs.count > 2 }
    grouping = DigitLayout.Grouping(
      primary: primary, secondary: groups.count > 2 ? groups[groups.count - 2] : primary,
      minimum: isGrouped[0] ? 1 : isGrouped[1] ? 2 : 3)
  }

  /// How many digits stand in the groups above the first.
  var secondaryGroup: Int { grouping?.secondary ?? 3 }

  /// The layout with the requested groups, the first of which has at least `minimum` digits.
  func layout(_ asked: LocalizedStyle.Grouping, minimum: Int = 1) -> DigitLayout {
    var layout = DigitLayout(
      digitSet: digitSet, decimalSeparator: decimalSeparator, groupingSeparator: groupingSeparator)
    if let grouping, asked != .never {
      layout.grouping = DigitLayout.Grouping(
        primary: grouping.primary, secondary: grouping.secondary,
        minimum: asked == .always ? 1 : max(grouping.minimum, minimum))
    }
    return layout
  }
}
