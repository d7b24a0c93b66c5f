public import WrittenNumbers

extension LabelLine {
  /// A piece as an ordinary change: what is left of the residuals, and one that is the line.
  func motion(of piece: LabelPiece, beside motion: LabelMotion) -> LabelMotion {
    var shown = LabelMotion(
      to: piece.to == run.end ? motion.target : number.text(piece.to) ?? motion.target, at: piece.start,
      residuals: motion.residuals.filter { $0.start.adding(seconds: $0.duration) > piece.start })
    let now = run.value(at: piece.start)
    if run.moves(after: piece.start), let way = piece.to.subtracting(now),
      case let seconds = way.approximation / run.rate.approximation, seconds > 0, seconds.isFinite
    {
      shown.residuals.append(
        Residual(
          start: piece.start, curve: "linear", duration: seconds,
          distances: [way.description]))
    }
    if !shown.residuals.isEmpty { shown.source = number.text(piece.from) ?? motion.target }
    return shown
  }
}

// MARK: - Pieces

extension LabelState {
  /// The state that shows the piece of a time; `nil` where this one does.
  public func piece(at time: Int64) -> LabelState? {
    guard let line, case let piece = line.line.piece(at: time), piece != line.piece else { return nil }
    return LabelState(motion, by: change, showing: piece, of: line.line)
  }

  /// The state that shows so many seconds of the number from a time on; `nil` where nothing runs.
  public func piece(from time: Int64, seconds: Double) -> LabelState? {
    line.map {
      LabelState(motion, by: change, showing: $0.line.piece(from: time, seconds: seconds), of: $0.line)
    }
  }

  /// When the next piece begins: microseconds since 1970; `nil` for the last, or where nothing runs.
  public var nextPieceTime: Int64? {
    line.flatMap { line in line.piece.end.flatMap { $0 > line.piece.start ? $0 : nil } }
  }

  /// The number of the first frame of what is shown among those of all pieces.
  public var firstFrame: Int { line?.piece.firstFrame ?? 0 }

  /// When each frame is shown, in seconds from the start of what is shown, where that is not the grid of the frame rate.
  public var frameTimes: [Double]? { line.flatMap { $0.line.frameTimes(of: $0.piece) } }

  /// Whether it has a number that runs, or is paused.
  public var isRunning: Bool { line != nil }

  /// Whether its number changes by itself after a time.
  public func runs(after time: Int64) -> Bool { line?.line.run.moves(after: time) ?? false }

  /// Whether it shows what is shown at a time, which no other piece does.
  public func shows(_ time: Int64) -> Bool {
    guard let line else { return true }
    return (time >= line.piece.start || line.piece.start == motion.start) && line.piece.end.map { time < $0 } ?? true
  }

  /// The number at a time without what is under way beside it; `nil` where no number runs.
  public func lineValue(at time: Int64) -> Decimal? { line?.line.run.value(at: time) }
}

extension LabelState {
  /// The label with another target, or a line, that begins with a motion.
  public func retargeted(to motion: LabelMotion, by change: LabelChange, keeping detail: LabelDetail = .all)
    -> LabelState
  {
    motion.run == nil
      ? retargeted(to: motion.target, by: change, at: motion.start, keeping: detail)
      : running(motion, by: change, keeping: detail)
  }

  /// The label with a number that runs, to which it moves from what it shows; at once where that has not one number in the
  /// same unit and the same words.
  ///
  /// - Parameters:
  ///   - motion: The line that begins at `time`, which is the start of the motion.
  ///   - change: How the label gets there.
  ///   - detail: How much is kept of what is under way.
  /// - Returns: The label from then on.
  private func running(_ motion: LabelMotion, by change: LabelChange, keeping detail: LabelDetail = .all) -> LabelState
  {
    if motion.start < self.motion.start {
      return LabelState(self.motion.moved(to: motion.start), by: self.change).running(
        motion, by: change, keeping: detail)
    }
    if let piece = piece(at: motion.start) { return piece.running(motion, by: change, keeping: detail) }
    var motion = motion
    if detail == .all || detail == .sum, let line = LabelLine(motion, by: change) {
      motion.residuals = easing(to: line, by: change, at: motion.start, isSummed: detail == .sum) ?? []
    }
    return LabelState(motion, by: change)
  }
}
