/// Decides how long a connection may keep the server waiting.
struct Patience {
  /// What a connection owes, and so which limit counts.
  enum Debt {
    /// Its first request line, which must come as quickly as the rest of the head.
    case firstRequest
    /// Another request line, or its end.
    case nextRequest
    /// The rest of a head.
    case head
    /// A body.
    case body
    /// Nothing: the server owes the response.
    case response
  }

  /// What has not come in time.
  enum RequestPart { case head, body }

  /// What to do with the connection.
  enum Verdict: Equatable { case wait, cut, tell(RequestPart) }

  private var debt = Debt.firstRequest
  private var since = 0

  /// The connection owes something new from `tick` on, counted in housekeeping intervals.
  mutating func await(_ debt: Debt, at tick: Int) {
    self.debt = debt
    since = tick
  }

  /// Whether the connection may be closed without losing a request that has been begun.
  var isIdle: Bool { debt == .firstRequest || debt == .nextRequest }

  /// Whether a request has begun that has not arrived, or the first has not.
  ///
  /// Of a client that sends a part and leaves at once libmicrohttpd sees the part alone.
  var expectsMore: Bool { debt == .firstRequest || debt == .head || debt == .body }

  /// Whether waiting can come to an end: as long as the server owes the response it does not.
  var mayEnd: Bool { debt != .response }

  /// Silence does not prolong any of the limits, nor does a byte now and then.
  func verdict(at tick: Int, limits: Limits) -> Verdict {
    let waited = tick - since
    return switch debt {
    case .firstRequest, .head: waited > limits.head ? .tell(.head) : .wait
    case .body: waited > limits.body ? .tell(.body) : .wait
    case .nextRequest: waited > limits.idle ? .cut : .wait
    case .response: .wait
    }
  }
}

extension Patience {
  /// The limits in housekeeping intervals.
  struct Limits {
    var head: Int
    var body: Int
    var idle: Int
    var stalledWrite: Int

    /// Rounds each limit of a configuration up.
    init(_ configuration: HTTPServer.Configuration) {
      func ticks(_ limit: Duration) -> Int {
        let ticks = (limit / configuration.housekeepingInterval).rounded(.up)
        return ticks.isFinite ? Int(min(max(ticks, 0), 1e9)) : 0
      }
      head = ticks(configuration.headTimeout)
      body = ticks(configuration.bodyTimeout)
      idle = ticks(configuration.idleTimeout)
      stalledWrite = ticks(configuration.stalledWriteTimeout)
    }
  }
}
