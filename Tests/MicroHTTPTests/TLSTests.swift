import MicroHTTP
import RawClient
import System
import Testing

extension HTTPServerTests {
  /// Everything with a client of another TLS library than the server's.
  @Suite(.serialized) struct TLSTests {
    let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    func withTLSServer(
      _ configure: (inout HTTPServer.Configuration) -> Void = { _ in },
      body: (_ port: Int, _ identity: CurrentTLSIdentity) async throws -> Void
    ) async throws -> Bool {
      let identity = CurrentTLSIdentity(try certificate.identity())
      return try await withServer {
        $0.identity = identity
        $0.loopCount = 1
        configure(&$0)
      } body: { port in
        try await body(port, identity)
      }
    }
  }
}

extension TestCertificate {
  fileprivate func identity() throws -> TLSIdentity {
    try TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
  }
}

// MARK: - Speaking

extension HTTPServerTests.TLSTests {
  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `requests are answered one after another`(version: String) async throws {
    let clean = try await withTLSServer { port, _ in
      let secure = try SecureClient(port: port, trusting: certificate, options: [version])
      for _ in 0..<3 {
        secure.client.request("GET /hello")
        #expect(try secure.client.response().hasSuffix("hello"))
      }
      for path in ["large", "pieces"] {
        secure.client.request("GET /\(path)")
        #expect(try secure.client.response().utf8.count > 8 << 20)
      }
      secure.client.request("POST /x", fields: "Content-Length: 3\r\n", body: "abc")
      #expect(try secure.client.response().contains(" 3 abc 127.0.0.1"))
    }
    #expect(clean)
  }

  @Test(arguments: [
    ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"], ["-tls1_2", "-cipher", "AES128-SHA"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"],
  ])
  func `what is too old is refused`(options: [String]) async throws {
    _ = try await withTLSServer { port, _ in
      let secure = try SecureClient(port: port, trusting: certificate, options: options)
      secure.client.request("GET /hello")
      #expect(try secure.client.receiveAll() == "")
    }
  }

  @Test func `frames leave when they are sent, each in one chunk`() async throws {
    _ = try await withTLSServer { port, _ in
      let viewer = try SecureClient(port: port, trusting: certificate)
      viewer.client.request("GET /stream")
      #expect(try viewer.client.receive(until: "opened\n\r\n").hasSuffix("\r\n\r\n7\r\nopened\n\r\n"))
      let other = try SecureClient(port: port, trusting: certificate)
      for frame in ["a", "bc", String(repeating: "d", count: 300)] {
        other.client.request("GET /say?\(frame)")
        #expect(try other.client.response().contains("sent"))
        let size = String(frame.utf8.count, radix: 16, uppercase: true)
        #expect(try viewer.client.receive(until: "\(frame)\r\n") == "\(size)\r\n\(frame)\r\n")
      }
      other.client.request("GET /finish")
      #expect(try viewer.client.receiveAll() == "0\r\n\r\n")
    }
  }
}

// MARK: - Changing the certificate

extension HTTPServerTests.TLSTests {
  @Test func `a new identity is for new handshakes, and a stream goes on`() async throws {
    let next = try TestCertificate()
    let clean = try await withTLSServer { port, identity in
      let viewer = try SecureClient(port: port, trusting: certificate)
      viewer.client.request("GET /stream")
      _ = try viewer.client.receive(until: "opened\n\r\n")
      let early = try Client(port: port)
      identity.value = try next.identity()
      let other = try SecureClient(port: port, trusting: next)
      for frame in ["x", "y"] {
        other.client.request("GET /say?\(frame)")
        #expect(try other.client.response().contains("sent"))
        #expect(try viewer.client.receive(until: "\(frame)\r\n") == "1\r\n\(frame)\r\n")
      }
      let doubter = try SecureClient(port: port, trusting: certificate)
      doubter.client.request("GET /hello")
      #expect(try doubter.client.receiveAll() == "")
      other.client.request("GET /finish")
      #expect(try viewer.client.receive(until: "0\r\n\r\n") == "0\r\n\r\n")
      early.leave()
    }
    #expect(clean)
  }

  @Test func `an identity lives as long as somebody shows it`() async throws {
    let next = try TestCertificate()
    _ = try await withTLSServer { port, identity in
      weak let first = identity.value
      let holder = try SecureClient(port: port, trusting: certificate)
      holder.client.request("GET /hello")
      _ = try holder.client.response()
      identity.value = try next.identity()
      #expect(first != nil)
      holder.leave()
      #expect(eventually { first == nil })
    }
  }
}

// MARK: - Ending

extension HTTPServerTests.TLSTests {
  @Test(arguments: [true, false])
  func `a client that leaves a silent stream is noticed at once`(
    politely: Bool
  ) async throws {
    _ = try await withTLSServer {
      $0.housekeepingInterval = .seconds(60)
    } body: { port, _ in
      let monitor = try SecureClient(port: port, trusting: certificate)
      monitor.client.request("GET /monitor")
      _ = try monitor.client.receive(until: "opened\n")
      let viewer = try SecureClient(port: port, trusting: certificate)
      viewer.client.request("GET /stream")
      _ = try viewer.client.receive(until: "opened\n")
      if politely { viewer.leave() } else { viewer.kill() }
      #expect(try monitor.client.receive(until: "\n\r\n").contains("closed peerLeft"))
    }
  }

  @Test func `a client that takes nothing for too long is cut`() async throws {
    _ = try await withTLSServer {
      $0.stalledWriteTimeout = .milliseconds(300)
    } body: { port, _ in
      let monitor = try SecureClient(port: port, trusting: certificate)
      monitor.client.request("GET /monitor")
      _ = try monitor.client.receive(until: "opened\n\r\n")
      let viewer = try SecureClient(port: port, trusting: certificate)
      viewer.client.request("GET /flood?endless")
      _ = try viewer.client.receive(until: "\r\n\r\n")
      viewer.pause()
      let said = try monitor.client.receive(until: "\n\r\n")
      #expect(said.contains("closed stalled"))
    }
  }

  @Test func `a full socket refuses whole frames and takes the newest when it drains`() async throws {
    _ = try await withTLSServer { port, _ in
      let monitor = try SecureClient(port: port, trusting: certificate)
      monitor.client.request("GET /monitor")
      _ = try monitor.client.receive(until: "opened\n\r\n")
      let viewer = try SecureClient(port: port, trusting: certificate)
      viewer.client.request("GET /flood")
      #expect(try monitor.client.receive(until: "\n\r\n").contains("full"))
      _ = try viewer.client.receive(until: "\r\n\r\n")
      let body = try viewer.client.receive(until: "\r\n0\r\n\r\n")
      let lines = try HTTPServerTests.ResponseStreamTests.dechunked(body).split(separator: "\n")
      #expect(lines.dropLast().allSatisfy { $0.hasSuffix(" " + String(repeating: "x", count: 997)) })
      let numbers = lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      #expect(numbers == numbers.sorted())
      #expect(try #require(numbers.last) >= 1000)
      #expect(try monitor.client.receive(until: "\n\r\n").contains("closed finished"))
    }
  }

  @Test func `a drain lets streams end, and says goodbye to the idle`() async throws {
    var viewer: SecureClient?
    var idle: SecureClient?
    let clean = try await withTLSServer { port, _ in
      viewer = try SecureClient(port: port, trusting: certificate)
      viewer?.client.request("GET /stream")
      _ = try viewer?.client.receive(until: "opened\n\r\n")
      idle = try SecureClient(port: port, trusting: certificate)
      idle?.client.request("GET /hello")
      _ = try idle?.client.response()
    }
    #expect(clean)
    #expect(try viewer?.client.receiveAll() == "0\r\n\r\n")
    #expect(try idle?.client.receiveAll() == "")
  }

  @Test func `a client asks over TLS`() async throws {
    func status(at port: Int, trust: TLSTrust?) throws -> Int {
      let authority = Authority(host: "127.0.0.1", port: port)
      return try HTTPAnswer(from: authority, trust, "GET", "/hello", within: .seconds(patience)).status
    }
    _ = try await withTLSServer { port, _ in
      let secure = try status(at: port, trust: .anybody)
      #expect(secure == 200)
      #expect((try? status(at: port, trust: nil)) == nil)
    }
    try await withServer { port in
      #expect((try? status(at: port, trust: .anybody)) == nil)
    }
  }
}
