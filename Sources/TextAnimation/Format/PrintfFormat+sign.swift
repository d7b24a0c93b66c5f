internal import TextBytes

extension PrintfFormat {
  /// What stands in front of a number that is not below zero.
  enum Sign: String {
    case none = ""
    case plus = "+"
    case space = " "
  }

  /// A plus wins over a space.
  var sign: Sign { flags.contains(.plus) ? .plus : flags.contains(.space) ? .space : .none }
}

extension PrintfFormat.Sign {
  @inline(__always)
  func write(isNegative: Bool, to text: inout UTF8Buffer) {
    if isNegative {
      text.append("-")
    } else if self != .none {
      text.append(self == .plus ? "+" : " ")
    }
  }
}
