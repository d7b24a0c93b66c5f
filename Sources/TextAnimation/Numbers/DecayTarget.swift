public import Timing
import RealModule
import TextBytes

/// The text and the time at which a decay ends: POP's `toValue`, which is computed and never given.
public struct DecayTarget: Equatable, Sendable {
  /// The source with the final number.
  public let text: String
  /// How long the decay takes, in seconds.
  public let duration: Double

  /// Computes the end of a decay.
  ///
  /// - Parameters:
  ///   - decay: The velocity in units of the number a second, and its deceleration.
  ///   - source: A text that starts with a number.
  ///   - duration: Seconds; `nil` goes on until the velocity is below five halves of the last digit shown, a second
  ///     (POP's rule with a threshold that can be seen).
  ///   - symbols: The characters that numbers are read with.
  /// - Throws: ``NotAnimatable`` where the source does not start with a number, or has or ends at one of too many digits.
  public init(
    of decay: Decay, from source: String, duration: Double? = nil, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) {
    let text = NumberedText(source, symbols: symbols, readsQuantities: false, limit: 1)
    guard text.startsWithNumber, let numeral = text.numerals.first, numeral.closing.isEmpty else {
      throw NotAnimatable(reason: "the source does not start with a number, which a decay needs")
    }
    let value = try text.checkedValue(of: numeral)
    let step = Double.pow(10, -numeral.fractionDigits)
    self.duration = duration ?? decay.duration(threshold: step / 2)
    let places = numeral.fractionDigits
    let way = decay.distance(after: self.duration)
    let end = way == 0 ? value.units : Sample(way, places: places, from: value.units).rounded(.halfExpand)
    guard end.magnitude < NumberLimits.units, places < NumberLimits.digits || way == 0 else {
      throw NotAnimatable(reason: "the number at its end has more than \(NumberLimits.digits) digits")
    }
    var written = UTF8Buffer()
    NumberWriting(numeral, in: text).template.write(
      end, fractionDigits: places...places, to: &written)
    self.text =
      text.characters.text(0..<numeral.first) + written.text()
      + text.characters.text(numeral.end..<text.characters.count)
  }
}
