import Glibc

/// A raw HTTP client: it sends exactly the bytes of the test, and every wait has a deadline.
package final class Client {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var isOpen = true

  package init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = try Self.connected(to: port, receiveBuffer)
  }

  /// Connects, once more after a signal, and for up to two minutes while every port of this machine is still in use by
  /// connections that have ended.
  private static func connected(to port: Int, _ receiveBuffer: Int32?) throws -> Int32 {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      if var size = receiveBuffer {
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
      }
      if connect(descriptor, port) { return descriptor }
      let error = errno
      close(descriptor)
      guard [EINTR, EADDRNOTAVAIL].contains(error), .now < deadline else {
        throw unsafe Failure.refused(String(cString: strerror(error)))
      }
      if error == EADDRNOTAVAIL { usleep(100_000) }
    }
  }

  private static func connect(_ descriptor: Int32, _ port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return result == 0
  }

  deinit { leave() }

  /// Takes over one end of a pair of sockets.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package enum Failure: Error { case refused(String), timeout(String), closed(String) }
}

// MARK: - Sending and receiving

extension Client {
  /// Sends a request line with a Host field.
  package func request(_ line: String, fields: String = "", body: String = "") {
    send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)")
  }

  package func send(_ text: String) {
    send(Array(text.utf8))
  }

  package func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Sends the same byte until the server has taken none for 0.3 s, or has taken `limit` of them.
  ///
  /// Before it has taken `minimum`, 30 s without any are allowed.
  /// - Returns: How many were taken.
  package func flood(atLeast minimum: Int, atMost limit: Int) -> Int {
    let piece = [UInt8](repeating: UInt8(ascii: "b"), count: 1 << 20)
    var sent = 0
    while sent < limit {
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&entry, 1, sent < minimum ? 30_000 : 300) > 0 else { break }
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let count = unsafe piece.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Waits for the text and returns everything up to its end.
  package func receive(until end: String, within seconds: Double = patience) throws -> String {
    let deadline = ContinuousClock.now + .seconds(seconds)
    let end = Array(end.utf8)
    while true {
      if let position = received.firstRange(of: end) { return take(position.upperBound) }
      guard try receiveMore(before: deadline) else { throw Failure.closed(text) }
    }
  }

  /// Waits for the head and the body that Content-Length announces.
  package func response(within seconds: Double = patience) throws -> String {
    let head = try receive(until: "\r\n\r\n", within: seconds)
    guard let count = contentLength(of: head) else { return head }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while received.count < count {
      guard try receiveMore(before: deadline) else { throw Failure.closed(text) }
    }
    return head + take(count)
  }

  /// Waits until the server closes and returns everything up to then.
  package func receiveAll(within seconds: Double = patience) throws -> String {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try receiveMore(before: deadline) {}
    return take(received.count)
  }

  /// Waits until the server closes and returns every byte up to then.
  package func receiveAllBytes(within seconds: Double = patience) throws -> [UInt8] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try receiveMore(before: deadline) {}
    defer { received = [] }
    return received
  }

  /// Drops some bytes if there are any within the time.
  ///
  /// - Returns: How many there were.
  package func dropBytes(within seconds: Double, atMost limit: Int) -> Int {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, Int32(seconds * 1000)) > 0 else { return 0 }
    return max(recv(descriptor, nil, limit, Int32(MSG_TRUNC)), 0)
  }

  /// Returns whatever arrives within the time, also if that is nothing.
  package func receiveAnything(within seconds: Double) -> String {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while (try? receiveMore(before: deadline)) == true {}
    return take(received.count)
  }

  private func contentLength(of head: String) -> Int? {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length: ") {
      return Int(line.dropFirst("content-length: ".count))
    }
    return nil
  }

  private var text: String { String(decoding: received, as: UTF8.self) }

  private func take(_ count: Int) -> String {
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  private func receiveMore(before deadline: ContinuousClock.Instant) throws -> Bool {
    let left = deadline - .now
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard milliseconds > 0 else { throw Failure.timeout(text) }
    let ready = unsafe Glibc.poll(&poll, 1, Int32(milliseconds))
    // What waits beside a fuzzer is interrupted by its timer now and then.
    if ready < 0, errno == EINTR { return try receiveMore(before: deadline) }
    guard ready > 0 else { throw Failure.timeout(text) }
    let capacity = 65_536
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = unsafe recv(descriptor, buffer.baseAddress, capacity, 0)
      if count > 0 { unsafe received.append(contentsOf: buffer[..<count]) }
      return count
    }
    return count > 0
  }
}

// MARK: - Closing

extension Client {
  package func leave() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Closes the connection by a reset.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    leave()
  }

  package func halfClose() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}
