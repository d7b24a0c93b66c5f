import FrameScheduling
import LabelStore
import MicroHTTP
import RawClient
import System
import Testing

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService

/// Streams end with the token that opened them.
struct LabelTokenTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000)
  private let time: Int64 = 1_764_000_000_000_000

  private func verdict(lifetime: Double, token: Double?) -> Deadline.Verdict {
    Deadline(
      now + .seconds(lifetime), tokenEnd: token.map { WallTime(microseconds: time + Int64($0 * 1e6)) },
      slack: .milliseconds(1)
    )
    .verdict(at: now, WallTime(microseconds: time))
  }

  @Test func `the token or the greatest age ends a stream, whichever comes first`() {
    #expect(verdict(lifetime: 0, token: nil) == .end(.lifetime))
    #expect(verdict(lifetime: 0.001, token: 5) == .end(.lifetime))
    #expect(verdict(lifetime: 5, token: 0) == .end(.tokenExpired))
    #expect(verdict(lifetime: 5, token: 0.001) == .end(.tokenExpired))
    #expect(verdict(lifetime: 5, token: -9) == .end(.tokenExpired))
    #expect(verdict(lifetime: 5, token: nil) == .wait(now + .seconds(5)))
    #expect(verdict(lifetime: 5, token: 3) == .wait(now + .seconds(3)))
    #expect(verdict(lifetime: 5, token: 9) == .wait(now + .seconds(5)))
  }

  @Test func `the clock may be set, so it is asked again after a minute`() {
    #expect(verdict(lifetime: 3600, token: 600) == .wait(now + .seconds(60)))
    let endless = Deadline(now + .seconds(1e6), tokenEnd: WallTime(microseconds: .max), slack: .zero)
    #expect(endless.verdict(at: now, WallTime(microseconds: time)) == .wait(now + .seconds(60)))
  }

  @Test func `a stream ends with the token that opened it`() async throws {
    let secret = "a secret of some length"
    let service = try RunningService {
      $0.writeKeys = [WriteKey("secret")].compactMap { $0 }
      $0.tokenSecret = secret
    }
    for (name, body) in [("a", #"{"to":"1","private":true}"#), ("b", #"{"to":"2"}"#)] {
      let client = try Client(port: service.port)
      client.request(
        "PUT /v1/labels/\(name)",
        fields: "Authorization: Bearer secret\r\nContent-Length: \(body.utf8.count)\r\n", body: body)
      _ = try client.response()
    }
    // The token is still good when the last of them has opened its stream.
    let end = Double(Timestamp.now.milliseconds) / 1000 + 8
    let token = signedToken(#"{"exp":\#(end),"labels":["a","b"]}"#, secret: secret)
    let opened = try ["a/stream?", "stream?id=b,a&", "b/stream?"].map {
      try service.get("/v1/labels/\($0)token=\(token)")
    }
    let keyed = try service.get("/v1/labels/a/stream?token=\(token)", fields: "Authorization: Bearer secret\r\n")
    let open = try service.get("/v1/labels/b/stream")
    for client in [keyed, open] { _ = try client.receive(until: "id: 1:0") }
    for client in opened {
      #expect(try client.receive(until: "0\r\n\r\n").contains("event: end\ndata: {\"reason\":\"token-expired\","))
    }
    #expect(Double(Timestamp.now.milliseconds) / 1000 >= end - 0.01)
    #expect(eventually { service.context.streamLimits.streams.taken == 2 })
    #expect(await service.stop())
  }
}
