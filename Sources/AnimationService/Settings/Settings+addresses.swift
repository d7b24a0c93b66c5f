import MicroHTTP
import System

extension Settings {
  /// Tries to listen at the addresses, one after the other.
  ///
  /// - Returns: Ports that are in use, maybe by the very service whose settings are checked.
  /// - Throws: Addresses that the service could not listen at, by the name of the setting.
  public func checkAddresses() throws(InvalidSettings) -> [SettingProblem] {
    var warnings: [SettingProblem] = []
    var problems: [SettingProblem] = []
    for (host, hostKey, port, portKey) in addresses {
      do throws(SocketError) {
        try HTTPServer.checkAddress(host: host, port: port)
      } catch {
        let problem = Self.problem(error, hostKey, portKey)
        if case .addressInUse = error { warnings.append(problem) } else { problems.append(problem) }
      }
    }
    guard problems.isEmpty else { throw InvalidSettings(problems: problems) }
    return warnings
  }

  /// Why the service cannot listen at an address, by the name of the setting that is to be another.
  static func problem(_ error: SocketError, _ hostKey: String, _ portKey: String) -> SettingProblem {
    let detail = "cannot be used: \(error)"
    return switch error {
    case .addressInUse, .permissionDenied: problem(portKey, detail)
    case .addressUnavailable, .system: problem(hostKey, detail)
    }
  }

  private var addresses: [(host: String, hostKey: String, port: Int, portKey: String)] {
    let open = (host, "host", port, "port")
    return hasAdminAddress ? [open, (adminHost, "adminHost", adminPort, "adminPort")] : [open]
  }
}
