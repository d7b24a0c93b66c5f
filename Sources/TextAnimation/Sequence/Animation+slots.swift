public import TextBytes

extension Animation {
  /// Appends the texts at many progresses, each in its slot, where they are short numbers and JSON escapes nothing in them.
  ///
  /// Two thirds of the instructions of a run that is looked through and copied.
  ///
  /// - Parameters:
  ///   - progresses: One for each text.
  ///   - slots: One for each text.
  ///   - json: Where all is appended, or nothing.
  /// - Returns: Whether they have been.
  public func write(at progresses: Span<Double>, in slots: TextSlots, to json: inout UTF8Buffer) -> Bool {
    guard case .interpolated(let interpolation, let writesEnds) = content else { return false }
    if writesEnds || writesTexts(interpolation) { return interpolation.write(at: progresses, in: slots, to: &json) }
    let length = json.count
    if write(at: progresses, by: interpolation, in: slots, to: &json) { return true }
    json.truncate(to: length)
    return false
  }

  /// Whether the interpolation writes the two texts as they are, so that no progress needs a look.
  private func writesTexts(_ interpolation: some TextInterpolation) -> Bool {
    var text = UTF8Buffer()
    interpolation.write(at: 0, to: &text)
    guard text.span.isEqual(to: source.utf8Span.span) else { return false }
    text.truncate()
    interpolation.write(at: 1, to: &text)
    return text.span.isEqual(to: target.utf8Span.span)
  }

  /// The same with the two texts where the progress is exactly 0 and 1; `false` leaves the beginning.
  private func write(
    at progresses: Span<Double>, by interpolation: some TextInterpolation, in slots: TextSlots,
    to json: inout UTF8Buffer
  ) -> Bool {
    var start = 0
    for index in progresses.indices where progresses[index] == 0 || progresses[index] == 1 {
      let between = start..<index
      guard interpolation.write(at: progresses.extracting(between), in: slots.extracting(between), to: &json),
        json.append(slots.extracting(index..<index + 1), with: progresses[index] == 0 ? source : target)
      else { return false }
      start = index + 1
    }
    let rest = start..<progresses.count
    return interpolation.write(at: progresses.extracting(rest), in: slots.extracting(rest), to: &json)
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
