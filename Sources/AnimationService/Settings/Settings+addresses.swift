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
        let detail = "cannot be used: \(error)"
        switch error {
        case .addressInUse: warnings.append(Self.problem(portKey, detail))
        case .permissionDenied: problems.append(Self.problem(portKey, detail))
        case .addressUnavailable, .system: problems.append(Self.problem(hostKey, detail))
        }
      }
    }
    guard problems.isEmpty else { throw InvalidSettings(problems: problems) }
    return warnings
  }

  private var addresses: [(host: String, hostKey: String, port: Int, portKey: String)] {
    let open = (host, "host", port, "port")
    return hasAdminAddress ? [open, (adminHost, "adminHost", adminPort, "adminPort")] : [open]
  }
}
