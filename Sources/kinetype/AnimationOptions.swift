import AnimationService
import ArgumentParser

/// The parameters of an animation, by the names of the HTTP interface.
struct AnimationOptions: ParsableArguments {
  @Option(help: "Text before (default: empty, or 0 with a format).")
  var from: String?

  @Option(help: "Text after.")
  var to: String

  @Option(help: "Seconds, or a CSS time such as 400ms (default: 2; a spring runs until it rests).")
  var duration: String?

  @Option(help: "Curve: easeInOut (default), ease-out, 'cubic-bezier(.2,0,0,1)', 'spring(duration: .5, bounce: .3)' …")
  var curve: String?

  @Option(help: "Frames per second, 1 to 240 (default: 60).")
  var fps: String?

  @Option(help: "auto (default), number, numbers, typewriter, scramble, morph, odometer, none.")
  var interpolation: String?

  @Option(help: "printf text with one conversion, such as 'Points: %d'.")
  var format: String?

  @Option(help: "nearest (default), towardZero, down, up.")
  var rounding: String?

  @Option(help: "Cuts overshoot: none (default), start, end, both.")
  var clamp: String?

  @Option(help: "Seconds before the first change (default: 0).")
  var delay: String?

  @Option(name: .customLong("repeat"), help: "Iterations, or infinite with play (default: 1).")
  var repeatCount: String?

  @Flag(help: "Each iteration runs forward, then back.")
  var autoreverse = false

  @Option(help: "How many times as fast, 0.1 to 10 (default: 1).")
  var speed: String?

  @Option(help: "Integer that decides the characters of scramble (default: 0).")
  var seed: String?

  @Option(help: "How the columns of odometer turn: carry (default), continuous, digit.")
  var columnMode: String?

  @Option(help: "Which way the columns of odometer roll: auto (default), up, down, shortest.")
  var direction: String?

  /// Name and value of everything that was given.
  var parameters: [(name: String, value: String)] {
    let all: [(String, String?)] = [
      ("from", from), ("to", to), ("duration", duration), ("curve", curve), ("fps", fps),
      ("interpolation", interpolation), ("format", format), ("rounding", rounding), ("clamp", clamp), ("delay", delay),
      ("repeat", repeatCount), ("autoreverse", autoreverse ? "true" : nil), ("speed", speed), ("seed", seed),
      ("columnMode", columnMode), ("direction", direction),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }
}
