import FrameScheduling
import MicroHTTP
import TextBytes

extension LabelChannelState {
  /// Tells a viewer what it does not know yet, and nothing else.
  mutating func serve(_ place: Int, at moment: LabelMoment) {
    if let absence = absence(forSeat: place) { return tell(absence, place) }
    guard let label else { return sendHeartbeat(place) }
    switch seats[place].told {
    case .version(label.version):
      if let index = pacer.index, index > seats[place].frame, !isHeldBack {
        send(from: frameStart, index, label, place, at: moment)
      } else {
        if isHeldBack { seats[place].frame = pacer.index ?? seats[place].frame }
        sendHeartbeat(place)
      }
    case .version: send(from: 0, pacer.index, label, place, at: moment)
    case .nothing, .absence: greet(place, label, at: moment)
    }
  }

  /// Why the viewer is shown nothing.
  ///
  /// To who may not read it, a private label is one that is missing: what becomes of it is not told either.
  private func absence(forSeat place: Int) -> LabelAbsence? {
    guard !seats[place].mayReadPrivate, absence != .unavailable, absence != nil || label?.isPrivate == true else {
      return absence
    }
    switch seats[place].told {
    case .version: return absence ?? .forbidden
    case .absence(.unavailable), .nothing: return .missing
    case .absence(let told): return told
    }
  }

  private mutating func tell(_ absence: LabelAbsence, _ place: Int) {
    if seats[place].viewer.isSingle { return dismiss(place, StreamEnd(absence)) }
    guard seats[place].told != .absence(absence) else { return sendHeartbeat(place) }
    greeting.truncate()
    key.form.writeAbsence(absence, of: key.name.description, to: &greeting)
    if isSent(seats[place].stream.send(greeting.span), place) { seats[place].told = .absence(absence) }
  }

  /// Says what the label is as the viewer comes, and sends the newest frame unless it has seen that.
  private mutating func greet(_ place: Int, _ label: PreparedLabel, at moment: LabelMoment) {
    greeting.truncate()
    key.form.writeStart(label, at: shownTime(of: label, at: moment), to: &greeting)
    let index = pacer.index ?? -1
    let sendsFrame = index >= 0 && !seats[place].hasSeen(index, of: label)
    if sendsFrame { greeting.append(frameStart..<message.count, of: message) }
    guard isSent(seats[place].stream.send(greeting.span), place) else { return }
    seats[place].told = .version(label.version)
    seats[place].frame = sendsFrame ? index : max(index, seats[place].seen?.frame ?? -1)
    guard sendsFrame else { return }
    seats[place].framesSent += 1
    metrics.countFrame(lateness: 0, skipped: 0, isDelayedByClient: false)
  }

  /// Sends the newest frame, and before it the change where the viewer does not know it.
  private mutating func send(
    from start: Int, _ index: Int?, _ label: PreparedLabel, _ place: Int, at moment: LabelMoment
  ) {
    let end = isHeldBack ? frameStart : message.count
    guard isSent(seats[place].stream.send(message.span.extracting(start..<end)), place) else { return }
    let last = start == 0 ? firstFrame - 1 : seats[place].frame
    seats[place].told = .version(label.version)
    seats[place].frame = index ?? last
    guard let index, !isHeldBack else { return }
    let skipped = index - last - 1
    seats[place].framesSent += 1
    seats[place].framesSkipped += skipped
    let isDelayed = seats[place].clientDelay.covers(due: frameDue, sent: moment.now)
    metrics.countFrame(
      lateness: moment.now.nanoseconds &- frameDue.nanoseconds, skipped: skipped, isDelayedByClient: isDelayed)
  }

  /// In a pass of heartbeats; who has no room for one has bytes to come.
  private mutating func sendHeartbeat(_ place: Int) {
    if isHeartbeat, seats[place].told != .nothing { _ = seats[place].stream.send(beat.span) }
  }

  /// Whether a message was taken; who had no room is sent the newest when there is.
  private mutating func isSent(_ outcome: SendOutcome, _ place: Int) -> Bool {
    if outcome == .full { seats[place].clientDelay.begin() }
    return outcome == .sent
  }

  private mutating func dismiss(_ place: Int, _ reason: StreamEnd) {
    leavers.append((seats[place].viewer, reason))
  }
}

extension StreamEnd {
  /// How the stream of a single label ends that is not there any more.
  fileprivate init(_ absence: LabelAbsence) {
    self =
      switch absence {
      case .missing, .deleted: .deleted
      case .expired: .expired
      case .forbidden: .forbidden
      case .unavailable: .serverStopped
      }
  }
}
