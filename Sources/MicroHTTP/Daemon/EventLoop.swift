import Dispatch
import Glibc

/// One serial queue and everything that runs on it: a daemon, its connections and their streams, without a lock.
final class EventLoop {
  let configuration: HTTPServer.Configuration
  let handler: any RequestHandler
  let peers: PeerWatch
  var chunk = ChunkBuffer()
  /// The time in housekeeping intervals, so that requests need no clock.
  private(set) var tick = 0
  private(set) var isDraining = false
  var requestIDs: RequestIDs

  private let queue: DispatchQueue
  private let connectionCount: ConnectionCount
  private var connections: [Int32: Connection] = [:]
  private var daemon: Daemon?
  private var sources: [any DispatchSourceProtocol] = []
  private let wake: any DispatchSourceUserDataOr
  private var needsTurn = false
  private var isTurning = false
  private var onEnd: ((_ clean: Bool) -> Void)?

  /// Starts the loop; called on its queue.
  init(
    configuration: HTTPServer.Configuration, listenSocket: Int32, queue: DispatchQueue,
    connectionCount: ConnectionCount, handler: any RequestHandler
  ) throws(HTTPServerError) {
    self.configuration = configuration
    self.queue = queue
    self.connectionCount = connectionCount
    self.handler = handler
    peers = try PeerWatch()
    var random = SystemRandomNumberGenerator()
    requestIDs = RequestIDs(using: &random)
    wake = DispatchSource.makeUserDataOrSource(queue: queue)
    watch(wake) { $0.turn() }
    let daemon = try Daemon(configuration: configuration, listenSocket: listenSocket, loop: self)
    self.daemon = daemon
    watch(DispatchSource.makeReadSource(fileDescriptor: daemon.descriptor, queue: queue)) { $0.turn() }
    watch(DispatchSource.makeReadSource(fileDescriptor: peers.descriptor, queue: queue)) { $0.lookAtPeers() }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = configuration.housekeepingInterval.dispatchInterval
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
    watch(timer) { $0.keepHouse() }
  }

  private func watch(_ source: any DispatchSourceProtocol, _ body: @escaping (EventLoop) -> Void) {
    source.setEventHandler { body(self) }
    sources.append(source)
    source.activate()
  }
}

// MARK: - Turning

extension EventLoop {
  /// Has the daemon run soon, because something was resumed.
  func requestTurn() {
    needsTurn = true
    if !isTurning { wake.or(data: 1) }
  }

  /// How long a turn may last, since frames may be due on the same queue; they leave as much ahead of their time.
  private static let longestTurn: UInt64 = 1_000_000

  /// Lets the daemon work as long as there is anything to do, but no longer than a turn may last.
  ///
  /// Going back to Dispatch costs five to nine system calls and a change of threads, so a busy loop asks once more by
  /// itself; an idle one asks once and does not wait.
  private func turn() {
    guard let daemon, !isTurning else { return }
    isTurning = true
    let start = DispatchTime.now().uptimeNanoseconds
    repeat {
      needsTurn = false
      daemon.run()
    } while (needsTurn || daemon.hasMoreToDo || Socket.isReadable(daemon.descriptor))
      && DispatchTime.now().uptimeNanoseconds - start < Self.longestTurn
    isTurning = false
    handler.turned()
    if needsTurn || daemon.hasMoreToDo { wake.or(data: 1) }
    if isDraining && connections.isEmpty { end(clean: true) }
  }

  private func lookAtPeers() {
    peers.forEachEvent { socket, event in connections[socket]?.noticed(event) }
  }

  private func keepHouse() {
    tick += 1
    let limits = Patience.Limits(configuration)
    for connection in connections.values { connection.inspect(at: tick, limits: limits) }
    handler.keepHouse()
    turn()
  }
}

// MARK: - Connections

extension EventLoop {
  /// A connection has been accepted.
  func add(_ connection: Connection) {
    connection.isSurplus = !connectionCount.add()
    connections[connection.socket] = connection
    handler.note(.accepted)
    guard connectionCount.knowsClients, let peer = connection.peerAddress else { return }
    do throws(TooManyConnections) {
      connection.client = try connectionCount.add(of: peer)
    } catch {
      handler.note(.refused)
      connection.refuse()
    }
  }

  /// A connection is about to be closed.
  func remove(_ connection: Connection) {
    connectionCount.remove()
    if let client = connection.client { connectionCount.remove(of: client) }
    connections[connection.socket] = nil
    handler.note(.closed)
  }
}

// MARK: - Ending

extension EventLoop {
  /// Refuses new clients, lets go of idle ones and waits for the others, `grace` at most.
  ///
  /// `onEnd` is called once, with whether all ended by themselves.
  func drain(within grace: Duration, onEnd: @escaping (_ clean: Bool) -> Void) {
    self.onEnd = onEnd
    isDraining = true
    let deadline = DispatchSource.makeTimerSource(queue: queue)
    deadline.schedule(deadline: .now() + grace.dispatchInterval)
    watch(deadline) { $0.end(clean: false) }
    if let socket = daemon?.quiesce() { close(socket) }
    handler.drain()
    turn()
    for connection in connections.values { connection.cutIfIdle() }
    turn()
  }

  private func end(clean: Bool) {
    guard let onEnd else { return }
    self.onEnd = nil
    var waiting = sources.count
    for source in sources {
      // Dispatch must have let go of the descriptors before they are closed.
      source.setCancelHandler { [self] in
        waiting -= 1
        guard waiting == 0 else { return }
        stop()
        onEnd(clean)
      }
      source.cancel()
    }
  }

  private func stop() {
    for connection in connections.values { connection.stream?.abort(.serverStopped) }
    daemon?.stop()
    handler.turned()
    daemon = nil
    sources = []
  }
}

extension Duration {
  /// The same for Dispatch, to the nanosecond.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return .never }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
