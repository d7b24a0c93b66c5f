import CGnuTLS
import Glibc
import Synchronization

/// A certificate chain with its private key: who a server is, and the proof of it.
///
/// Unchecked because it holds C pointers: what is behind them does not change any more, and GnuTLS lets any number of
/// handshakes use it at once.
@safe
package final class TLSIdentity: @unchecked Sendable {
  /// The last second at which the certificate counts, as RFC 3339 writes it in UTC.
  package let expiry: String

  let chain: CertificateChain
  let key: PrivateKey

  /// Each file is in PEM; the server's certificate comes first in its own.
  package convenience init(certificateFile: String, keyFile: String) throws(TLSIdentityError) {
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
    // First, since to allocate may change `errno`.
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
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

package struct TLSIdentityError: Error, Equatable, Sendable {
  package enum File: Sendable { case certificate, key }

  package var file: File
  /// What is wrong with it, without its name.
  package var reason: String
}

/// The identity that each new handshake shows; it may change while a server runs.
///
/// What runs already keeps what it began with.
package final class CurrentTLSIdentity: Sendable {
  private let identity: Mutex<TLSIdentity>

  package init(_ identity: TLSIdentity) {
    self.identity = Mutex(identity)
  }

  package var value: TLSIdentity {
    get { identity.withLock { $0 } }
    set { identity.withLock { $0 = newValue } }
  }
}

/// A server's certificate and those that vouch for it, in GnuTLS's memory.
@safe
struct CertificateChain: ~Copyable {
  let certificates: UnsafeMutablePointer<gnutls_pcert_st>
  let count: UInt32

  /// More certificates than any public chain has; GnuTLS refuses those beyond.
  private static let capacity: UInt32 = 16

  init(pem: [UInt8]) throws(TLSIdentityError) {
    var count = Self.capacity
    let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: Int(count))
    let result = unsafe withDatum(pem) { datum in
      unsafe gnutls_pcert_list_import_x509_raw(chain, &count, datum, GNUTLS_X509_FMT_PEM, 0)
    }
    guard result == 0 else {
      unsafe chain.deallocate()
      throw TLSIdentityError(file: .certificate, reason: "it has no certificate chain in PEM (\(gnutlsText(result)))")
    }
    unsafe certificates = chain
    self.count = count
  }

  deinit {
    for index in 0..<Int(count) { unsafe gnutls_pcert_deinit(certificates + index) }
    unsafe certificates.deallocate()
  }

  var keyID: [UInt8]? { unsafe publicKeyID(of: certificates[0].pubkey) }

  /// From when to when the server's certificate counts, in seconds since 1970; empty at 0 where nothing tells.
  var validity: ClosedRange<time_t> {
    var certificate: gnutls_x509_crt_t?
    guard unsafe gnutls_pcert_export_x509(certificates, &certificate) == 0 else { return 0...0 }
    defer { unsafe gnutls_x509_crt_deinit(certificate) }
    let start = unsafe gnutls_x509_crt_get_activation_time(certificate)
    return unsafe start...max(start, gnutls_x509_crt_get_expiration_time(certificate))
  }
}

/// A private key in GnuTLS's memory.
@safe
struct PrivateKey: ~Copyable {
  let handle: gnutls_privkey_t

  init(pem: [UInt8]) throws(TLSIdentityError) {
    var key: gnutls_privkey_t?
    guard unsafe gnutls_privkey_init(&key) == 0, let key = unsafe key else {
      throw TLSIdentityError(file: .key, reason: "there is no memory for it")
    }
    let result = unsafe withDatum(pem) { datum in
      unsafe gnutls_privkey_import_x509_raw(key, datum, GNUTLS_X509_FMT_PEM, nil, 0)
    }
    guard result == 0 else {
      unsafe gnutls_privkey_deinit(key)
      throw TLSIdentityError(
        file: .key, reason: "it has no private key in PEM without a password (\(gnutlsText(result)))")
    }
    unsafe handle = key
  }

  deinit { unsafe gnutls_privkey_deinit(handle) }

  var keyID: [UInt8]? {
    var publicKey: gnutls_pubkey_t?
    guard unsafe gnutls_pubkey_init(&publicKey) == 0 else { return nil }
    defer { unsafe gnutls_pubkey_deinit(publicKey) }
    guard unsafe gnutls_pubkey_import_privkey(publicKey, handle, 0, 0) == 0 else { return nil }
    return unsafe publicKeyID(of: publicKey)
  }
}

// MARK: - GnuTLS

/// What tells a public key from all others: a hash of it.
private func publicKeyID(of key: gnutls_pubkey_t?) -> [UInt8]? {
  var id = [UInt8](repeating: 0, count: 32)
  var count = id.count
  let result = unsafe gnutls_pubkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256.rawValue, &id, &count)
  return result == 0 ? id : nil
}

private func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
  var bytes = bytes
  return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
    var datum = unsafe gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
    return unsafe body(&datum)
  }
}

/// GnuTLS's words for one of its codes, without their full stop.
private func gnutlsText(_ code: Int32) -> String {
  guard let text = unsafe gnutls_strerror(code) else { return "error \(code)" }
  let sentence = unsafe String(cString: text)
  return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}
