import System
import CMicrohttpd
import Dispatch
import Glibc

/// One serial queue and everything that runs on it: a daemon, its connections and their streams, without a lock.
final class EventLoop {
  let configuration: HTTPServer.Configuration
  let handler: any RequestHandler
  let wantsExchanges: Bool
  let peers: PeerWatch
  var chunk = ChunkBuffer()
  /// The time in housekeeping intervals, so that requests need no clock.
  private(set) var tick = 0
  var isDraining = false
  var requestIDs: RequestIDs
  var date = DateText()
  /// What has come lately.
  var known = KnownRequests()

  let queue: DispatchQueue
  private let connectionCount: ConnectionCount
  private(set) var connections: [Int32: Connection] = [:]
  var lingering: [Int32: LingeringConnection] = [:]
  /// The sockets of those that may keep the server waiting.
  private var debtors: Set<Int32> = []
  var daemon: Daemon?
  private let readiness: SocketReadiness
  var sources: [any DispatchSourceProtocol] = []
  private let wake: any DispatchSourceUserDataOr
  private var resumed: [Connection] = []
  private var resumptions = ResumptionPace()
  private var runs = RunPace()
  private var isVisiting = false
  private var interludeDue: UInt64 = .max
  private var housekeepingDue: UInt64 = 0
  private var mostConnections = 0
  var onEnd: ((_ clean: Bool) -> Void)?

  /// Starts the loop; called on its queue.
  init(
    configuration: HTTPServer.Configuration, listenSocket: Int32, queue: DispatchQueue,
    connectionCount: ConnectionCount, handler: any RequestHandler
  ) throws(SocketError) {
    self.configuration = configuration
    self.queue = queue
    self.connectionCount = connectionCount
    self.handler = handler
    wantsExchanges = handler.wantsExchanges
    peers = try PeerWatch()
    readiness = try SocketReadiness()
    var random = SystemRandomNumberGenerator()
    requestIDs = RequestIDs(using: &random)
    wake = DispatchSource.makeUserDataOrSource(queue: queue)
    watch(wake) { $0.visit() }
    let daemon = try Daemon(configuration: configuration, listenSocket: listenSocket, loop: self)
    self.daemon = daemon
    readiness.add(daemon: daemon.descriptor, peers: peers.descriptor)
    watch(DispatchSource.makeReadSource(fileDescriptor: daemon.descriptor, queue: queue)) { $0.visit() }
    watch(DispatchSource.makeReadSource(fileDescriptor: peers.descriptor, queue: queue)) { $0.visit() }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = configuration.housekeepingInterval.dispatchInterval
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
    housekeepingDue = (DispatchTime.now() + interval).uptimeNanoseconds
    watch(timer) { $0.keepHouseInTime() }
    handler.timedWork?.onTimer = { [unowned self] in visit() }
  }

  func watch(_ source: any DispatchSourceProtocol, _ body: @escaping (EventLoop) -> Void) {
    source.setEventHandler { body(self) }
    sources.append(source)
    source.activate()
  }
}

// MARK: - Visits

extension EventLoop {
  /// Does what there is to do and waits for more, without any help of Dispatch, until the visit is over.
  private func visit() {
    guard !isVisiting else { return }
    isVisiting = true
    let work = handler.timedWork
    work?.isAttended = true
    let visit = Visit(at: .now)
    var ready: SocketReadiness.Ready? = SocketReadiness.Ready(daemon: true, peers: true)
    while let found = ready {
      act(on: found)
      if housekeepingDue <= .now { keepHouse() }
      guard onEnd != nil || !isDraining,
        case .wait(let nanoseconds) = visit.next(at: .now, deadline: nextDeadline, hasMore: hasMore)
      else { break }
      ready = readiness.wait(nanoseconds: nanoseconds)
    }
    isVisiting = false
    work?.isAttended = false
    if runDue != nil || !resumed.isEmpty { wake.or(data: 1) }
  }

  private func act(on ready: SocketReadiness.Ready) {
    if ready.daemon { progressed() }
    if ready.peers { lookAtPeers() }
    if ready.daemon || hasMore { turn() }
    catchUp(TickAllowance.betweenTurns)
  }

  /// Does what is due by the clock, as many ticks as its lateness allows.
  private func catchUp(_ allowance: (UInt64) -> Int) {
    guard let work = handler.timedWork else { return }
    var ticks = 0
    while let lateness = workLateness, ticks < allowance(lateness) {
      work.runDue()
      ticks += 1
    }
  }

  /// How long ago the first work by the clock was due, in nanoseconds; `nil` where none is.
  private var workLateness: UInt64? {
    guard let due = handler.timedWork?.nextDeadline?.uptimeNanoseconds else { return nil }
    let now = UInt64.now
    return due <= now ? now - due : nil
  }

  private func lookAtPeers() {
    peers.forEachEvent { socket, event in
      if let connection = connections[socket] { connection.noticed(event) } else { hearOut(socket) }
    }
  }
}

// MARK: - Turns

extension EventLoop {
  /// Gives a suspended connection back to the daemon and has it run: at once, or with others whose streams are over.
  func resume(_ connection: Connection) {
    resumed.append(connection)
    if !isVisiting { wake.or(data: 1) }
  }

  /// When the daemon gets back what was resumed; `nil` for nothing.
  ///
  /// Where each frame passes through it, that is at once.
  private var resumptionDue: UInt64? {
    guard !resumed.isEmpty else { return nil }
    let waits = configuration.streamTransport == .direct && !isDraining
    return waits ? resumptions.due(connections: connections.count) : 0
  }

  private var nextDeadline: UInt64 {
    let workDue = handler.timedWork?.nextDeadline?.uptimeNanoseconds ?? .max
    return min(workDue, resumptionDue ?? .max, runDue ?? .max, housekeepingDue)
  }

  private var isResumptionDue: Bool { resumptionDue.map { $0 <= .now } ?? false }

  func giveBackResumed() {
    let batch = resumed
    resumed = []
    for connection in batch { connection.giveBack() }
    resumptions.walked(at: .now)
  }

  /// How long a turn may last, since frames may be due on the same queue; they leave as much ahead of their time.
  private static let longestTurn: UInt64 = 1_000_000

  /// Lets the daemon work as long as it has anything to do, but no longer than a turn may last.
  func turn() {
    let end = UInt64.now + Self.longestTurn
    interludeDue = end
    repeat {
      if isResumptionDue { giveBackResumed() }
      runs.begins(at: .now)
      daemon?.run()
    } while isWorthAnotherRun && .now < end
    interludeDue = .max
    handler.turned()
    if isDraining && connections.isEmpty { self.end(clean: true) }
  }

  /// When the daemon runs for more that it has to do; `nil` for nothing.
  private var runDue: UInt64? { daemon?.hasMoreToDo ?? false ? runs.due : nil }

  private var hasMore: Bool { isResumptionDue || runDue.map { $0 <= .now } ?? false }

  /// A socket has something to tell, or a run of the daemon has brought something.
  func progressed() {
    runs.progressed()
  }

  /// Where something is due by the clock a turn asks the sockets by itself: one run accepts no more than eleven clients,
  /// and on a loop with too much to do a newcomer would wait for as many frames as a tick has.
  private var isWorthAnotherRun: Bool {
    hasMore || workLateness != nil && readiness.wait(nanoseconds: 0)?.daemon ?? false
  }

  /// Does what is due by the clock in the midst of what lasts too long: one run of the daemon may open 128 streams, and
  /// 10,000 connections that owe a request take 6 ms and more to be inspected.
  ///
  /// - Returns: Now.
  @discardableResult
  func interrupt() -> UInt64 {
    let now = UInt64.now
    guard now >= interludeDue else { return now }
    catchUp(TickAllowance.amidTurn)
    let end = UInt64.now
    interludeDue = end + Self.longestTurn
    return end
  }

  /// The timer's way, which a loop with frames to send does not need: leaving for Dispatch made them 3 to 6 ms late.
  ///
  /// The timer keeps its own time, so that what a visit has done is not done again and what comes early is not left out.
  private func keepHouseInTime() {
    let early = configuration.housekeepingInterval / 2
    if (DispatchTime.now() + early.dispatchInterval).uptimeNanoseconds >= housekeepingDue { keepHouse() }
  }

  private func keepHouse() {
    tick += 1
    housekeepingDue = (DispatchTime.now() + configuration.housekeepingInterval.dispatchInterval).uptimeNanoseconds
    let limits = Patience.Limits(configuration)
    interludeDue = .now + Self.longestTurn
    for socket in debtors {
      guard let connection = connections[socket] else { continue }
      if !connection.inspect(at: tick, limits: limits) { debtors.remove(socket) }
      interrupt()
    }
    partFromLingering(beyond: tick)
    handler.keepHouse()
    // Before libmicrohttpd, which keeps to itself why one has gone.
    lookAtPeers()
    turn()
    if runDue != nil { wake.or(data: 1) }
    giveMemoryBack()
  }

  /// Gives the system what a crowd has left behind: the C library keeps freed memory for the next.
  ///
  /// Only once the crowd has gone, because it takes its time, and those who stay have frames that are due.
  private func giveMemoryBack() {
    guard mostConnections >= 256, connections.count <= mostConnections / 16 else { return }
    mostConnections = connections.count
    _ = malloc_trim(0)
  }
}

// MARK: - Connections

extension EventLoop {
  /// A connection has been accepted.
  func add(_ connection: Connection) {
    let count = connectionCount.add()
    connection.isSurplus = count > configuration.connectionLimit
    connections[connection.socket] = connection
    debtors.insert(connection.socket)
    mostConnections = max(mostConnections, connections.count)
    handler.note(.accepted)
    // The daemon knows its own alone, and of two none would stop at what descriptors there are for both.
    guard count <= configuration.acceptLimit else { return Socket.cut(connection.socket) }
    guard connectionCount.knowsClients, let peer = connection.peerAddress else { return }
    do throws(TooManyConnections) {
      connection.client = try connectionCount.add(of: peer)
    } catch {
      handler.note(.refused)
      connection.refuse()
    }
  }

  /// Has a connection inspected from now on: it owes a request again, or room for what its stream has to say.
  func inspect(_ connection: Connection) {
    debtors.insert(connection.socket)
  }

  /// A connection is about to be closed.
  func remove(_ connection: Connection) {
    connections[connection.socket] = nil
    debtors.remove(connection.socket)
    if !linger(connection) { forget(client: connection.client) }
  }

  /// A connection is no longer open.
  func forget(client: IPAddress?) {
    connectionCount.remove()
    if let client { connectionCount.remove(of: client) }
    handler.note(.closed)
  }
}

extension UInt64 {
  /// This moment, in nanoseconds of the monotonic clock, which is Dispatch's as well: asked itself, it takes three times as
  /// long to say so.
  fileprivate static var now: UInt64 { Clock.monotonic }
}

extension Duration {
  /// The same for Dispatch, to the nanosecond.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return .never }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
