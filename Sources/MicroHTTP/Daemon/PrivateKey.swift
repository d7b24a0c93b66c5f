import CGnuTLS
import CMicrohttpd

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

  /// What tells the public key that belongs to it from all others.
  var keyID: [UInt8]? {
    var publicKey: gnutls_pubkey_t?
    guard unsafe gnutls_pubkey_init(&publicKey) == 0 else { return nil }
    defer { unsafe gnutls_pubkey_deinit(publicKey) }
    guard unsafe gnutls_pubkey_import_privkey(publicKey, handle, 0, 0) == 0 else { return nil }
    return unsafe MicroHTTP.keyID(of: publicKey)
  }
}
