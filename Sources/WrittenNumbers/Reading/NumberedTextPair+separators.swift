import Interpolation
internal import TextBytes

// MARK: - Conventions

extension NumberedTextPair {
  /// Reads both texts by the first convention that reads both whole, and by the given one where none does.
  ///
  /// A point before three digits groups where the other text or money says so: `1500` → `2.000`, `1.250 €`. Where nothing
  /// tells, and the other number has none, the texts are refused: `2` → `1.250`.
  mutating func readWhole(_ meter: inout Meter) {
    guard !source.isWhole || !target.isWhole || hasOpenNumbers else { return }
    meter.spend(20 * (source.characters.count + target.characters.count), .texts)
    let conventions = source.symbols.conventions
    var (place, whole) = NumberedText.convention(of: source.runs, target.runs, among: conventions)
    if place == 0 {
      switch grouping(among: whole) {
      case .decimal: return
      case .grouped(let other): place = other
      case .open(let reason): refusal = reason
      }
    }
    guard place > 0, place < conventions.count else { return }
    source = source.reading(by: conventions[place], &meter)
    target = target.reading(by: conventions[place], &meter)
  }
}

// MARK: - One separator before three digits

/// What a separator before three digits is, which may begin a fraction by the first convention.
private enum Grouping {
  case decimal
  /// That of a group, by the convention at a place.
  case grouped(Int)
  case open(NotAnimatable)
}

extension NumberedTextPair {
  private var hasOpenNumbers: Bool {
    source.numerals.contains(where: \.mayBeGrouped) || target.numerals.contains(where: \.mayBeGrouped)
  }

  /// What the separators before three digits are, all of them the same.
  private func grouping(among whole: ConventionSet) -> Grouping {
    let isTold = source.symbols.isTold
    var (doubt, isGrouped, point): (NotAnimatable?, Bool, Separators) = (nil, false, [])
    for (first, second) in zip(source.numerals, target.numerals) where first.mayBeGrouped || second.mayBeGrouped {
      point.formUnion(first.mayBeGrouped ? source.point(of: first) : target.point(of: second))
      isGrouped = isGrouped || !isTold && (source.isGroupedMoney(first) || target.isGroupedMoney(second))
      // Two numbers with the same separator are written the same in both readings.
      guard first.mayBeGrouped != second.mayBeGrouped else { continue }
      // `1.234` and `1,235` are of two conventions.
      if !isTold, first.mayBeGrouped ? second.hasOneGroup : first.hasOneGroup {
        return .open(first.mayBeGrouped ? source.doubt(about: first) : target.doubt(about: second))
      }
      guard first.isBare || second.isBare else { continue }
      isGrouped = isGrouped || saysGroups(first, second)
      doubt = doubt ?? (first.mayBeGrouped ? source.doubt(about: first) : target.doubt(about: second))
    }
    let groups = ConventionSet(source.symbols.conventions, where: \.group, has: point).intersection(whole).first
    if isGrouped, let groups, groups < source.symbols.conventions.count { return .grouped(groups) }
    // Where something says that it groups and something else that it does not, nothing is known.
    guard let doubt, !isTold, isGrouped || groups != nil else { return .decimal }
    return .open(doubt)
  }

  /// Whether a whole number of three digits or more says that the separator of the other groups.
  ///
  /// It says less than who has told the locale, where the change would be larger.
  private func saysGroups(_ first: Numeral, _ second: Numeral) -> Bool {
    let bare = first.mayBeGrouped ? second : first
    guard bare.isBare, bare.digitCount >= 3 else { return false }
    guard source.symbols.isTold else { return true }
    guard let value = source.value(of: first), let other = target.value(of: second),
      let change = value.subtracting(other)?.magnitude,
      let grouped = (first.mayBeGrouped ? value : other).shifted(by: 3)?
        .subtracting(first.mayBeGrouped ? other : value)?.magnitude
    else { return false }
    return grouped < change
  }
}

extension Numeral {
  /// Whether it is `1.001`, where the point might be that of a group.
  var mayBeGrouped: Bool {
    fractionDigits == 3 && !isCompound && groupingSeparator == nil && 1...3 ~= integerDigits && !startsWithZero
  }

  /// Whether it is a whole number with nothing between its digits; a comma between them says that points are decimal.
  fileprivate var isBare: Bool { !isCompound && fractionDigits == 0 && groupingSeparator == nil }

  /// Whether it is `1,001`, where the comma might be that of a fraction.
  var hasOneGroup: Bool { groupingSeparator != nil && fractionDigits == 0 && !isIndian && wholeDigits <= 6 }
}

extension NumberedText {
  fileprivate func point(of numeral: Numeral) -> Separators {
    numeral.decimalSeparator.map { separators(at: $0) } ?? []
  }

  /// Both readings of a number with one separator before three digits, and what tells them apart.
  func doubt(about numeral: Numeral) -> NotAnimatable {
    let text = characters.text(numeral.start..<numeral.end)
    let (digits, place) = (text.filter(\.isWholeNumber), numeral.decimalSeparator ?? numeral.groupingSeparator ?? 0)
    let fraction = digits.prefix(max(place - numeral.start, 0)) + "." + digits.suffix(3)
    let isPoint = separators(at: place) == .point
    return NotAnimatable(
      reason: "“\(text)” may be \(digits) or \(fraction): `locale` tells which, as `\(isPoint ? "de" : "en")` or "
        + "`\(isPoint ? "en" : "de")` does")
  }
}
