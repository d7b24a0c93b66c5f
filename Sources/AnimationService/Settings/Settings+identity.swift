public import MicroHTTP

extension Settings {
  /// The certificate and key that the settings name; `nil` where they name none.
  ///
  /// - Throws: The setting that names a file which cannot be used, and why.
  public func identity() throws(SettingProblem) -> TLSIdentity? {
    if let problem = missingHalf.first { throw problem }
    guard servesTLS else { return nil }
    do throws(TLSIdentityError) {
      return try TLSIdentity(certificateFile: tlsCertificateFile, keyFile: tlsKeyFile)
    } catch {
      throw switch error.file {
      case .certificate: Self.problem("tlsCertificateFile", "names `\(tlsCertificateFile)`: \(error.reason)")
      case .key: Self.problem("tlsKeyFile", "names `\(tlsKeyFile)`: \(error.reason)")
      }
    }
  }

  /// Whether the service speaks HTTPS.
  public var servesTLS: Bool { !tlsCertificateFile.isEmpty && !tlsKeyFile.isEmpty }

  /// Whether there is an address for probes and metrics.
  public var hasAdminAddress: Bool { !adminHost.isEmpty }

  /// A certificate without its key, or a key without its certificate.
  var missingHalf: [SettingProblem] {
    switch (tlsCertificateFile.isEmpty, tlsKeyFile.isEmpty) {
    case (true, false): [Self.problem("tlsCertificateFile", "must be set where the key file is")]
    case (false, true): [Self.problem("tlsKeyFile", "must be set where the certificate file is")]
    default: []
    }
  }

  static func problem(_ key: String, _ detail: String) -> SettingProblem {
    SettingProblem(name: Setting.environmentName(of: key), detail: detail)
  }
}
