/// Everything a deployer can change; ``Setting/all`` lists each with its name, default and meaning.
public struct Settings: Equatable, Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one.
  public var port = 8080
  /// The number of event loops; 0 is one for each core.
  public var threads = 0
  /// The least severe log level that is written.
  public var logLevel = "info"
  /// Seconds that running answers have to end after SIGTERM.
  public var graceTime = 10.0
  /// Seconds that a request's head may take to arrive.
  public var headTimeout = 10.0
  /// Seconds that a request's body may take to arrive.
  public var bodyTimeout = 30.0
  /// Seconds that an idle kept-alive connection stays open.
  public var idleTimeout = 75.0
  /// Seconds without progress after which a blocked client is let go.
  public var stalledWriteTimeout = 30.0
  /// Connections in the whole process.
  public var maximumConnections = 20_000
  /// Streams in the whole process.
  public var maximumStreams = 10_000
  /// Bytes of a request's line and header fields.
  public var maximumHeadBytes = 16_384
  /// Bytes of a request's body.
  public var maximumBodyBytes = 65_536
  /// Grapheme clusters of one text.
  public var maximumTextCharacters = 4096
  /// UTF-8 bytes of one text.
  public var maximumTextBytes = 16_384
  /// Frames of one sequence.
  public var maximumFrames = 36_000
  /// Bytes of one answer that is not a stream.
  public var maximumResponseBytes = 16_777_216
  /// Answers, and as many prepared streams, that each event loop keeps for the next who asks.
  public var cacheEntries = 1024
  /// Bytes of the answers, and as many of the prepared streams, that each event loop keeps.
  public var cacheBytes = 16_777_216
  /// Seconds that one stream may live.
  public var maximumStreamSeconds = 3600.0
  /// Seconds between two signs of life on a stream with nothing due.
  public var heartbeatInterval = 15.0
  /// Seconds within which frames due one after another leave together.
  public var frameSlack = 0.001

  /// The defaults.
  public init() {}
}
