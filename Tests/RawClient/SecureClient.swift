import Foundation
import Glibc

/// A client that speaks TLS through `openssl s_client`: what the test sends and receives is what is inside.
package final class SecureClient {
  /// The way to send and to receive.
  package let client: Client
  private let process = Process()

  /// Connects to a port of this machine; where the certificate shown is not the one trusted, the connection closes.
  package init(port: Int, trusting certificate: TestCertificate, options: [String] = []) throws {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Client.Failure.refused
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
    try process.run()
    try other.close()
  }

  deinit { leave() }

  /// Ends TLS and the connection in good order.
  package func leave() {
    client.leave()
    resume()
  }

  /// Vanishes without a word of TLS.
  package func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
  }

  /// Reads nothing from now on.
  package func pause() {
    _ = Glibc.kill(process.processIdentifier, SIGSTOP)
  }

  private func resume() {
    if process.isRunning { _ = Glibc.kill(process.processIdentifier, SIGCONT) }
  }
}
