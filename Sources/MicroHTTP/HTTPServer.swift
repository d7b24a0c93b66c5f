public import Dispatch
import Glibc
public import Logging
import Synchronization
public import System

/// An HTTP/1.1 server: one event loop per core, each a serial queue with its own connections, sharing one port.
///
/// It runs from ``start()`` to ``drain(within:)`` and keeps itself alive in between.
public final class HTTPServer: Sendable {
  private let configuration: Configuration
  private let logger: Logger
  private let makeHandler: @Sendable (DispatchQueue) -> any RequestHandler
  private let loops = Mutex<[LoopHandle]>([])
  private let fittingConnectionLimit: Atomic<Int>

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - configuration: Where to listen, and the limits.
  ///   - logger: Logs start and stop.
  ///   - makeHandler: Called once for each loop, on that loop's queue, to which the handler then belongs.
  public init(
    configuration: Configuration,
    logger: Logger,
    makeHandler: @escaping @Sendable (DispatchQueue) -> any RequestHandler
  ) {
    self.configuration = configuration
    self.logger = logger
    self.makeHandler = makeHandler
    fittingConnectionLimit = Atomic(configuration.connectionLimit)
  }

  /// Connections that may be open: what was configured, or fewer where, once it listens, there are too few descriptors.
  public var connectionLimit: Int { fittingConnectionLimit.load(ordering: .relaxed) }
}

// MARK: - Starting

extension HTTPServer {
  /// Resolves a host and binds the port for a moment, as ``start()`` would.
  ///
  /// - Throws: Why a server could not listen there.
  public static func checkAddress(host: String, port: Int) throws(SocketError) {
    for socket in try ListenSocket.open(host: host, port: port, count: 1).sockets { close(socket) }
  }

  /// Listens and answers from now on.
  ///
  /// Ignores SIGPIPE in the whole process.
  /// - Returns: The port, chosen by the system where 0 was configured.
  /// - Throws: Why it cannot listen.
  public func start() throws(SocketError) -> Int {
    signal(SIGPIPE, SIG_IGN)
    let count = max(configuration.loopCount, 1)
    let (port, sockets) = try ListenSocket.open(host: configuration.host, port: configuration.port, count: count)
    let configuration = makeRoom(descriptor: sockets[0])
    fittingConnectionLimit.store(configuration.connectionLimit, ordering: .relaxed)
    for socket in sockets { Socket.prepareForClients(socket, silence: configuration.stalledWriteTimeout) }
    let connectionCount = ConnectionCount(configuration)
    for (index, socket) in sockets.enumerated() {
      let loop = LoopHandle(label: "http.loop.\(index)")
      try loop.start(
        configuration: configuration, listenSocket: socket, connectionCount: connectionCount, makeHandler: makeHandler)
      loops.withLock { $0.append(loop) }
    }
    logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)", "loops": "\(count)"])
    return port
  }
}

extension HTTPServer {
  /// Makes room for all connections, before there are frames that would wait for it.
  ///
  /// - Returns: The configuration, with fewer connections where there is less room: libmicrohttpd that finds no descriptor
  ///   for a client tries again and again, and may never accept another.
  private func makeRoom(descriptor: Int32) -> Configuration {
    let wanted = configuration.acceptLimit + Self.otherDescriptors
    let room = DescriptorTable.makeRoom(for: wanted, descriptor: descriptor)
    guard room < wanted else { return configuration }
    let fitting = configuration.fitting(room - Self.otherDescriptors)
    logger.warning(
      "fewer file descriptors than connections",
      metadata: [
        "descriptors": "\(room)", "wanted": "\(wanted)", "connections": "\(fitting.connectionLimit)",
      ])
    return fitting
  }

  /// What a process holds beside its connections: sockets to listen on, epoll descriptors, files and a reserve.
  private static let otherDescriptors = 128
}

// MARK: - Stopping

extension HTTPServer {
  /// Stops listening, lets what is under way end, then stops for good.
  ///
  /// New clients are refused at once and idle connections closed; handlers are told to end their streams; a response
  /// under way is finished. What has not ended when the grace is over is cut.
  /// - Returns: Whether everything ended by itself.
  public func drain(within grace: Duration) async -> Bool {
    let running = loops.withLock { loops in
      defer { loops = [] }
      return loops
    }
    let clean = await withTaskGroup(of: Bool.self) { group in
      for loop in running { group.addTask { await loop.drain(within: grace) } }
      return await group.reduce(true) { $0 && $1 }
    }
    logger.info("stopped", metadata: ["clean": "\(clean)"])
    return clean
  }
}

extension HTTPServer {
  /// Where a server listens, and its limits.
  public struct Configuration: Sendable {
    /// A numeric address, or a name of which the first address that can be bound counts.
    ///
    /// `::` takes IPv4 as well.
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port = 8080
    /// Event loops, at least 1; by default as many as there are cores.
    public var loopCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    /// Connections of the whole process.
    ///
    /// A sixteenth more are accepted to be answered 503 and closed; yet others are cut at once, or wait in the listen queue
    /// until one of those leaves. Each takes a file descriptor; where the system allows too few there are fewer connections.
    public var connectionLimit = 20_000
    /// Connections of one client, which is an IPv4 address or an IPv6 network of 64 bits; 0 is any number.
    ///
    /// One too many is answered 429 and closed before it has sent anything.
    public var connectionLimitPerClient = 0
    /// Proxies, whose connections are those of many clients and are not counted as one's.
    public var trustedProxies: [IPNetwork] = []
    /// Bytes of request line and header fields together.
    ///
    /// Beyond it the answer is 414 or 431. A connection's memory is 4 KiB more, for both heads: a request that leaves no room
    /// for an answer's head, such as one with a cookie of 10 KB, is closed without.
    public var maximumHeadBytes = 16_384
    /// Bytes of a request's body.
    ///
    /// A chunked body may grow to sixteen times as much before it is refused in its midst.
    public var maximumBodyBytes = 65_536
    /// From the opening of a connection, or a request line, to the end of the head.
    public var headTimeout: Duration = .seconds(10)
    /// From the end of a head to the end of its body.
    public var bodyTimeout: Duration = .seconds(30)
    /// From the end of a response to the next request line, and for any other silence.
    public var idleTimeout: Duration = .seconds(75)
    /// How long a client may take no byte of what is waiting for it.
    public var stalledWriteTimeout: Duration = .seconds(30)
    /// Bytes a second that a client must take of what is waiting for it, on average over ``stalledWriteTimeout``.
    public var minimumReadRate = 240
    /// The certificate and key; with them the server speaks HTTPS only.
    ///
    /// Handshakes are subject to ``headTimeout`` and ``connectionLimit`` from the first byte on.
    public var identity: CurrentTLSIdentity?
    /// How often the limits above are checked; each may pass this much late.
    public var housekeepingInterval: Duration = .seconds(1)

    /// Creates the configuration of a server for this machine alone.
    public init() {}
  }
}
