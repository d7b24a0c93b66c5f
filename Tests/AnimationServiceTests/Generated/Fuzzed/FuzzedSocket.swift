import RawClient

@testable import Deployment
@testable import AnimationService

/// Bytes over a socket to a server, and its answers.
enum FuzzedSocket {
  private static let service = Result {
    try RunningService {
      $0.maximumFrames = 100
      $0.minimumReadRate = 0
    }
  }

  static func run(_ bytes: [UInt8]) throws(Finding) {
    let client: Client
    do { client = try Client(port: service.get().port) } catch { throw Finding("there is no server: \(error)") }
    var choices = Choices(bytes)
    let size = 1 << Int(choices.byte() & 15)
    let all = choices.bytes()
    for start in stride(from: 0, to: all.count, by: size) {
      client.send(Array(all[start..<min(start + size, all.count)]))
    }
    // An answer to it ends what would else be noticed by the clock.
    client.send("\r\n\r\nGET /healthz HTTP/1.1\r\nHost: fuzz\r\nConnection: close\r\n\r\n")
    client.halfClose()
    guard let answers = try? client.receiveAllBytes(within: 20) else {
      throw Finding("no end to \(String(decoding: all, as: UTF8.self))")
    }
    client.reset()
    try check(String(decoding: answers, as: UTF8.self))
  }

  private static func check(_ answers: String) throws(Finding) {
    guard !answers.isEmpty else { return }
    let line = answers.prefix { $0 != "\r\n" }
    let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    guard line.hasPrefix("HTTP/1.1 "), status < 500 || [501, 503, 505].contains(status) else {
      throw Finding("\(line)")
    }
  }
}
