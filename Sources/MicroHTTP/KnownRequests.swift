/// What one loop knows of the requests that have come lately: targets, heads, and which of both together need no second
/// look.
///
/// A request is known by its target and its head, which are objects because they are recollected; so two comparisons of
/// addresses are enough. As in ``Recollection`` the newest has the place of its hash.
struct KnownRequests {
  private struct Entry {
    let target: RequestTarget
    let head: RequestHead
    let answer: any StandingAnswer
  }

  var targets = Recollection<RequestTarget>()
  var heads = Recollection<RequestHead>()
  private var entries: [Entry?]

  /// Knows nothing yet.
  ///
  /// - Parameter count: Of how many requests it may know the answer.
  init(count: Int = 256) {
    entries = Array(repeating: nil, count: count)
  }

  /// The head that these bytes are, and who answers a request with it for a target.
  ///
  /// - Parameters:
  ///   - bytes: The header fields as they stand on the wire.
  ///   - target: The request's; `nil` where nobody may answer but the handler.
  ///   - read: Reads the fields of bytes that are not known.
  /// - Returns: Both.
  mutating func head(
    of bytes: Span<UInt8>, behind target: RequestTarget?, read: (Span<UInt8>) -> RequestHead
  ) -> (head: RequestHead, standing: (any StandingAnswer)?) {
    let head = heads.value(of: bytes, reading: read) ?? read(bytes)
    return (head, target.flatMap { answer(to: $0, head) })
  }

  /// Who answers a request; `nil` where nobody does but the handler.
  func answer(to target: RequestTarget, _ head: RequestHead) -> (any StandingAnswer)? {
    guard let entry = entries[place(of: target, head)], entry.target === target, entry.head === head else { return nil }
    return entry.answer
  }

  /// From now on this answer stands for a request.
  mutating func remember(_ answer: any StandingAnswer, to target: RequestTarget, _ head: RequestHead) {
    entries[place(of: target, head)] = Entry(target: target, head: head, answer: answer)
  }

  private func place(of target: RequestTarget, _ head: RequestHead) -> Int {
    let target = UInt(bitPattern: ObjectIdentifier(target))
    let head = UInt(bitPattern: ObjectIdentifier(head))
    // Objects stand at multiples of 16.
    return Int(((target ^ (head &* 31)) / 16) % UInt(entries.count))
  }
}
