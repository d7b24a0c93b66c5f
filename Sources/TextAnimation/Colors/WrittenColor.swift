internal import TextBytes

/// A color as a text writes it.
struct WrittenColor {
  /// Where it stands, in bytes.
  let range: Range<Int>
  let color: Color
  let notation: Notation
  /// Whether it can be nothing but a color; `#123` is as well a number with its sign.
  let isSure: Bool

  /// How a color between two is written.
  struct Notation: Equatable {
    let form: Form
    /// Whether it has capital letters; `nil` where it has none of either case.
    var isUppercase: Bool?

    enum Form: Equatable {
      case name
      /// `#112233`.
      case hex
      /// `#11223344`.
      case hexWithOpacity
      /// `rgb(17 34 51)`, or `rgb(17, 34, 51)` with commas, behind which there need be no blank.
      case function(hasCommas: Bool, hasBlanks: Bool)
    }
  }
}

// MARK: - Finding

extension WrittenColor {
  /// The colors of a text, from left to right: `#rgb` and its longer forms, `rgb()`, and a name that is the whole text.
  static func all(in text: [UInt8]) -> [WrittenColor] {
    let (start, end) = (text.firstIndex { !isBlank($0) } ?? 0, (text.lastIndex { !isBlank($0) } ?? -1) + 1)
    if let named = named(text, start..<max(start, end)) { return [named] }
    var colors: [WrittenColor] = []
    var position = 0
    while position < text.count {
      let isStart = position == 0 || !isWord(text[position - 1])
      if isStart, let color = hexadecimal(text, from: position) ?? function(text, from: position) {
        colors.append(color)
        position = color.range.upperBound
      } else {
        position += 1
      }
    }
    return colors
  }

  private static func named(_ text: [UInt8], _ range: Range<Int>) -> WrittenColor? {
    guard 3...20 ~= range.count, range.allSatisfy({ isLetter(text[$0]) }) else { return nil }
    let name = String(decoding: text[range].map { $0 | 0x20 }, as: UTF8.self)
    if name == "transparent" {
      return WrittenColor(
        range: range, color: Color(red: 0, green: 0, blue: 0, opacity: 0), notation: Notation(form: .name),
        isSure: true)
    }
    guard let code = Color.named[name] else { return nil }
    let color = Color(red: Double(code >> 16), green: Double(code >> 8 & 0xFF), blue: Double(code & 0xFF))
    return WrittenColor(range: range, color: color, notation: Notation(form: .name), isSure: true)
  }

  private static func hexadecimal(_ text: [UInt8], from start: Int) -> WrittenColor? {
    guard text[start] == UInt8(ascii: "#") else { return nil }
    let digits = text[(start + 1)...].prefix(9).prefix { $0.hexadecimalValue != nil }
    let range = start..<digits.endIndex
    guard [3, 4, 6, 8].contains(digits.count), range.upperBound == text.count || !isWord(text[range.upperBound])
    else { return nil }
    let values = digits.compactMap { $0.hexadecimalValue.map(Double.init) }
    let isShort = values.count < 6
    var channels: [Double] = []
    for place in stride(from: 0, to: values.count, by: isShort ? 1 : 2) {
      channels.append(isShort ? values[place] * 17 : values[place] * 16 + values[place + 1])
    }
    let color = Color(
      red: channels[0], green: channels[1], blue: channels[2], opacity: channels.count > 3 ? channels[3] / 255 : 1)
    let letters = digits.filter(isLetter)
    let notation = Notation(
      form: channels.count > 3 ? .hexWithOpacity : .hex,
      isUppercase: letters.isEmpty ? nil : letters.contains { $0 < UInt8(ascii: "a") })
    return WrittenColor(
      range: range, color: color, notation: notation,
      isSure: values.contains { $0 > 9 })
  }

  /// `rgb()` and `rgba()` with numbers or percentages, by commas or by blanks and a slash.
  private static func function(_ text: [UInt8], from start: Int) -> WrittenColor? {
    let name = text[start...].prefix(5).prefix(while: isLetter).map { $0 | 0x20 }
    let open = start + name.count
    guard [Array("rgb".utf8), Array("rgba".utf8)].contains(name), open < text.count, text[open] == UInt8(ascii: "("),
      let close = text[open...].prefix(64).firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let inside = text[(open + 1)..<close]
    let parts = inside.split { isBlank($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") }
    let shares = parts.enumerated().compactMap { share($1, of: $0 < 3 ? 255 : 1) }
    guard 3...4 ~= parts.count, shares.count == parts.count else { return nil }
    let color = Color(
      red: 255 * shares[0], green: 255 * shares[1], blue: 255 * shares[2], opacity: shares.count > 3 ? shares[3] : 1)
    let form = Notation.Form.function(
      hasCommas: inside.contains(UInt8(ascii: ",")), hasBlanks: inside.contains(where: isBlank))
    return WrittenColor(range: start..<close + 1, color: color, notation: Notation(form: form), isSure: true)
  }

  /// A number as a share of what is the whole, or a percentage; 0…1.
  private static func share(_ text: ArraySlice<UInt8>, of whole: Double) -> Double? {
    let isPercentage = text.last == UInt8(ascii: "%")
    guard let value = Double(String(decoding: isPercentage ? text.dropLast() : text, as: UTF8.self)), value.isFinite
    else { return nil }
    return min(max(value / (isPercentage ? 100 : whole), 0), 1)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// Whether a byte belongs to a word, so that no color begins or ends beside it; what is not ASCII is taken for a letter.
  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || 0x30...0x39 ~= byte || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "&")
      || byte == UInt8(ascii: "#")
  }
}

// MARK: - Writing

extension Color {
  /// Appends the color in a notation; a color that is not opaque says so in any.
  func write(_ notation: WrittenColor.Notation, to text: inout UTF8Buffer) {
    let channels = channels
    switch notation.form {
    case .name, .hex, .hexWithOpacity:
      let isUppercase = notation.isUppercase ?? false
      text.append("#")
      for channel in channels { text.append(hexadecimal: channel, isUppercase: isUppercase) }
      let alpha = UInt8((255 * opacity).rounded())
      if notation.form == .hexWithOpacity || alpha < 255 { text.append(hexadecimal: alpha, isUppercase: isUppercase) }
    case .function(let hasCommas, let hasBlanks):
      let isOpaque = opacity > 0.9995
      let separator: StaticString = !hasCommas ? " " : hasBlanks ? ", " : ","
      text.append(hasCommas && !isOpaque ? "rgba(" : "rgb(")
      for (place, channel) in channels.enumerated() {
        if place > 0 { text.append(separator) }
        text.append(decimal: UInt64(channel))
      }
      if !isOpaque {
        text.append(hasCommas ? separator : " / ")
        text.append(shortest: (opacity * 1000).rounded() / 1000)
      }
      text.append(")")
    }
  }
}
