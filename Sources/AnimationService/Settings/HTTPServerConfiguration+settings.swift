import MicroHTTP

extension HTTPServer.Configuration {
  /// The configuration of the public address.
  init(_ settings: Settings) {
    self.init()
    host = settings.host
    port = settings.port
    if settings.threads > 0 { loopCount = settings.threads }
    connectionLimit = settings.maximumConnections
    connectionLimitPerClient = settings.maximumConnectionsPerClient
    trustedProxies = settings.trustedProxies
    maximumHeadBytes = settings.maximumHeadBytes
    maximumBodyBytes = settings.maximumBodyBytes
    headTimeout = .seconds(settings.headTimeout)
    bodyTimeout = .seconds(settings.bodyTimeout)
    idleTimeout = .seconds(settings.idleTimeout)
    stalledWriteTimeout = .seconds(settings.stalledWriteTimeout)
    minimumReadRate = settings.minimumReadRate
  }

  /// The configuration of the address for probes and metrics.
  init(adminOf settings: Settings) {
    self.init(settings)
    host = settings.adminHost
    port = settings.adminPort
    loopCount = 1
    connectionLimit = settings.maximumAdminConnections
    maximumBodyBytes = 0
  }
}
