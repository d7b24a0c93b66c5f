import CGnuTLS
import CMicrohttpd

/// What tells a public key from all others: a hash of it.
func keyID(of key: gnutls_pubkey_t?) -> [UInt8]? {
  var id = [UInt8](repeating: 0, count: 32)
  var count = id.count
  let result = unsafe gnutls_pubkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256.rawValue, &id, &count)
  return result == 0 ? id : nil
}

/// Bytes as GnuTLS takes them.
func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
  var bytes = bytes
  return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
    var datum = unsafe gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
    return unsafe body(&datum)
  }
}

/// GnuTLS's words for one of its codes, without their full stop.
func gnutlsText(_ code: Int32) -> String {
  guard let text = unsafe gnutls_strerror(code) else { return "error \(code)" }
  let sentence = unsafe String(cString: text)
  return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}
