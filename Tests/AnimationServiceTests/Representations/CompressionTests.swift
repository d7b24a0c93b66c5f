import Foundation
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// Compressed answers as they stand on the wire, undone by the program `gzip`.
struct CompressionTests {
  private static let frames = "/v1/frames?from=1&to=300"

  private struct Answer: Equatable {
    var status: Int
    var coding: String?
    var tag: String?
    var vary: String?
    var body: Data
  }

  private func ask(
    _ service: RunningService, _ target: String = frames, _ method: String = "GET", accepting coding: String? = "gzip",
    holding tag: String? = nil
  ) throws -> Answer {
    let fields = [coding.map { "Accept-Encoding: \($0)\r\n" }, tag.map { "If-None-Match: \($0)\r\n" }]
    let client = try Client(port: service.port)
    client.request("\(method) \(target)", fields: fields.compactMap { $0 }.joined() + "Connection: close\r\n")
    let bytes = try client.receiveAllBytes()
    let end = try #require(bytes.firstRange(of: "\r\n\r\n".utf8)).upperBound
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    func value(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    return Answer(
      status: Int(head.dropFirst(9).prefix(3)) ?? 0, coding: value("Content-Encoding"), tag: value("ETag"),
      vary: value("Vary"), body: Data(bytes[end...]))
  }

  @Test(arguments: [0, 1024])
  func `a client that accepts gzip gets the same bytes in it, by a tag of its own`(cacheEntries: Int) async throws {
    let service = try RunningService { $0.cacheEntries = cacheEntries }
    let plain = try ask(service, accepting: nil)
    #expect(plain.coding == nil && plain.vary == "Accept, Accept-Encoding, Origin")
    for _ in 0..<3 {
      let encoded = try ask(service)
      #expect(encoded.coding == "gzip" && encoded.vary == plain.vary)
      #expect(encoded.body.count < plain.body.count / 4)
      #expect(try gunzip(encoded.body) == plain.body)
      #expect(encoded.tag == plain.tag.map { "\($0.dropLast())-gzip\"" })
      #expect(try ask(service, accepting: "identity") == plain)
      #expect(try ask(service, accepting: "gzip;q=0") == plain)
    }
    #expect(await service.stop())
  }

  @Test(arguments: [0, 1024])
  func `what the client holds in either form is not sent again`(cacheEntries: Int) async throws {
    let service = try RunningService { $0.cacheEntries = cacheEntries }
    let plain = try #require(try ask(service, accepting: nil).tag)
    let encoded = "\(plain.dropLast())-gzip\""
    for _ in 0..<2 {
      for (field, coding, status, tag) in [
        (encoded, "gzip", 304, encoded), (plain, "gzip", 304, plain), ("W/\(encoded)", "gzip", 304, encoded),
        ("\"x\", \(encoded)", "gzip", 304, encoded), ("*", "gzip", 304, encoded), ("*", "identity", 304, plain),
        ("\"x\"", "gzip", 200, encoded), (encoded, "identity", 200, plain), (plain, "identity", 304, plain),
      ] {
        let answer = try ask(service, accepting: coding, holding: field)
        #expect(answer.status == status && answer.tag == tag, "\(field) \(coding)")
        #expect(answer.body.isEmpty == (status == 304))
      }
    }
    #expect(await service.stop())
  }

  @Test func `only what lies within the bounds is compressed`() async throws {
    let service = try RunningService {
      $0.compressionMinimumBytes = 1000
      $0.compressionMaximumBytes = 10_000
    }
    for (fps, coding) in [(1, nil), (30, "gzip"), (240, nil)] as [(Int, String?)] {
      #expect(try ask(service, "/v1/frames?from=1&to=300&fps=\(fps)").coding == coding)
    }
    #expect(await service.stop())
    let never = try RunningService { $0.compressionMinimumBytes = 0 }
    #expect(try ask(never).coding == nil)
    #expect(await never.stop())
  }

  @Test(arguments: [(10, false), (100, true)])
  func `what would not be shorter stays as it is`(count: Int, isShorter: Bool) {
    var settings = Settings()
    settings.compressionMinimumBytes = 1
    let compressed = Compression(settings).compressed([UInt8](repeating: 0, count: count))
    #expect((compressed != nil) == isShorter)
  }

  @Test(arguments: [
    "/v1/curves", "/v1/frames?from=1&to=300&as=csv", "/v1/curve?curve=ease&as=svg", "/kinetype.js", "/problems",
  ])
  func `every long text can be had in gzip, HEAD as GET`(target: String) async throws {
    let service = try RunningService()
    let encoded = try ask(service, target)
    #expect(encoded.coding == "gzip")
    #expect(try gunzip(encoded.body) == (try ask(service, target, accepting: nil)).body)
    let headed = try ask(service, target, "HEAD")
    #expect(encoded.tag != nil && headed.tag == encoded.tag && headed.body.isEmpty)
    #expect(try ask(service, target, holding: encoded.tag).status == 304)
    #expect(await service.stop())
  }

  @Test func `errors and streams are never compressed`() async throws {
    let service = try RunningService { $0.compressionMinimumBytes = 1 }
    #expect(try ask(service, "/v1/frames?fps=0").coding == nil)
    #expect(try ask(service, "/v1/stream?from=1&to=3&duration=0.1", "HEAD").coding == nil)
    #expect(await service.stop())
  }

  private func gunzip(_ bytes: Data) throws -> Data {
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).gz")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-dc", file.path()]
    process.standardOutput = output
    try process.start()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }
}
