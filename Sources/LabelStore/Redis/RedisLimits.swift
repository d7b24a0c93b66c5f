/// What a connection to Redis waits for, and whom it trusts.
public struct RedisLimits: Sendable, Equatable {
  /// How long an attempt to connect may take, from the name to the first answer.
  public var connecting: Duration
  /// How long Redis may take for a command; a connection on which it takes longer is cut.
  public var command: Duration
  /// After how long a silence Redis is asked whether it is there.
  public var idle: Duration
  /// The longest wait between two attempts to connect.
  public var reconnecting: Duration
  /// The most bytes of commands that wait for their replies, 256 for each beside its own.
  public var waiting: Int
  /// A file of PEM with the authorities that may sign Redis' certificate; `nil` for the system's.
  public var authorities: String?

  /// Creates limits.
  public init(
    connecting: Duration = .seconds(5), command: Duration = .seconds(2), idle: Duration = .seconds(1),
    reconnecting: Duration = .seconds(1), waiting: Int = 16 << 20, authorities: String? = nil
  ) {
    self.connecting = connecting
    self.command = command
    self.idle = idle
    self.reconnecting = reconnecting
    self.waiting = waiting
    self.authorities = authorities
  }
}
