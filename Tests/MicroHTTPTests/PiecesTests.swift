import MicroHTTP
import RawClient
import Synchronization
import Testing

/// Numbered lines in pieces.
struct NumberedPieces: BodyPieces {
  /// How many pieces were made; it lives as long as somebody can make more.
  final class Progress: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    fileprivate func note() { number.add(1, ordering: .relaxed) }
  }

  static let pieceCount = 128
  static let pieceSize = 65_536

  let count: Int
  private let progress: Progress
  private let last: Int
  private var number = 0

  /// - Parameters:
  ///   - progress: Where the pieces made are counted.
  ///   - missing: How many pieces are missing at the end.
  init(_ progress: Progress, missing: Int = 0) {
    self.progress = progress
    count = Self.pieceCount * Self.pieceSize
    last = Self.pieceCount - missing
  }

  mutating func next() -> [UInt8] {
    guard number < last else { return [] }
    progress.note()
    defer { number += 1 }
    let lines = (0..<Self.pieceSize / 16).map { line in
      let digits = "\(number) \(line)"
      return digits + String(repeating: ".", count: 15 - digits.utf8.count) + "\n"
    }
    return Array(lines.joined().utf8)
  }
}

extension HTTPServerTests {
  @Suite(.serialized) struct PiecesTests {
    private let whole = String(decoding: NumberedPieces(NumberedPieces.Progress()).whole, as: UTF8.self)

    private func body(_ answer: String) -> Substring {
      answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? ""
    }
  }
}

extension HTTPServerTests.PiecesTests {
  @Test func `an answer in pieces is the whole one, and its connection takes the next request`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      for _ in 0..<2 { client.request("GET /pieces") }
      client.request("GET /hello")
      for _ in 0..<2 {
        let answer = try client.response()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Length: \(8 << 20)\r\n"))
        #expect(body(answer) == whole)
      }
      #expect(try client.response().hasSuffix("hello"))
    }
  }

  @Test func `HEAD tells its length and HTTP 1 point 0 gets all of it`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("HEAD /pieces")
      let head = try client.receive(until: "\r\n\r\n")
      #expect(head.contains("\r\nContent-Length: \(8 << 20)\r\n"))
      client.request("GET /hello")
      #expect(try client.response().hasSuffix("\r\n\r\nhello"))
      client.send("GET /pieces HTTP/1.0\r\nHost: test\r\n\r\n")
      let answer = try client.receiveAll()
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(body(answer) == whole)
    }
  }

  @Test func `pieces are made as the client takes them`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let observer = try Client(port: port)
      let client = try Client(port: port, receiveBuffer: 65_536)
      client.request("GET /pieces", fields: "Connection: close\r\n")
      _ = try client.receive(until: "\r\n\r\n0 0.")
      let made = try Int(observer.response(to: "GET /pieces-made").split(separator: "\n").last ?? "")
      // So many fit into the buffers of both sockets.
      #expect(try #require(made) < NumberedPieces.pieceCount * 3 / 4)
      #expect(try client.receiveAll().hasSuffix(whole.suffix(7 << 20)))
    }
  }

  @Test(arguments: [true, false])
  func `all is let go of when the client leaves in its midst`(byReset: Bool) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let observer = try Client(port: port)
      let client = try Client(port: port, receiveBuffer: 4096)
      client.request("GET /pieces")
      _ = try client.receive(until: "0 0.")
      if byReset { client.reset() } else { client.leave() }
      let isGone = try eventually { try observer.response(to: "GET /pieces-made").hasSuffix("gone") }
      #expect(isGone)
    }
  }

  @Test func `an answer that ends early is cut, so that nobody takes it for a whole one`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /pieces?missing=3")
      let answer = try client.receiveAllBytes()
      #expect(answer.count < 8 << 20)
      #expect(answer.count > 7 << 20)
    }
  }

  @Test func `a client that takes nothing is cut, and one that reads on is not`() async throws {
    try await withServer {
      $0.loopCount = 1
      // A busy machine may hold up who reads on.
      $0.stalledWriteTimeout = .seconds(6)
    } body: { port in
      let observer = try Client(port: port)
      let client = try Client(port: port, receiveBuffer: 4096)
      client.request("GET /pieces")
      _ = try client.receive(until: "0 0.")
      let isGone = try eventually { try observer.response(to: "GET /pieces-made").hasSuffix("gone") }
      #expect(isGone)
      #expect(try client.receiveAllBytes().count < 8 << 20)
      #expect(try observer.response(to: "GET /pieces").hasSuffix(whole))
    }
  }

  @Test func `a server that stops at once leaves a piece behind without harm`() async throws {
    weak var observed: Lifetime?
    var clients: [Client] = []
    do {
      let lifetime = Lifetime()
      observed = lifetime
      try await withServer(grace: .zero) { port in
        for _ in 0..<8 {
          let client = try Client(port: port)
          client.request("GET /pieces")
          _ = try client.receive(until: "\r\n\r\n")
          clients.append(client)
        }
      } handler: {
        TestHandler(queue: $0, lifetime: lifetime)
      }
    }
    #expect(eventually { observed == nil })
  }
}

extension Client {
  fileprivate func response(to line: String) throws -> String {
    request(line)
    return try response()
  }
}
