import AnimationService
import ArgumentParser

/// The parameters of an animation, by the names of the HTTP interface.
struct AnimationOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Text before (default: empty, or 0 with a format or a style).")
  var from: String?

  @Option(parsing: .unconditional, help: "Text after; a decay finds it.")
  var to: String?

  @Option(
    parsing: .unconditional, help: "Seconds, or a CSS time such as 400ms (default: 2; a spring runs until it rests).")
  var duration: String?

  @Option(help: "Curve: easeInOut (default), ease-out, 'cubic-bezier(.2,0,0,1)', 'spring(duration: .5, bounce: .3)' …")
  var curve: String?

  @Option(parsing: .unconditional, help: "Frames per second, 1 to 240 (default: 60).")
  var fps: String?

  @Option(
    help: """
      all (default), or distinct: each text once, at the instant it appears, and the end where frames say more than \
      their text.
      """)
  var frames: String?

  @Option(help: "auto (default), number, numbers, typewriter, scramble, morph, evaporate, fall, odometer, none.")
  var interpolation: String?

  @Option(help: "printf text with one conversion, such as 'Points: %d'.")
  var format: String?

  @Option(help: "How numbers are read and written: de-CH, hi-IN-u-nu-deva (default: en).")
  var locale: String?

  @Option(help: "Numbers, written as the locale does: decimal, percent, currency.")
  var style: String?

  @Option(help: "ISO 4217 code, with --style currency (default: that of the locale's region).")
  var currency: String?

  @Option(
    name: [.long, .customLong("fractionDigits")], parsing: .unconditional,
    help: "Digits after the separator, 0 to 100 (default: up to 3; percent 0; those of the currency).")
  var fractionDigits: String?

  @Option(
    name: [.long, .customLong("minimumIntegerDigits")], parsing: .unconditional,
    help: "Leading zeros up to this many digits, 1 to 30 (default: 1).")
  var minimumIntegerDigits: String?

  @Option(help: "Groups of digits: auto (default), always, never.")
  var grouping: String?

  @Option(help: "Sign: auto (default), always, never, exceptZero, accounting.")
  var sign: String?

  @Option(help: "standard (default), compact.")
  var notation: String?

  @Option(help: "nearest (default), towardZero, down, up.")
  var rounding: String?

  @Option(
    name: [.long, .customLong("roundingFactor")], parsing: .unconditional,
    help: "Numbers between the two are multiples of this, such as 0.5 or 10.")
  var roundingFactor: String?

  @Option(parsing: .unconditional, help: "Progress whose exact times are told, such as 0.25,0.5,1.")
  var markers: String?

  @Option(help: "Cuts overshoot: none (default), start, end, both.")
  var clamp: String?

  @Option(parsing: .unconditional, help: "Seconds before the first change (default: 0).")
  var delay: String?

  @Option(name: .customLong("repeat"), parsing: .unconditional, help: "Iterations, or infinite with play (default: 1).")
  var repeatCount: String?

  @Flag(help: "Each iteration runs forward, then back.")
  var autoreverse = false

  @Option(parsing: .unconditional, help: "How many times as fast, 0.1 to 10 (default: 1).")
  var speed: String?

  @Option(parsing: .unconditional, help: "Integer that decides the characters of scramble (default: 0).")
  var seed: String?

  @Option(
    name: [.long, .customLong("columnMode")],
    help: "How the columns of odometer turn: carry (default), continuous, digit.")
  var columnMode: String?

  @Option(help: "Which way the columns of odometer roll: auto (default), up, down, shortest.")
  var direction: String?

  @Option(help: "BBCyclingLabel's effects with commas between them, such as fadeOut,scrollUp.")
  var effect: String?

  @Option(help: "Own keyframes as a JSON object with enter and exit.")
  var transition: String?

  @Option(help: "What JSON says beside the text: value, velocity, labels, glyphs, columns (default: what is needed).")
  var include: String?

  /// Name and value of everything that was given.
  var parameters: [(name: String, value: String)] {
    let all: [(String, String?)] = [
      ("from", from), ("to", to), ("duration", duration), ("curve", curve), ("fps", fps), ("frames", frames),
      ("interpolation", interpolation), ("format", format), ("locale", locale), ("style", style),
      ("currency", currency),
      ("fractionDigits", fractionDigits), ("minimumIntegerDigits", minimumIntegerDigits), ("grouping", grouping),
      ("sign", sign), ("notation", notation), ("rounding", rounding), ("roundingFactor", roundingFactor),
      ("markers", markers), ("clamp", clamp), ("delay", delay),
      ("repeat", repeatCount), ("autoreverse", autoreverse ? "true" : nil), ("speed", speed), ("seed", seed),
      ("columnMode", columnMode), ("direction", direction),
      ("effect", effect), ("transition", transition), ("include", include),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }
}
