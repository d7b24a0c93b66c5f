import Glibc
import Synchronization

/// A certificate chain with its private key: who a server is, and the proof of it.
///
/// Unchecked because it holds C pointers: what is behind them does not change any more, and GnuTLS lets any number of
/// handshakes use it at once.
@safe
public final class TLSIdentity: @unchecked Sendable {
  /// The last second at which the certificate counts, as RFC 3339 writes it in UTC.
  public let expiry: String

  let chain: CertificateChain
  let key: PrivateKey

  /// Reads both files, each in PEM; the server's certificate comes first in its file.
  ///
  /// - Throws: Which of the files cannot be used, and why: it cannot be read, is of another kind, belongs to another
  ///   key, or does not count at this moment.
  public convenience init(certificateFile: String, keyFile: String) throws(TLSIdentityError) {
    try self.init(certificateFile: certificateFile, keyFile: keyFile, at: time(nil))
  }

  /// The same at another moment, in seconds since 1970.
  init(certificateFile: String, keyFile: String, at now: time_t) throws(TLSIdentityError) {
    chain = try CertificateChain(pem: Self.read(certificateFile, as: .certificate))
    key = try PrivateKey(pem: Self.read(keyFile, as: .key))
    guard let id = chain.keyID, id == key.keyID else {
      throw TLSIdentityError(file: .key, reason: "it is not the key of the first certificate")
    }
    let validity = chain.validity
    guard validity.lowerBound <= now else {
      throw TLSIdentityError(file: .certificate, reason: "it is not valid before \(Self.text(of: validity.lowerBound))")
    }
    expiry = Self.text(of: validity.upperBound)
    guard now <= validity.upperBound else {
      throw TLSIdentityError(file: .certificate, reason: "it expired at \(expiry)")
    }
  }

  /// The bytes of a file, which is refused if it is longer than any chain or key.
  private static func read(_ path: String, as file: TLSIdentityError.File) throws(TLSIdentityError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = descriptor < 0 ? -1 : unsafe Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw TLSIdentityError(file: file, reason: unsafe String(cString: strerror(errno))) }
    guard count < bytes.count else { throw TLSIdentityError(file: file, reason: "it has more than a megabyte") }
    return Array(bytes.prefix(count))
  }

  private static func text(of moment: time_t) -> String {
    var moment = moment
    var parts = unsafe tm()
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard unsafe gmtime_r(&moment, &parts) != nil, let start = buffer.baseAddress,
        unsafe strftime(start, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0
      else { return "\(moment)" }
      return unsafe String(cString: start)
    }
  }
}

/// Why a certificate and its key cannot be used.
public struct TLSIdentityError: Error, Equatable, Sendable {
  /// The file to look at.
  public enum File: Sendable { case certificate, key }

  /// The file to look at.
  public var file: File
  /// What is wrong with it, without its name.
  public var reason: String
}

/// The identity that each new handshake shows; it may change while a server runs.
///
/// What runs already keeps what it began with.
public final class CurrentTLSIdentity: Sendable {
  private let identity: Mutex<TLSIdentity>

  /// Begins with one.
  public init(_ identity: TLSIdentity) {
    self.identity = Mutex(identity)
  }

  /// What the next handshake shows.
  public var value: TLSIdentity {
    get { identity.withLock { $0 } }
    set { identity.withLock { $0 = newValue } }
  }
}
