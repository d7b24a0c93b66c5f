import Foundation
import Synchronization

/// A certificate for this machine and its key, made by openssl and deleted with this object.
package final class TestCertificate: Sendable {
  private let folder: URL
  /// The file that the server shows and the client trusts.
  package let certificateFile: String
  package let keyFile: String

  /// Copies another into files of its own, for a client that keeps trusting it when the other is replaced.
  package init(copyOf other: TestCertificate) throws {
    folder = try Self.makeFolder()
    certificateFile = folder.path() + "/certificate.pem"
    keyFile = folder.path() + "/key.pem"
    try replace(by: other)
  }

  /// Makes one that is valid for some days and these names.
  package init(days: Int = 2, names: String = "DNS:localhost,IP:127.0.0.1") throws {
    folder = try Self.makeFolder()
    certificateFile = folder.path() + "/certificate.pem"
    keyFile = folder.path() + "/key.pem"
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "\(days)",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=\(names)",
      "-keyout", keyFile, "-out", certificateFile)
  }

  /// The path of a file of this name beside them.
  package func path(_ name: String) -> String {
    folder.path() + "/" + name
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kinetype-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Overwrites its files with another's, as a renewal does.
  package func replace(by other: TestCertificate) throws {
    for (file, fresh) in [(certificateFile, other.certificateFile), (keyFile, other.keyFile)] {
      try Data(contentsOf: URL(filePath: fresh)).write(to: URL(filePath: file))
    }
  }
}

/// Runs openssl to its end.
package func openssl(_ arguments: String...) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/openssl")
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  try process.start()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Client.Failure.closed("openssl \(arguments)") }
}

extension Process {
  private static let starting = Mutex(())

  /// Runs it once no other is being started: where several were, `run()` has read memory that is not there.
  package func start() throws {
    try Self.starting.withLock { _ in try run() }
  }
}
