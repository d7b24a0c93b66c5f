import System
import CMicrohttpd
import Dispatch
import Glibc

/// One serial queue and everything that runs on it: a daemon, its connections and their streams, without a lock.
final class EventLoop {
  let configuration: HTTPServer.Configuration
  let handler: any RequestHandler
  let wantsExchanges: Bool
  let work: (any TimedWork)?
  let peers: PeerWatch
  var chunk = ChunkBuffer()
  /// The time in housekeeping intervals, so that requests need no clock.
  private(set) var tick = 0
  /// Since which tick libmicrohttpd has been busy with nothing, if it is.
  private(set) var spinStart: Int?
  var isDraining = false
  var requestIDs: RequestIDs
  /// What a `Date` field says, written once a second.
  private var date = (second: Int.min, text: "")
  var memo = RequestMemo()

  let queue: DispatchQueue
  let inbox: LoopInbox
  /// Where bodies are made piece by piece, so that they hold up only each other.
  let pieceQueue = DispatchQueue(label: "http.pieces", qos: .utility)
  private let connectionCount: ConnectionCount
  private(set) var connections: [Int32: Connection] = [:]
  /// Connections whose clients may still be sending, which count as open: how many more bytes are discarded of each; beyond
  /// them nothing is read any more.
  var lingering: [Int32: (client: IPAddress?, lastTick: Int, remainingBytes: Int)] = [:]
  /// The sockets of connections that a time limit may cut.
  private var watched: Set<Int32> = []
  var daemon: Daemon?
  private let readiness: SocketReadiness
  var sources: [any DispatchSourceProtocol] = []
  private let wake: any DispatchSourceUserDataOr
  private var resumed: [Connection] = []
  private var policy = LoopPolicy()
  private var isOnQueue = false
  /// When timed work next interrupts a turn.
  private var interruptionDue: UInt64 = .max
  private var housekeepingDue: UInt64 = 0
  private var mostConnections = 0
  private var nextTrim = 0
  var onEnd: ((_ clean: Bool) -> Void)?

  /// Called on the loop's queue.
  init(
    configuration: HTTPServer.Configuration, listenSocket: Int32, queue: DispatchQueue,
    connectionCount: ConnectionCount, handler: any RequestHandler
  ) throws(SocketError) {
    self.configuration = configuration
    self.queue = queue
    self.connectionCount = connectionCount
    self.handler = handler
    wantsExchanges = handler.wantsExchanges
    work = handler.timedWork
    peers = try PeerWatch()
    inbox = try LoopInbox()
    readiness = try SocketReadiness()
    var random = SystemRandomNumberGenerator()
    requestIDs = RequestIDs(using: &random)
    wake = DispatchSource.makeUserDataOrSource(queue: queue)
    watch(wake) { $0.pollUntilQuiet() }
    let daemon = try Daemon(configuration: configuration, listenSocket: listenSocket, loop: self)
    self.daemon = daemon
    peers.addReadability(of: inbox.descriptor)
    readiness.add(daemon: daemon.descriptor, peers: peers.descriptor)
    watch(DispatchSource.makeReadSource(fileDescriptor: daemon.descriptor, queue: queue)) { $0.pollUntilQuiet() }
    watch(DispatchSource.makeReadSource(fileDescriptor: peers.descriptor, queue: queue)) { $0.pollUntilQuiet() }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = configuration.housekeepingInterval.dispatchInterval
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
    housekeepingDue = (DispatchTime.now() + interval).uptimeNanoseconds
    watch(timer) { $0.housekeepInTime() }
    work?.onTimer = { [unowned self] in pollUntilQuiet() }
    handler.attach(inbox.send)
  }

  func watch(_ source: any DispatchSourceProtocol, _ body: @escaping (EventLoop) -> Void) {
    source.setEventHandler { body(self) }
    sources.append(source)
    source.activate()
  }
}

// MARK: - Staying on the queue

extension EventLoop {
  /// Does what there is to do and waits for more, without any help of Dispatch, until its time on the queue is over.
  private func pollUntilQuiet() {
    guard !isOnQueue else { return }
    isOnQueue = true
    work?.isAttended = true
    policy.beginPolling(at: .now)
    var ready: SocketReadiness.Ready? = (true, true)
    while let found = ready {
      act(on: found)
      if housekeepingDue <= .now { housekeepingTick() }
      guard onEnd != nil || !isDraining,
        let nanoseconds = policy.wait(at: .now, deadline: nextDeadline, hasMore: hasMore)
      else { break }
      ready = readiness.wait(nanoseconds: nanoseconds)
    }
    isOnQueue = false
    work?.isAttended = false
    if runDue != nil || !resumed.isEmpty { wake.or(data: 1) }
  }

  private func act(on ready: SocketReadiness.Ready) {
    if ready.daemon { noteProgress() }
    if ready.peers { lookAtPeers() }
    if ready.daemon || hasMore { runDaemon() }
    doTimedWork(isAmidTurn: false)
  }

  /// Does the timed work that is due, as many ticks as its lateness allows.
  private func doTimedWork(isAmidTurn: Bool) {
    guard let work else { return }
    var ticks = 0
    while let lateness = workLateness, ticks < LoopPolicy.ticks(lateness: lateness, isAmidTurn: isAmidTurn) {
      work.runDue()
      ticks += 1
    }
  }

  /// How late the first timed work is, in nanoseconds; `nil` where none is due.
  private var workLateness: UInt64? {
    guard let due = work?.nextDeadline?.uptimeNanoseconds else { return nil }
    let now = UInt64.now
    return due <= now ? now - due : nil
  }

  private func lookAtPeers() {
    interruptionDue = .now + Self.longestTurn
    peers.forEachEvent { socket, isRoom in
      if socket == inbox.descriptor { return inbox.run { interrupt() } }
      if let connection = connections[socket] { connection.noticed(isRoom: isRoom) } else { discardInput(of: socket) }
    }
    interruptionDue = .max
  }
}

// MARK: - Turns

extension EventLoop {
  /// Returns a suspended connection to the daemon, at once or together with others whose streams are over.
  func resume(_ connection: Connection) {
    resumed.append(connection)
    if !isOnQueue { wake.or(data: 1) }
  }

  /// When the daemon gets its resumed connections back; `nil` where there is none.
  private var returnDue: UInt64? {
    guard !resumed.isEmpty else { return nil }
    return isDraining ? 0 : policy.nextReturn(connections: connections.count)
  }

  private var nextDeadline: UInt64 {
    let workDue = work?.nextDeadline?.uptimeNanoseconds ?? .max
    return min(workDue, returnDue ?? .max, runDue ?? .max, housekeepingDue)
  }

  private var isReturnDue: Bool { returnDue.map { $0 <= .now } ?? false }

  func returnResumed() {
    let batch = resumed
    resumed = []
    for connection in batch { connection.returnToDaemon() }
    policy.noteReturn(at: .now)
  }

  /// How long a turn of the sockets may last, in nanoseconds, since frames may be due on the same queue.
  private static let longestTurn: UInt64 = 1_000_000

  /// Lets the daemon work as long as it has anything to do, but no longer than a turn may last.
  func runDaemon() {
    let end = UInt64.now + Self.longestTurn
    interruptionDue = end
    repeat {
      if isReturnDue { returnResumed() }
      policy.beginRun(at: .now)
      daemon?.run()
    } while isWorthAnotherRun && .now < end
    interruptionDue = .max
    handler.turnEnded()
    if isDraining && connections.isEmpty { self.end(clean: true) }
  }

  /// When the daemon runs again for what it still has to do; `nil` where it has nothing.
  private var runDue: UInt64? {
    if daemon?.hasMoreToDo ?? false { return policy.nextRun }
    policy.noteQuiet()
    return nil
  }

  private var hasMore: Bool { isReturnDue || runDue.map { $0 <= .now } ?? false }

  func noteProgress() {
    policy.noteProgress()
  }

  /// With timed work due, a turn polls the sockets itself: one run accepts no more than eleven clients, and on a busy loop a
  /// new client would wait for all the frames of a tick.
  private var isWorthAnotherRun: Bool {
    hasMore || workLateness != nil && readiness.wait(nanoseconds: 0)?.daemon ?? false
  }

  /// Runs due frames if the last ones ran over 1 ms ago: one run of the daemon may open 128 streams, and to inspect 10,000
  /// connections takes 6 ms and more.
  @discardableResult
  func interrupt() -> UInt64 {
    let now = UInt64.now
    guard now >= interruptionDue else { return now }
    doTimedWork(isAmidTurn: true)
    let end = UInt64.now
    interruptionDue = end + Self.longestTurn
    return end
  }

  /// Called by the timer; a loop with frames to send does its housekeeping itself, as leaving for Dispatch made frames 3 to
  /// 6 ms late.
  ///
  /// The timer keeps its own time, so what has been done in a stay on the queue is not done again.
  private func housekeepInTime() {
    let early = configuration.housekeepingInterval / 2
    if (DispatchTime.now() + early.dispatchInterval).uptimeNanoseconds >= housekeepingDue { housekeepingTick() }
  }

  private func housekeepingTick() {
    tick += 1
    housekeepingDue = (DispatchTime.now() + configuration.housekeepingInterval.dispatchInterval).uptimeNanoseconds
    spinStart = policy.isSpinning ? spinStart ?? tick : nil
    let limits = ConnectionTimeouts(configuration)
    interruptionDue = .now + Self.longestTurn
    for socket in watched {
      guard let connection = connections[socket] else { continue }
      if !connection.inspect(at: tick, limits: limits) { watched.remove(socket) }
      interrupt()
    }
    closeLingering(beyond: tick)
    handler.housekeepingTick()
    // Before libmicrohttpd, which does not say why a peer has left.
    lookAtPeers()
    runDaemon()
    if runDue != nil { wake.or(data: 1) }
    trimMemory()
  }

  /// Returns freed memory to the system once a quarter of the connections has closed; the C library would keep it.
  ///
  /// Elsewhere, since it takes milliseconds; meanwhile the loop waits for that where it takes memory or frees it, which no
  /// frame does.
  private func trimMemory() {
    guard tick >= nextTrim, connections.count < mostConnections, connections.count <= mostConnections * 3 / 4
    else { return }
    nextTrim = tick + Int((.seconds(30) / configuration.housekeepingInterval).rounded(.up))
    mostConnections = connections.count
    DispatchQueue.global(qos: .utility).async { malloc_trim(0) }
  }
}

// MARK: - Connections

extension EventLoop {
  /// The time now as IMF-fixdate of RFC 9110 section 5.6.7.
  var dateText: String {
    let now = Timestamp.now
    if now.seconds != date.second { date = (now.seconds, now.httpDate) }
    return date.text
  }

  func add(_ connection: Connection) {
    let count = connectionCount.add()
    connection.isSurplus = count > configuration.connectionLimit
    connections[connection.socket] = connection
    watched.insert(connection.socket)
    mostConnections = max(mostConnections, connections.count)
    handler.note(.accepted)
    // Each daemon counts only its own connections, so none would respect the limit of all.
    guard count <= configuration.acceptLimit else { return Socket.cut(connection.socket) }
    guard connectionCount.knowsClients, let client = connection.peerAddress.flatMap(connectionCount.client)
    else { return }
    if connectionCount.add(of: client) {
      connection.client = client
    } else {
      handler.note(.refused)
      connection.refuse()
    }
  }

  func watchTimeouts(of connection: Connection) {
    watched.insert(connection.socket)
  }

  func remove(_ connection: Connection) {
    connections[connection.socket] = nil
    watched.remove(connection.socket)
    if !linger(connection) { forget(client: connection.client) }
  }

  func forget(client: IPAddress?) {
    connectionCount.remove()
    if let client { connectionCount.remove(of: client) }
    handler.note(.closed)
  }
}

extension UInt64 {
  /// This moment, in nanoseconds of the monotonic clock, which is also Dispatch's; asking Dispatch takes three times as long.
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

extension HTTPServer {
  /// Has the process no more heaps than threads can run at a time.
  ///
  /// The C library makes up to eight for each core, and what is free in one is of no use to another: a service that was busy
  /// once would hold three times the memory. To be called before there are many threads, by who owns the process.
  package static func limitHeaps(to count: Int) {
    mallopt(M_ARENA_MAX, Int32(clamping: max(count, 1)))
  }
}
