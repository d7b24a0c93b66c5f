import System
import Configuration
import MicroHTTP
import Testing

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService

/// Where each setting arrives, told by values that are nowhere the default and never the same.
struct SettingsInUseTests {
  private static let texts: [String: String] = [
    "host": "::1", "port": "9001", "tlsCertificateFile": "/certificate.pem", "tlsKeyFile": "/key.pem",
    "hstsMaxAge": "101", "publicAddress": "https://b.example", "adminHost": "127.0.0.2", "adminPort": "9002",
    "maximumAdminConnections": "102",
    "threads": "3", "logLevel": "debug", "logFormat": "text", "accessLog": "false", "accessLogProbes": "true",
    "graceTime": "11",
    "headTimeout": "12", "bodyTimeout": "13", "idleTimeout": "14", "stalledWriteTimeout": "15",
    "minimumReadRate": "151",
    "maximumConnections": "103", "maximumStreams": "104", "maximumFramesPerSecond": "105",
    "maximumStreamBytes": "118", "maximumStreamBytesPerClient": "119",
    "maximumHeadBytes": "5001",
    "maximumBodyBytes": "5002", "maximumTextCharacters": "106", "maximumTextBytes": "107", "maximumFrames": "108",
    "maximumAnimations": "109", "maximumAnimationsBytes": "5003", "maximumResponseBytes": "65537",
    "maximumPicturePixels": "10001",
    "maximumWorkMilliseconds": "117", "maximumStreamWorkMilliseconds": "120", "workMillisecondsPerSecond": "121",
    "cacheEntries": "110", "cacheBytes": "5005", "compressionMinimumBytes": "111", "compressionMaximumBytes": "112",
    "maximumStreamSeconds": "16", "heartbeatInterval": "17", "frameSlack": "0.018",
    "apiKeys": "door:\(String(repeating: "0a", count: 32))", "openMetrics": "true", "corsOrigins": "https://a.example",
    "trustedProxies": "10.0.0.0/8", "forwardedField": "Forwarded", "requestsPerSecond": "1.5", "requestBurst": "113",
    "maximumStreamsPerClient": "114", "maximumConnectionsPerClient": "115", "rememberedClients": "116",
    "labels": "memory", "labelsSynchronous": "full", "labelsMissing": "accept",
    "writeKeys": "shop-*=secret", "tokenSecret": "secret",
    "visitorLabels": "off", "maximumVisitorLabels": "129", "maximumVisitorLabelsPerClient": "130",
    "maximumLabels": "122", "maximumLabelBytes": "300", "maximumWaitingLabelRequests": "121",
    "maximumIdempotencyKeys": "123", "labelChangesPerSecond": "124", "clientChangesPerSecond": "125",
    "labelLead": "0.06", "redisConnectTimeout": "4", "redisCommandTimeout": "3", "redisIdleInterval": "1.1",
    "redisReconnectInterval": "1.2", "redisCertificateAuthorities": "/authorities.pem",
    "rememberedLabels": "126", "maximumLabelViewers": "127", "maximumLabelsPerStream": "128",
    "labelFollow": "next", "labelSlot": "9",
  ]
  private let settings: Settings

  init() throws {
    let variables = Self.texts.map { (Setting.environmentName(of: $0), $1) }
    let provider = EnvironmentVariablesProvider(environmentVariables: Dictionary(uniqueKeysWithValues: variables))
    settings = try Settings(from: ConfigReader(provider: provider))
  }

  @Test func `each comes from the environment into its own place`() {
    #expect(Set(Self.texts.keys) == Set(Setting.all.map(\.key)))
    for setting in Setting.all {
      #expect(setting.text(settings) != setting.text(Settings()), "\(setting.key)")
      guard !setting.isSecret else { continue }
      #expect(setting.text(settings) == Self.texts[setting.key])
    }
  }

  @Test func `the server listens and bears as they say`() {
    let server = HTTPServer.Configuration(settings)
    #expect((server.host, server.port, server.loopCount) == ("::1", 9001, 3))
    #expect((server.connectionLimit, server.connectionLimitPerClient) == (103, 115))
    #expect(server.trustedProxies == [IPNetwork("10.0.0.0/8")])
    #expect((server.maximumHeadBytes, server.maximumBodyBytes) == (5001, 5002))
    #expect((server.headTimeout, server.bodyTimeout) == (.seconds(12), .seconds(13)))
    #expect((server.idleTimeout, server.stalledWriteTimeout) == (.seconds(14), .seconds(15)))
    #expect(server.minimumReadRate == 151)
  }

  @Test func `the service counts up to them`() {
    let context = ServiceContext(settings: settings)
    #expect(context.metrics.connectionLimit == 103)
    let limits = context.streamLimits
    #expect((limits.streams.limit, limits.bytes.limit) == (104, 118))
    #expect(throws: Admission.Refusal.framesPerSecond(105)) { try Admission([.framesPerSecond(106)], to: limits) }
    #expect(limits.knowsCallers && context.limiter != nil && context.workLimiter != nil)
  }

  @Test func `the address for probes has one loop, few connections, no bodies, and the same patience`() {
    let admin = HTTPServer.Configuration(adminOf: settings)
    #expect((admin.host, admin.port, admin.loopCount) == ("127.0.0.2", 9002, 1))
    #expect((admin.connectionLimit, admin.connectionLimitPerClient) == (102, 115))
    #expect((admin.maximumHeadBytes, admin.maximumBodyBytes) == (5001, 0))
    #expect((admin.headTimeout, admin.bodyTimeout) == (.seconds(12), .seconds(13)))
    #expect((admin.idleTimeout, admin.stalledWriteTimeout) == (.seconds(14), .seconds(15)))
  }
}
