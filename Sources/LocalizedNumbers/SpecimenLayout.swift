internal import TextAnimation

/// What stands between a locale's digits.
struct SpecimenLayout {
  let digitSet: DigitSet
  let decimalSeparator: String
  let groupingSeparator: String
  private let grouping: DigitLayout.Grouping?

  /// Reads the separators and groups off specimens.
  ///
  /// - Throws: ``UnreadableNumbers`` also where a numbering system was asked for and ICU went on in Latin digits.
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    var style = style
    // ICU groups compact percents as decimals, which is not the same in Telugu.
    if style.notation == .compact, style.kind == .percent { style.kind = .decimal }
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

  /// The layout with the groups that were asked for, where `minimum` digits must stand in the first of them anyhow.
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
