import Synchronization

extension RedisLabelStore {
  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: Which.
  ///   - keys: Its keys beyond those that all scripts have.
  ///   - arguments: Its arguments beyond those that all scripts have.
  ///   - completion: Gets the answer.
  func run(
    _ script: RedisScript, keys: [String], arguments: [[UInt8]],
    _ completion: @escaping @Sendable (Result<RedisAnswer, LabelStoreError>) -> Void
  ) {
    let (known, highest) = kept.withLock { ($0.scripts[script], $0.highestVersion) }
    let names = [RedisScript.store, RedisScript.names, RedisScript.expiries] + keys
    let newEpoch = String(UInt64.random(in: .min ... .max), radix: 36)
    let common = [newEpoch, "\(highest)", node, LabelMessage.channelPrefix(database: address.database)]
    let rest =
      [Array("\(names.count)".utf8)] + names.map { Array($0.utf8) } + common.map { Array($0.utf8) } + arguments
    send(script, known, rest, completion)
  }

  private func send(
    _ script: RedisScript, _ known: [UInt8]?, _ rest: [[UInt8]],
    _ completion: @escaping @Sendable (Result<RedisAnswer, LabelStoreError>) -> Void
  ) {
    guard let links = kept.withLock({ $0.links }) else { return completion(.failure(.closed)) }
    let head = known.map { [Array("EVALSHA".utf8), $0] } ?? [Array("EVAL".utf8), Array(script.text.utf8)]
    links.commands.send(head + rest) { [self] result in
      switch result {
      case .success(.error(let text)) where text.hasPrefix("NOSCRIPT"):
        kept.withLock { $0.scripts[script] = nil }
        send(script, nil, rest, completion)
      case .success(.error(let text)): completion(.failure(.unavailable(reason: "Redis answers: \(text)")))
      case .failure(let failure): completion(.failure(LabelStoreError(failure)))
      case .success(let reply):
        guard let answer = RedisAnswer(reply) else { return completion(.failure(.strange)) }
        if known == nil { learn(script) }
        labelCount.store(answer.count, ordering: .relaxed)
        _ = take(epoch: answer.epoch, isMessage: false)
        completion(.success(answer))
      }
    }
  }

  /// Asks for the name by which Redis knows a script that it has just run, which is shorter than the script.
  private func learn(_ script: RedisScript) {
    guard let links = kept.withLock({ $0.links }), kept.withLock({ $0.scripts[script] == nil }) else { return }
    links.commands.send(["SCRIPT", "LOAD", script.text].map { Array($0.utf8) }) { [weak self] result in
      guard case .success(.bytes(let name)) = result else { return }
      self?.kept.withLock { $0.scripts[script] = name }
    }
  }

  /// Notes which database answers or speaks.
  ///
  /// - Returns: Whether it is the one that is there now; a message may be of one before.
  func take(epoch: String, isMessage: Bool) -> Bool {
    let isOther = kept.withLock { kept -> Bool? in
      if kept.epoch == epoch { return false }
      if isMessage, kept.pastEpochs.contains(epoch) { return nil }
      defer { kept.epoch = epoch }
      guard let past = kept.epoch else { return false }
      kept.pastEpochs.insert(past)
      kept.pastEpochs.remove(epoch)
      return true
    }
    if isOther == true { reread(isOtherStore: true) }
    return isOther != nil
  }
}

extension RedisScript {
  /// What ``list`` is told: how many labels, whether public ones, and which others, by the bounds of their names.
  static func arguments(of query: LabelQuery) -> [[UInt8]] {
    let opened = query.opened.flatMap { pattern -> [[UInt8]] in
      let (low, high) = bounds(of: pattern, after: query.after)
      return [low, high]
    }
    let (low, high) = bounds(of: NamePattern(prefix: query.prefix), after: query.after)
    return [Array("\(query.limit)".utf8), Array(query.includesPublic ? "1".utf8 : "0".utf8), low, high] + opened
  }

  /// The first and the last name, as `ZRANGEBYLEX` has them.
  private static func bounds(of pattern: NamePattern, after: String?) -> (low: [UInt8], high: [UInt8]) {
    let text = Array(pattern.text.utf8)
    let first = Array("[".utf8) + text
    // No byte of a name is higher.
    let high = !pattern.isPrefix ? first : text.isEmpty ? Array("+".utf8) : first + [0xFF]
    if let after, !after.utf8.lexicographicallyPrecedes(text) { return (Array("(\(after)".utf8), high) }
    return (text.isEmpty ? Array("-".utf8) : first, high)
  }
}

extension LabelStoreError {
  /// For what no script of this version answers.
  static let strange = LabelStoreError.unavailable(reason: "Redis answers what another version of the service writes")

  init(_ failure: RedisFailure) {
    let doubt = failure.mayHaveBeenDone ? "; what was asked for may have been done" : ""
    self = .unavailable(reason: failure.reason + doubt)
  }
}
