/// What a new connection begins with, and what it means where Redis refuses that.
struct RedisLogin {
  /// Who is there, which database, and whether Redis is ready.
  enum Step: Sendable, Equatable, CaseIterable {
    case password, database, greeting
  }

  let address: RedisAddress
}

extension RedisLogin {
  /// The commands in their order, which are sent together.
  var commands: [(step: Step, command: RedisCommand)] {
    Step.allCases.compactMap { step in command(step).map { (step, $0) } }
  }

  private func command(_ step: Step) -> RedisCommand? {
    switch step {
    case .password:
      guard let password = address.password else { return nil }
      return address.user.map { RedisCommand("AUTH", $0, password) } ?? RedisCommand("AUTH", password)
    case .database: return address.database == 0 ? nil : RedisCommand("SELECT", "\(address.database)")
    case .greeting: return RedisCommand("PING")
    }
  }

  /// Why a reply is no consent: the end of a sentence; `nil` where it is.
  func refusal(of step: Step, _ reply: RedisReply) -> String? {
    guard case .error(let text) = reply else { return nil }
    if let reason = Self.refusal(text) { return reason }
    switch step {
    case .password: return passwordRefusal(text)
    case .database: return databaseRefusal(text)
    // Who may not ask whether Redis is there knows that by the refusal.
    case .greeting: return text.hasPrefix("NOPERM") ? nil : "Redis refuses the connection (\(text))"
    }
  }

  /// What has nothing to do with the step.
  private static func refusal(_ text: String) -> String? {
    switch text.prefix(while: { $0 != " " }) {
    case "LOADING": "Redis is still loading its data"
    case "MASTERDOWN": "this Redis is a replica that has lost its primary"
    case "DENIED":
      "Redis is in protected mode and takes only clients of its own machine (give it a password, or set `protected-mode`)"
    case "NOAUTH": "Redis wants a password, and the address has none"
    case "ERR" where text.contains("max number of clients"): "Redis has as many clients as it may (see `maxclients`)"
    default: nil
    }
  }

  /// Redis may repeat what it does not understand, so that none of its words are told but the first.
  private func passwordRefusal(_ text: String) -> String {
    if text.contains("no password is set") || text.contains("without any password configured") {
      return "Redis has no password, but the address has one"
    }
    if text.contains("wrong number of arguments") {
      return "this Redis knows no users, being older than version 6; the address must have a password alone"
    }
    let code = text.prefix { $0 != " " }
    if code == "WRONGPASS" || text.contains("invalid password") {
      return "Redis does not take the \(address.user == nil ? "password" : "user and password") of the address"
    }
    return "Redis refuses AUTH (\(code.utf8.count <= 20 ? code : "ERR"))"
  }

  private func databaseRefusal(_ text: String) -> String {
    if text.contains("out of range") || text.contains("invalid DB index") {
      return "Redis has no database \(address.database) (see `databases` in its configuration)"
    }
    if text.contains("cluster") { return "a Redis Cluster has database 0 alone, and the address names another" }
    return "Redis refuses database \(address.database) (\(text))"
  }
}
