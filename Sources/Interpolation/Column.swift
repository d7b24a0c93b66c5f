/// One piece of an odometer, from left to right: a digit that rolls, or a text that stands.
///
/// A client draws ``text`` shifted up by ``offset`` heights and ``next`` right below it, behind a window one digit high.
public struct Column: Equatable, Sendable {
  /// What it shows.
  public var content: Content
  /// From 0 to 1 while a digit, a separator or a sign appears or vanishes; a client may scale the width by it too.
  public var opacity: Double

  /// A digit that rolls, or a text that stands.
  public enum Content: Equatable, Sendable {
    /// A wheel with the digits from 0 up to `base`: 3.25 is a quarter of the way from 3 to 4.
    case digit(position: Double, base: Int, digits: DigitSet)
    case text(String)
  }

  /// Creates a column, fully visible by default.
  public init(_ content: Content, opacity: Double = 1) {
    self.content = content
    self.opacity = opacity
  }
}

extension Column {
  /// The digit that rolls out, or stands; or the text.
  public var text: String {
    switch content {
    case .digit(let position, _, let digits): digits.text(of: Int(position))
    case .text(let text): text
    }
  }

  /// The digit that follows; `nil` for a text.
  public var next: String? {
    guard case .digit(let position, let base, let digits) = content else { return nil }
    return digits.text(of: (Int(position) + 1) % base)
  }

  /// How far ``next`` has come, in ten-thousandths from 0, at rest, to below 1; `nil` for a text.
  public var offset: Double? {
    guard case .digit(let position, _, _) = content else { return nil }
    return (position - position.rounded(.down)).roundedToTenThousandth
  }
}

extension DigitSet {
  fileprivate func text(of digit: Int) -> String {
    Unicode.Scalar(zero.value + UInt32(digit)).map { String($0) } ?? ""
  }
}

extension Double {
  package var roundedToTenThousandth: Double { (self * 10_000).rounded() / 10_000 }
}
