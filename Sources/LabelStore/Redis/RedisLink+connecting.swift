import Dispatch
import Synchronization
import System

extension RedisLink {
  var server: String {
    switch address.server {
    case .host(let host, let port, _): Authority(host: host, port: port).description
    case .path(let path): path
    }
  }

  func begin(_ state: inout State, _ calls: inout Calls) {
    let deadline = Clock.monotonic + limits.connecting.nanoseconds
    state.attempt += 1
    switch address.server {
    case .path(let path):
      connect(SocketAddress(path: path).map { [$0] } ?? [], until: deadline, deadline: deadline, &state, &calls)
    case .host(let host, let port, _):
      state.phase = .resolving(deadline: deadline)
      let attempt = state.attempt
      names.async { [weak self] in
        // Where looking up takes long, attempts that were given up must not pile up behind it.
        guard self?.isResolving(attempt) == true else { return }
        let addresses = (try? SocketAddress.resolve(host: host, port: port)) ?? []
        self?.queue.async { [weak self] in self?.found(addresses, attempt: attempt) }
      }
    }
  }

  private func isResolving(_ attempt: Int) -> Bool {
    state.withLock { state in
      if case .resolving = state.phase { state.attempt == attempt } else { false }
    }
  }

  private func found(_ addresses: [SocketAddress], attempt: Int) {
    state.withLock { state in
      guard case .resolving(let deadline) = state.phase, state.attempt == attempt else { return }
      state.phase = .connecting(rest: addresses[...], until: deadline, deadline: deadline)
    }
    work()
  }

  /// Looks what has become of the address that is being tried, and tries the next where that was nothing.
  func connect(
    _ rest: ArraySlice<SocketAddress>, until moment: UInt64, deadline: UInt64, _ state: inout State,
    _ calls: inout Calls
  ) {
    var (rest, moment) = (rest, moment)
    var reason = "its name was not found"
    while true {
      let now = Clock.monotonic
      if let connection = state.connection {
        if connection.socket.isConnecting, now < moment {
          connection.awaitRoom(true)
          state.phase = .connecting(rest: rest, until: moment, deadline: deadline)
          return
        }
        let failure = connection.socket.isConnecting ? "no answer in time" : connection.socket.connectionError
        guard let failure else { return connected(deadline: deadline, &state, &calls) }
        reason = failure
      }
      guard let address = rest.popFirst() else { break }
      // An address where nobody answers leaves time for the others.
      moment = now + (deadline - min(now, deadline)) / UInt64(rest.count + 1)
      state.connection = RedisConnection(to: address, queue: queue) { [weak self] in self?.work() }
      if state.connection == nil { reason = "no socket could be opened" }
    }
    fail("there is no connection to \(server) (\(reason))", &state, &calls)
  }

  private func connected(deadline: UInt64, _ state: inout State, _ calls: inout Calls) {
    guard case .host(let host, _, let isSecure) = address.server, let socket = state.connection?.socket else {
      return greet(deadline: deadline, &state, &calls)
    }
    socket.sendWithoutDelay()
    guard isSecure else { return greet(deadline: deadline, &state, &calls) }
    let trust = limits.authorities.map { TLSTrust.authorities(file: $0) } ?? .systemAuthorities
    guard socket.beginTLS(host: host, trust: trust) else {
      return fail("no authority can be read from \(authorities)", &state, &calls)
    }
    state.phase = .securing(deadline: deadline)
    secure(deadline: deadline, &state, &calls)
  }

  func secure(deadline: UInt64, _ state: inout State, _ calls: inout Calls) {
    guard let connection = state.connection else { return }
    switch connection.socket.handshake() {
    case .moved: greet(deadline: deadline, &state, &calls)
    case .wait(let direction):
      guard Clock.monotonic < deadline else { return fail(noTLS("no answer in time"), &state, &calls) }
      connection.awaitRoom(direction == .writing)
    case .failed(let words):
      let reason =
        connection.socket.certificateProblem.map { problem in
          "\(problem) It must be for the host of \(server) and signed by an authority of \(authorities)"
        } ?? noTLS(words)
      fail(reason, &state, &calls)
    }
  }

  private func noTLS(_ words: String) -> String {
    "there is no TLS with \(server) (\(words)); without TLS, the address begins with redis://"
  }

  private var authorities: String { limits.authorities ?? "the system" }

  /// Says who is there, and asks whether Redis is ready.
  private func greet(deadline: UInt64, _ state: inout State, _ calls: inout Calls) {
    state.phase = .greeting(deadline: deadline)
    state.heard = Clock.monotonic
    for (step, command) in RedisLogin(address: address).commands {
      state.conversation.ask(command, at: state.heard, .login(step))
      state.connection?.append(command.bytes)
    }
    converse(&state, &calls)
  }
}
