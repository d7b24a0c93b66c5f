/// What a store was asked for and has not begun.
struct WaitingRequests {
  private(set) var updates: [UpdateRequest] = []
  private(set) var reads: [ReadRequest] = []
  var isClosed = false
}

extension WaitingRequests {
  /// The number of requests.
  var count: Int { updates.count + reads.count }

  mutating func append(_ update: UpdateRequest) { updates.append(update) }

  mutating func append(_ read: ReadRequest) { reads.append(read) }

  /// All requests, which wait no longer.
  mutating func take() -> WaitingRequests {
    defer { (updates, reads) = ([], []) }
    return self
  }
}

/// A label that is to be decided about.
struct UpdateRequest: Sendable {
  let name: String
  let key: RequestKey?
  let decide: @Sendable (StoredLabel?, Int64) -> LabelDecision
  let completion: @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
}

/// Labels that are to be read.
struct ReadRequest: Sendable {
  /// Reads at a time; the call that it returns completes the request.
  let run: @Sendable (LabelLedger, _ time: Int64) -> @Sendable () -> Void
  /// Completes the request without what it asks for.
  let refuse: @Sendable (LabelStoreError) -> Void

  init<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (LabelLedger, _ time: Int64) throws(LabelTableError) -> Value
  ) {
    refuse = { completion(.failure($0)) }
    run = { ledger, time in
      let result = Result { () throws(LabelTableError) in try body(ledger, time) }.mapError(LabelStoreError.init)
      return { completion(result) }
    }
  }
}

extension LabelStoreError {
  static let closed = LabelStoreError.unavailable(reason: "it is closed")
  static let busy = LabelStoreError.unavailable(reason: "as many requests wait for it as may")

  init(_ error: LabelTableError) { self = .unavailable(reason: error.reason) }
}
