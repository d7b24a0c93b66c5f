internal import Timing

extension Playback {
  /// When moments of the animation come by in one pass, in order.
  ///
  /// - Parameters:
  ///   - moments: Those of the way there, ascending.
  ///   - returning: Those of the way back, ascending as well.
  ///   - pass: Which one, from 0.
  ///   - duration: The animation's.
  /// - Returns: As many instants, and one for the leap where there is one.
  func instants(of moments: [Double], _ returning: [Double], pass: Int, duration: Double) -> [Double] {
    // Where all passes run forward, each begins with a leap back to the source.
    let moments = isReversed(pass) ? returning.reversed() : pass > 0 && !autoreverse ? [0] + moments : moments
    return moments.map { instant(of: $0, pass: pass, duration: duration) }
  }

  /// The first instant of a pass at which a moment of the animation is reached, or on the way back is left.
  func instant(of seconds: Double, pass: Int, duration: Double) -> Double {
    let isReversed = isReversed(pass)
    let elapsed = isReversed ? duration - seconds : seconds
    let start = end(ofPasses: Double(pass), of: duration)
    // The ends of passes are exact, and what is within 10⁻⁹ of one shows it.
    guard elapsed < duration * (1 - 2e-9) else { return end(ofPasses: Double(pass + 1), of: duration) }
    func isThere(_ time: Double) -> Bool {
      let moment = moment(at: time, of: duration)
      guard moment.phase == .after || pass == moment.pass(of: self) else { return false }
      return isReversed ? moment.seconds < seconds : moment.seconds >= seconds
    }
    // Rounding may put the moment to either side; the first 10⁻⁹ of a pass still show the end of the one before.
    let guess = start + elapsed / speed
    let slack = 1.5e-9 * duration / speed + 4 * guess.ulp
    return Threshold.first(near: guess, after: max(guess - slack, start).nextDown, upTo: guess + slack, where: isThere)
  }

  private func isReversed(_ pass: Int) -> Bool {
    autoreverse && pass % 2 == 1
  }
}

extension Playback.Moment {
  fileprivate func pass(of playback: Playback) -> Int {
    iteration * Int(playback.passesPerIteration) + (isReversed ? 1 : 0)
  }
}
