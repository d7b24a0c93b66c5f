public import System
import Glibc

extension HTTPServer {
  /// Where a server listens, and its limits.
  public struct Configuration: Sendable {
    /// A numeric address, or a name of which the first address that can be bound counts.
    ///
    /// `::` takes IPv4 as well.
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port = 8080
    /// Event loops, at least 1; by default as many as there are cores.
    public var loopCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    /// Connections of the whole process.
    ///
    /// A sixteenth more are accepted to be answered 503 and closed; yet others are cut at once, or wait in the listen queue
    /// until one of those leaves. Each takes a file descriptor; where the system allows too few there are fewer connections.
    public var connectionLimit = 20_000
    /// Connections of one client, which is an IPv4 address or an IPv6 network of 64 bits; 0 is any number.
    ///
    /// One too many is answered 429 and closed before it has sent anything.
    public var connectionLimitPerClient = 0
    /// Proxies, whose connections are those of many clients and are not counted as one's.
    public var trustedProxies: [IPNetwork] = []
    /// Bytes of request line and header fields together.
    ///
    /// Beyond it the answer is 414 or 431. A connection's memory is 4 KiB more, for both heads: a request that leaves no room
    /// for an answer's head, such as one with a cookie of 10 KB, is closed without.
    public var maximumHeadBytes = 16_384
    /// Bytes of a request's body.
    ///
    /// A chunked body may grow to sixteen times as much before it is refused in its midst.
    public var maximumBodyBytes = 65_536
    /// From the opening of a connection, or a request line, to the end of the head.
    public var headTimeout: Duration = .seconds(10)
    /// From the end of a head to the end of its body.
    public var bodyTimeout: Duration = .seconds(30)
    /// From the end of a response to the next request line, and for any other silence.
    public var idleTimeout: Duration = .seconds(75)
    /// How long a client may take no byte of what is waiting for it.
    public var stalledWriteTimeout: Duration = .seconds(30)
    /// Bytes a second that a client must take of what is waiting for it, on average over ``stalledWriteTimeout``.
    public var minimumReadRate = 240
    /// The certificate and key; with them the server speaks HTTPS only.
    ///
    /// Handshakes are subject to ``headTimeout`` and ``connectionLimit`` from the first byte on.
    public var identity: CurrentTLSIdentity?
    /// How often the limits above are checked; each may pass this much late.
    public var housekeepingInterval: Duration = .seconds(1)

    /// Creates the configuration of a server for this machine alone.
    public init() {}
  }
}
