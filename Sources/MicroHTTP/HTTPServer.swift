package import Dispatch
import Glibc
package import Logging
import Synchronization
package import System

/// An HTTP/1.1 server: one event loop per core, each a serial queue with its own connections, sharing one port.
///
/// It runs from ``start()`` to ``drain(within:)`` and keeps itself alive in between.
package final class HTTPServer: Sendable {
  private let configuration: Configuration
  private let logger: Logger
  private let makeHandler: @Sendable (DispatchQueue) -> any RequestHandler
  private let loops = Mutex<[LoopThread]>([])
  private let fittingConnectionLimit: Atomic<Int>

  /// `makeHandler` is called once for each loop, on that loop's queue, to which the handler then belongs.
  package init(
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
  package var connectionLimit: Int { fittingConnectionLimit.load(ordering: .relaxed) }
}

// MARK: - Starting

extension HTTPServer {
  /// Resolves a host and binds the port for a moment, as ``start()`` would.
  package static func checkAddress(host: String, port: Int) throws(SocketError) {
    for socket in try Socket.listening(host: host, port: port, count: 1).sockets { close(socket) }
  }

  /// Listens and answers from now on; returns the port, chosen by the system where 0 was configured.
  ///
  /// Ignores SIGPIPE in the whole process.
  package func start() throws(SocketError) -> Int {
    signal(SIGPIPE, SIG_IGN)
    let count = max(configuration.loopCount, 1)
    let (port, sockets) = try Socket.listening(host: configuration.host, port: configuration.port, count: count)
    let configuration = makeRoom(descriptor: sockets[0])
    fittingConnectionLimit.store(configuration.connectionLimit, ordering: .relaxed)
    for socket in sockets { Socket.prepareForClients(socket, silence: configuration.stalledWriteTimeout) }
    let connectionCount = ConnectionCount(configuration)
    for (index, socket) in sockets.enumerated() {
      let loop = LoopThread(label: "http.loop.\(index)")
      try loop.start(
        configuration: configuration, listenSocket: socket, connectionCount: connectionCount, makeHandler: makeHandler)
      loops.withLock { $0.append(loop) }
    }
    logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)", "loops": "\(count)"])
    return port
  }
}

extension HTTPServer {
  /// Makes room for all connections before there are frames that would wait for it, or allows fewer.
  ///
  /// libmicrohttpd that finds no descriptor for a client tries again and again, and may never accept another.
  private func makeRoom(descriptor: Int32) -> Configuration {
    let wanted = configuration.acceptLimit + Self.otherDescriptors
    let room = Socket.makeRoom(forDescriptors: wanted, beside: descriptor)
    guard room < wanted else { return configuration }
    let fitting = configuration.fitting(room - Self.otherDescriptors)
    // As many as nobody has asked for are no reason to warn.
    logger.log(
      level: configuration.connectionLimit == Configuration().connectionLimit ? .info : .warning,
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
  /// Stops listening, lets what is under way end, then stops for good; returns whether everything ended by itself.
  ///
  /// New clients are refused at once and idle connections closed; handlers are told to end their streams; a response
  /// under way is finished. What has not ended when the grace is over is cut.
  package func drain(within grace: Duration) async -> Bool {
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
  package struct Configuration: Sendable {
    /// A numeric address, or a name of which the first address that can be bound counts.
    ///
    /// `::` takes IPv4 as well.
    package var host = "127.0.0.1"
    /// 0 lets the system choose.
    package var port = 8080
    /// Event loops, at least 1; by default as many as there are cores.
    package var loopCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    /// Connections of the whole process.
    ///
    /// A sixteenth more are accepted to be answered 503 and closed; yet others are cut at once, or wait in the listen queue
    /// until one of those leaves. Each takes a file descriptor; where the system allows too few there are fewer connections.
    package var connectionLimit = 20_000
    /// Connections of one client, which is an IPv4 address or an IPv6 network of 64 bits; 0 is any number.
    ///
    /// One too many is answered 429 and closed before it has sent anything.
    package var connectionLimitPerClient = 0
    /// Proxies, whose connections are those of many clients and are not counted as one's.
    package var trustedProxies: [IPNetwork] = []
    /// Bytes of request line and header fields together.
    ///
    /// Beyond it the answer is 414 or 431. A connection's memory is 4 KiB more, for both heads: a request that leaves no room
    /// for an answer's head, such as one with a cookie of 10 KB, is closed without.
    package var maximumHeadBytes = 16_384
    /// Bytes of a request's body.
    ///
    /// A chunked body may grow to sixteen times as much before it is refused in its midst.
    package var maximumBodyBytes = 65_536
    /// From the opening of a connection, or a request line, to the end of the head.
    package var headTimeout: Duration = .seconds(10)
    /// From the end of a head to the end of its body.
    package var bodyTimeout: Duration = .seconds(30)
    /// From the end of a response to the next request line, and for any other silence.
    package var idleTimeout: Duration = .seconds(75)
    /// How long a client may take no byte of what is waiting for it.
    package var stalledWriteTimeout: Duration = .seconds(30)
    /// Bytes a second that a client must take of what is waiting for it, on average over ``stalledWriteTimeout``.
    package var minimumReadRate = 240
    /// The certificate and key; with them the server speaks HTTPS only.
    ///
    /// Handshakes are subject to ``headTimeout`` and ``connectionLimit`` from the first byte on.
    package var identity: CurrentTLSIdentity?
    /// How often the limits above are checked; each may pass this much late.
    package var housekeepingInterval: Duration = .seconds(1)

    package init() {}
  }
}

extension Socket {
  /// Opens `count` listening sockets on the same address and port, which the loops of one server share.
  ///
  /// The first is bound alone and only then allowed to share, so that a port in use by anyone else is an error and not
  /// a port shared with a stranger.
  static func listening(
    host: String, port: Int, count: Int
  ) throws(SocketError) -> (port: Int, sockets: [Int32]) {
    let addresses = try SocketAddress.resolve(host: host, port: port)
    var failure = SocketError.addressUnavailable(host: host)
    for address in addresses {
      do throws(SocketError) {
        return try listening(address, host: host, port: port, count: count)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func listening(
    _ address: SocketAddress, host: String, port: Int, count: Int
  ) throws(SocketError) -> (port: Int, sockets: [Int32]) {
    var sockets: [Int32] = []
    do throws(SocketError) {
      var address = address
      for index in 0..<count {
        let socket = try address.makeSocket()
        sockets.append(socket)
        if index > 0 { set(socket, SOL_SOCKET, SO_REUSEPORT, 1) }
        try address.bind(socket, host: host, port: port)
        set(socket, SOL_SOCKET, SO_REUSEPORT, 1)
        address = try SocketAddress(of: socket)
      }
      for socket in sockets where listen(socket, SOMAXCONN) != 0 {
        throw errno == EADDRINUSE ? .addressInUse(host: host, port: port) : SocketError.lastError(in: "listen")
      }
      return (address.port, sockets)
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
  }
}
