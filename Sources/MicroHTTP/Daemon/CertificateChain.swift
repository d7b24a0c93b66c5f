import CGnuTLS
import CMicrohttpd
import Glibc

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

  /// What tells the public key of the server's certificate from all others.
  var keyID: [UInt8]? { unsafe MicroHTTP.keyID(of: certificates[0].pubkey) }

  /// From when to when the server's certificate counts, in seconds since 1970; empty at 0 where nothing tells.
  var validity: ClosedRange<time_t> {
    var certificate: gnutls_x509_crt_t?
    guard unsafe gnutls_pcert_export_x509(certificates, &certificate) == 0 else { return 0...0 }
    defer { unsafe gnutls_x509_crt_deinit(certificate) }
    let start = unsafe gnutls_x509_crt_get_activation_time(certificate)
    return unsafe start...max(start, gnutls_x509_crt_get_expiration_time(certificate))
  }
}
