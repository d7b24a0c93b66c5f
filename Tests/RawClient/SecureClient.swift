import Foundation
import Glibc

/// A TLS client through `openssl s_client`: the test sends and receives the decrypted bytes.
package final class SecureClient {
  /// The way to send and to receive.
  package let client: Client
  private let process = Process()

  /// Connects to a port of this machine, and closes the connection if the server shows another certificate.
  package init(port: Int, trusting certificate: TestCertificate, options: [String] = []) throws {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Client.Failure.refused("no pair of sockets")
    }
    client = Client(descriptor: ends[0])
    let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments =
      [
        "s_client", "-quiet", "-no_ign_eof", "-connect", "127.0.0.1:\(port)", "-CAfile", certificate.certificateFile,
        "-verify_return_error",
      ] + options
    process.standardInput = other
    process.standardOutput = other
    process.standardError = FileHandle.nullDevice
    try process.start()
    try other.close()
  }

  deinit { leave() }

  /// Closes TLS with a goodbye, then the connection.
  package func leave() {
    client.leave()
    resume()
  }

  /// Closes the connection without a goodbye of TLS.
  package func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
  }

  /// Stops reading until it leaves.
  package func pause() {
    _ = Glibc.kill(process.processIdentifier, SIGSTOP)
  }

  private func resume() {
    if process.isRunning { _ = Glibc.kill(process.processIdentifier, SIGCONT) }
  }
}
