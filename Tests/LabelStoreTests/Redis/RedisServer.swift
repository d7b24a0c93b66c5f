import Foundation
import Glibc
import LabelStore
import RawClient
import Synchronization
import System

/// A Redis of Debian's package on a path and a port of its own, without anything on the disk; it ends with this object.
final class RedisServer: Sendable {
  let folder = TemporaryFolder()
  /// The port of 127.0.0.1.
  let port: Int
  /// The port for TLS.
  let securePort: Int
  private let options: [String]
  private let clock: ShiftedClock?
  private let process: Mutex<Process>

  /// Starts a server and waits until it takes connections.
  ///
  /// - Parameters:
  ///   - options: Of `redis-server`, behind those that each has.
  ///   - certificate: What it shows where it is asked by TLS.
  ///   - isShifting: Whether its clock can be set, see ``shift(_:)``.
  /// - Throws: Where it does not start; its log tells why.
  init(_ options: String..., certificate: TestCertificate? = nil, shifting isShifting: Bool = false) throws {
    try folder.make()
    let clock = isShifting ? try ShiftedClock(folder) : nil
    self.clock = clock
    // Others may take a port that was free.
    for _ in 0..<5 {
      let ports = (try Self.freePort(), try Self.freePort())
      var command = ["--port", "\(ports.0)", "--bind", "127.0.0.1", "--save", "", "--dir", folder.path("")]
      command += ["--unixsocket", folder.path("redis"), "--logfile", folder.path("log")]
      if let certificate {
        command += ["--tls-port", "\(ports.1)", "--tls-auth-clients", "no", "--tls-ca-cert-file"]
        command += [certificate.certificateFile, "--tls-cert-file", certificate.certificateFile]
        command += ["--tls-key-file", certificate.keyFile]
      }
      command += options
      let process = try Self.start(command, clock)
      if Self.isReady(process, at: ports.0, folder) {
        (port, securePort, self.options) = (ports.0, ports.1, command)
        self.process = Mutex(process)
        return
      }
      process.terminate()
    }
    throw Self.failure(folder)
  }

  deinit { kill() }
}

extension RedisServer {
  /// Its address by the path.
  var address: RedisAddress { get throws { try RedisAddress("unix:\(folder.path("redis"))") } }

  /// Ends it at once.
  func kill() {
    process.withLock { process in
      guard process.isRunning else { return }
      _ = Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      Running.remove(process.processIdentifier)
    }
  }

  /// Starts it again after ``kill()``, empty.
  func restart() throws {
    // What the one before has left tells nothing of this one.
    _ = unsafe unlink(folder.path("redis"))
    let fresh = try Self.start(options, clock)
    process.withLock { $0 = fresh }
    guard Self.isReady(fresh, at: port, folder) else { throw Self.failure(folder) }
  }

  /// Sets its clock, which is to be one that can be set, by seconds from that of this machine.
  func shift(_ seconds: Int) throws { try clock?.shift(seconds) }

  /// A store that has reached it.
  ///
  /// It waits for a server that stands still, unless it is said how long a `command` may take.
  func node(
    limits: LabelStoreLimits = LabelStoreLimits(), command: Duration = .seconds(86_400)
  ) throws -> RedisLabelStore {
    let redisLimits = RedisLimits.patient(
      command: command, idle: .milliseconds(200), reconnecting: .milliseconds(100))
    let store = RedisLabelStore(try address, redisLimits: redisLimits, limits: limits) { _, _ in }
    guard eventually({ store.remoteStatus?.isReachable == true && store.remoteStatus?.clockOffset != nil }) else {
      throw Client.Failure.closed("the store has not reached Redis")
    }
    // It lives as long as the store.
    store.observe { [self] _ in withExtendedLifetime(self) {} }
    return store
  }

  /// Has it do a command.
  func run(_ command: String...) throws { try run(command) }

  /// Has it do a command.
  func run(_ command: [String]) throws { _ = try answer(command) }

  /// What it answers to a command: a line for each value.
  func answer(_ command: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["redis-cli", "-s", folder.path("redis")] + command
    process.standardOutput = output
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .newlines)
  }

  /// Has it stand still: connections stay and nobody is answered.
  func pause() throws {
    let identifier = process.withLock { $0.processIdentifier }
    _ = Glibc.kill(identifier, SIGSTOP)
    // A signal is obeyed a moment later.
    let hasStopped = try eventually {
      try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8).contains(") T ")
    }
    guard hasStopped else { throw Client.Failure.timeout("redis-server goes on") }
  }

  /// Goes on after ``pause()``.
  func resume() { process.withLock { _ = Glibc.kill($0.processIdentifier, SIGCONT) } }

  /// How often a command has been given since it started.
  func commands(_ name: String) throws -> Int {
    let prefix = "cmdstat_\(name):calls="
    let line = try information("commandstats").split(separator: "\r\n").first { $0.hasPrefix(prefix) }
    return line.flatMap { Int($0.dropFirst(prefix.count).prefix { $0.isNumber }) } ?? 0
  }

  /// Whether a client waits for a list.
  var isBlocked: Bool { get throws { try information("clients").contains("blocked_clients:1") } }

  /// Whether a client waits for a list and has sent so many bytes of commands behind that.
  func isBlocked(before bytes: Int) throws -> Bool {
    try answer(["CLIENT", "LIST"]).split(separator: "\n").contains { client in
      client.contains(" flags=b") && client.contains(" qbuf=\(bytes) ")
    }
  }

  /// The bytes that its data takes, without those of connections and scripts.
  func usedBytes() throws -> Int {
    let prefix = "used_memory_dataset:"
    let line = try information("memory").split(separator: "\r\n").first { $0.hasPrefix(prefix) }
    return line.flatMap { Int($0.dropFirst(prefix.count)) } ?? 0
  }

  private func information(_ section: String) throws -> String {
    let client = try Client(port: port)
    client.send("INFO \(section)\r\nQUIT\r\n")
    return try client.receiveAll()
  }

  /// Waits until it answers, and not another that got its port first: only its own makes the file of its path.
  private static func isReady(_ process: Process, at port: Int, _ folder: TemporaryFolder) -> Bool {
    let isReady = eventually {
      guard process.isRunning else { return true }
      guard unsafe access(folder.path("redis"), F_OK) == 0, let client = try? Client(port: port) else { return false }
      client.send("PING\r\n")
      return (try? client.receive(until: "\r\n")) != nil
    }
    return isReady && process.isRunning
  }

  private static func failure(_ folder: TemporaryFolder) -> Client.Failure {
    let log = try? String(contentsOfFile: folder.path("log"), encoding: .utf8)
    return .closed("redis-server: \(log ?? "it has not started")")
  }

  private static func start(_ options: [String], _ clock: ShiftedClock?) throws -> Process {
    let process = Process()
    if let clock { process.environment = ProcessInfo.processInfo.environment.merging(clock.variables) { $1 } }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["redis-server"] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    Running.add(process.processIdentifier)
    return process
  }

  /// A port that nobody listens at.
  private static func freePort() throws -> Int {
    let address = try SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]
    let socket = try address.makeSocket()
    defer { close(socket) }
    try address.bind(socket, host: "127.0.0.1", port: 0)
    return try SocketAddress(of: socket).port
  }
}

/// The servers of this process, which end with it: what a test still holds at the end is never let go of.
private enum Running {
  private static let identifiers = Mutex<Set<pid_t>?>(nil)

  static func add(_ identifier: pid_t) {
    identifiers.withLock { identifiers in
      if identifiers == nil { atexit { Running.killAll() } }
      identifiers = (identifiers ?? []).union([identifier])
    }
  }

  static func remove(_ identifier: pid_t) {
    identifiers.withLock { _ = $0?.remove(identifier) }
  }

  private static func killAll() {
    for identifier in identifiers.withLock({ $0 ?? [] }) { _ = Glibc.kill(identifier, SIGKILL) }
  }
}

/// A time of day that a test sets for another process: `Tests/Outside/wall-clock.c`, built for it.
private struct ShiftedClock {
  let variables: [String: String]
  private let file: String

  init(_ folder: TemporaryFolder) throws {
    let source = URL(filePath: #filePath).appending(path: "../../../Outside/wall-clock.c").standardized
    file = folder.path("shift")
    variables = ["LD_PRELOAD": folder.path("clock.so"), "WALL_CLOCK_SHIFT": file]
    try Data(count: 8).write(to: URL(filePath: file))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", folder.path("clock.so"), source.path]
    try compiler.start()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Client.Failure.closed("no clock that can be set") }
  }

  func shift(_ seconds: Int) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    try handle.write(contentsOf: Data((0..<8).map { UInt8(truncatingIfNeeded: Int64(seconds) >> ($0 * 8)) }))
    try handle.close()
  }
}
