import MicroHTTP

extension HTTPServer.Configuration {
  /// What the settings say about the server.
  init(_ settings: Settings) {
    self.init()
    host = settings.host
    port = settings.port
    if settings.threads > 0 { loopCount = settings.threads }
    connectionLimit = settings.maximumConnections
    maximumHeadBytes = settings.maximumHeadBytes
    maximumBodyBytes = settings.maximumBodyBytes
    headTimeout = .seconds(settings.headTimeout)
    bodyTimeout = .seconds(settings.bodyTimeout)
    idleTimeout = .seconds(settings.idleTimeout)
    stalledWriteTimeout = .seconds(settings.stalledWriteTimeout)
  }
}
