public import LabelStore

/// Where labels are kept, as `KINETYPE_LABELS` says it.
package enum LabelStorage: Equatable, Sendable, CustomStringConvertible {
  /// In a file of SQLite where this system keeps the state of services, or in memory where that cannot be written.
  case standard
  /// In a file of SQLite.
  case file(String)
  /// In a Redis or Valkey, which nodes share.
  case redis(RedisAddress)
  /// In memory: they end with the process.
  case memory
  /// Nowhere: there are none.
  case off

  /// Reads `sqlite:PATH`, `memory`, `off` or an address of Redis; an empty text is ``standard``.
  ///
  /// - Returns: What is wrong, as the end of a sentence that quotes nothing, since there may be a password.
  mutating func read(_ text: String) -> String? {
    let file = "sqlite:"
    switch text {
    case "": self = .standard
    case "memory": self = .memory
    case "off": self = .off
    case _ where text.hasPrefix(file) && text.utf8.count > file.utf8.count:
      self = .file(String(text.dropFirst(file.count)))
    case _ where ["redis:", "rediss:", "unix:", "redis+unix:"].contains(where: text.lowercased().hasPrefix):
      do throws(RedisAddressError) {
        self = .redis(try RedisAddress(text))
      } catch {
        return "cannot be read: \(error)"
      }
    default: return "must be sqlite:PATH, memory, off, or redis://, rediss:// or unix:/ with an address of Redis"
    }
    return nil
  }

  /// What stands in a configuration, without a password.
  package var description: String {
    switch self {
    case .standard: ""
    case .file(let path): "sqlite:\(path)"
    case .redis(let address): address.description
    case .memory: "memory"
    case .off: "off"
    }
  }
}

extension Settings {
  /// Opens the store of labels.
  ///
  /// - Parameters:
  ///   - environment: Finds variables of the system, which say where state is kept.
  ///   - remark: Told a sentence when the clock by which labels go was set a long way.
  ///   - report: Told each time when labels can be changed no more, and why, or again.
  /// - Returns: The store, `nil` where there are to be no labels; and what the log should say about it, if anything.
  /// - Throws: Where a file that was asked for cannot be used.
  public func openLabels(
    environment: (String) -> String?, remark: @escaping @Sendable (String) -> Void = { _ in },
    report: @escaping @Sendable (_ isWritable: Bool, _ reason: String) -> Void
  ) throws(SettingProblem) -> (store: (any LabelStore)?, remark: String?) {
    let limits = LabelStoreLimits(
      labels: maximumLabels, visitorLabels: maximumVisitorLabels, keys: maximumIdempotencyKeys,
      waiting: maximumWaitingLabelRequests)
    let clock = StoreClock { remark("the clock of this machine \($0)") }
    let memory = { LocalLabelStore(limits: limits, clock: clock) { report($0 == nil, $0?.reason ?? "memory") } }
    switch labels {
    case .off: return (nil, nil)
    case .memory: return (memory(), nil)
    case .redis(let address):
      let store = RedisLabelStore(
        address, redisLimits: redisLimits, limits: limits, lead: .seconds(labelLead), remark: remark,
        report: report)
      return (store, nil)
    case .file(let path):
      do throws(LabelFileError) {
        return (try openFile(path, limits, clock, remark, report), nil)
      } catch {
        throw Self.problem("labels", "cannot be used: \(error)")
      }
    case .standard:
      guard let path = Self.standardPath(environment) else {
        return (memory(), "labels are held in memory: no folder for state is known")
      }
      if let reason = LabelFile.refusal(writing: path) {
        let remark = "labels are held in memory: \(path) cannot be written: \(reason)"
        return (memory(), remark)
      }
      do throws(LabelFileError) {
        return (try openFile(path, limits, clock, remark, report), nil)
      } catch {
        let remedy = """
          To run all the same, set KINETYPE_LABELS=sqlite:PATH for a file of its own, KINETYPE_LABELS=memory for labels \
          that end with the service, or KINETYPE_LABELS=off for none.
          """
        throw Self.problem("labels", "is not set, and the usual file cannot be used: \(error) \(remedy)")
      }
    }
  }

  private func openFile(
    _ path: String, _ limits: LabelStoreLimits, _ clock: StoreClock,
    _ remark: @escaping @Sendable (String) -> Void, _ report: @escaping @Sendable (Bool, String) -> Void
  ) throws(LabelFileError) -> LocalLabelStore {
    let file = LabelFile(path: path, durability: labelsSynchronous, missing: labelsMissing)
    return try LocalLabelStore(
      file, limits: limits, clock: clock, remark: { remark("the labels' file \(path): \($0)") },
      report: { trouble in report(trouble == nil, trouble.map { "\(path): \($0.reason)" } ?? path) })
  }

  private var redisLimits: RedisLimits {
    RedisLimits(
      connecting: .seconds(redisConnectTimeout), command: .seconds(redisCommandTimeout),
      idle: .seconds(redisIdleInterval), reconnecting: .seconds(redisReconnectInterval),
      authorities: redisCertificateAuthorities.isEmpty ? nil : redisCertificateAuthorities)
  }

  /// Checks that the file of labels can be written, without touching it: the service may be running.
  ///
  /// - Throws: Where a file that is asked for cannot.
  public func checkLabels() throws(SettingProblem) {
    guard case .file(let path) = labels, let reason = LabelFile.refusal(writing: path) else { return }
    throw Self.problem("labels", "cannot be used: \(path) cannot be written: \(reason)")
  }

  /// Where systemd, the XDG Base Directory Specification or its default has a service keep its state.
  private static func standardPath(_ environment: (String) -> String?) -> String? {
    func folder(_ name: String) -> String? {
      // systemd may name several.
      environment(name)?.split(separator: ":").first.flatMap { $0.hasPrefix("/") ? String($0) : nil }
    }
    if let state = folder("STATE_DIRECTORY") { return "\(state)/labels.db" }
    if let state = folder("XDG_STATE_HOME") { return "\(state)/kinetype/labels.db" }
    return folder("HOME").map { "\($0)/.local/state/kinetype/labels.db" }
  }
}
