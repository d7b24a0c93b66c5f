import Documents
import FrameScheduling
import HTTPTypes
import LabelStore
import MicroHTTP
import System
import Testing

@testable import AnimationService
@testable import LiveLabels
@testable import Deployment

/// What all share: one who takes as much as he can get, from as many addresses as his network has, leaves room for others.
struct FairnessTests {
  /// Addresses of one holder, the next one each time; and somebody else's.
  private static let crowds: [(name: String, address: @Sendable (Int) -> String, other: String)] = [
    ("of a /48", { "2001:db8:7:\(String($0 % 65_536, radix: 16))::1" }, "2001:db8:8::1"),
    ("of a /24", { "192.0.2.\($0 % 256)" }, "198.51.100.1"),
  ]

  private func caller(_ address: String) throws -> Caller { .address(try #require(IPAddress(address)).client) }

  @Test(arguments: crowds.indices) func `labels of visitors`(index: Int) throws {
    let crowd = Self.crowds[index]
    let service = LabelTestService(limits: LabelStoreLimits(visitorLabels: 20)) { $0.visitorLabels = true }
    func make(from address: String) -> Answer {
      service.send(.post, "/v1/labels", #"{"to":"1"}"#, from: address)
    }
    func isThere(_ label: Answer) -> Bool { service.get("/v1/labels/\(label["id"] ?? "")").status == 200 }
    let greedy = (0..<20).map { make(from: crowd.address($0)) }
    #expect(greedy.allSatisfy { $0.status == 201 })
    // Each newcomer takes the place of the oldest of who has most, as long as that one has most.
    let others = (0..<5).map { _ in make(from: crowd.other) }
    #expect(others.allSatisfy { $0.status == 201 })
    #expect(greedy.map(isThere) == (0..<20).map { $0 >= 5 })
    // Who goes on takes his own.
    for number in 20..<60 { #expect(make(from: crowd.address(number)).status == 201) }
    #expect(others.allSatisfy(isThere) && !greedy.contains(where: isThere))
    // What somebody watches stays.
    let first = try #require(others.first)
    let name = try LabelName(try #require(first["id"]))
    service.service.context.labels?.watch(name, by: LoopMailbox(by: { $0() }) { _ in })
    for number in 0..<20 {
      #expect(make(from: "203.0.\(number).1").status == 201)
    }
    #expect(isThere(first))
  }

  @Test func `whose place a newcomer takes`() {
    var labels = VisitorLabels()
    let (a, b) = (Caller.key("a"), Caller.key("b"))
    for (name, network) in [("b1", b), ("a1", a), ("a2", a), ("n1", nil), ("a3", a), ("n2", nil)] as [(String, Caller?)]
    {
      labels.note(name, from: network)
    }
    // What is told again stays where it was.
    labels.note("a1", from: nil)
    #expect(labels.first { _ in false } == "a1")
    #expect(labels.first { $0 == "a1" } == "a2")
    #expect(labels.first { $0.hasPrefix("a") } == "n1")
    #expect(labels.first { !$0.hasPrefix("b") } == "b1")
    #expect(labels.first { _ in true } == nil)
    for name in ["a2", "n1", "none"] { labels.forget(name) }
    #expect(labels.first { _ in false } == "a1")
    labels.forget("a1")
    // Of those who have as many, the oldest.
    #expect(labels.first { _ in false } == "b1")
    for name in ["a3", "b1", "n2"] { labels.forget(name) }
    #expect(labels.first { _ in false } == nil)
  }

  @Test(arguments: crowds.indices) func `remembered clients`(index: Int) throws {
    let crowd = Self.crowds[index]
    var settings = Settings()
    (settings.requestsPerSecond, settings.requestBurst, settings.rememberedClients) = (0.001, 2, 160)
    let limiter = try #require(RateLimiter(requests: settings))
    func isGranted(_ caller: Caller) -> Bool {
      var limits: HeaderFields?
      do throws(Problem) {
        try limiter.count(caller, at: .init(nanoseconds: 0), &limits)
        return true
      } catch {
        return false
      }
    }
    for number in 0..<10_000 { _ = isGranted(try caller(crowd.address(number))) }
    let other = try caller(crowd.other)
    #expect((0..<3).map { _ in isGranted(other) } == [true, true, false])
  }

  @Test(arguments: crowds.indices) func `places for long work`(index: Int) throws {
    let crowd = Self.crowds[index]
    var turns = WorkTurns(threads: 1, limit: 64)
    var taken = 0
    for number in 0..<1_000 {
      taken += turns.add({ 0 }, of: try caller(crowd.address(number))) ? 1 : 0
    }
    #expect(taken == 32)
    let other = try caller(crowd.other)
    let isAdmitted = (0..<16).map { _ in turns.add({ 0 }, of: other) }
    #expect(isAdmitted.allSatisfy { $0 })
  }
}
