import Foundation
import FrameScheduling
import MicroHTTP
import TextAnimation
import WrittenNumbers
import Interpolation
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Requests
@testable import LabelStore

/// A channel's turns, by times that are made up.
struct LabelChannelStateTests {
  private let time: Int64 = 1_764_000_000_000_000
  private let origin = MonotonicTime(nanoseconds: 5_000_000_000)
  private let service = LabelTestService()

  private func moment(_ seconds: Double) -> LabelMoment {
    let now = origin + .seconds(seconds)
    return LabelMoment(
      now: now, horizon: now, time: LabelTime(microseconds: time) + Int64((seconds * 1e6).rounded()),
      wallTime: WallTime(microseconds: time + Int64((seconds * 1e6).rounded())))
  }

  private func after(_ seconds: Double) -> MonotonicTime { origin + .seconds(seconds) }

  /// The label as it is after a change.
  private func label(_ body: String, _ name: String = "a") throws -> PreparedLabel {
    _ = service.put(name, body)
    let known = service.service.context.labels?.known(try LabelName(name))
    return try #require(try known?.get().last)
  }

  private func channel(
    _ mode: LabelStreamMode = .frames, showing label: PreparedLabel? = nil, heartbeat: Double = 10
  ) throws -> Channel {
    let form = LabelStreamForm(.sse, mode)
    let channel = Channel(
      LabelChannelState(try LabelName("a"), form, LoopMetrics(), heartbeat: .seconds(heartbeat), start: origin))
    if let label { channel.state.show(label, at: moment(0)) }
    return channel
  }

  private let way = #"{"from":"0","to":"100","duration":1,"fps":10,"curve":"linear"}"#

  @Test func `each frame is sent at its time, and then there are heartbeats alone`() throws {
    let channel = try channel(showing: label(way))
    let viewer = FakeViewer()
    channel.add(viewer, at: moment(0))
    #expect(viewer.take() == ["start 1", "frame 0"])
    for frame in 1...10 {
      let due = channel.step(at: moment(Double(frame) / 10 - 0.05))
      #expect(viewer.take() == [] && abs((due - after(Double(frame) / 10)) / .seconds(1)) < 1e-5)
      _ = channel.step(at: moment(Double(frame) / 10))
      #expect(viewer.take() == ["frame \(frame)"])
    }
    #expect(channel.step(at: moment(1.5)) == after(11))
    #expect(viewer.take() == [])
    #expect(channel.step(at: moment(11)) == after(21))
    #expect(viewer.take() == ["beat"])
  }

  @Test func `who waits for what comes next is told it once, be it a piece of a line`() throws {
    let running = try label(#"{"to":"0:00.0","rate":1}"#)
    let channel = try channel(.next, showing: running)
    let begun = running.start
    func ask(_ start: LabelTime?, at seconds: Double) -> FakeViewer {
      let viewer = FakeViewer()
      let hold = start.map { LabelHold(version: 1, start: $0, slotEnd: 2_000_000_000) }
      channel.add(viewer, Subscription(.stranger, knowing: hold), at: moment(seconds))
      leave()
      return viewer
    }
    /// Those whose answers have ended are gone.
    func leave() { for (viewer, _) in channel.departing { _ = channel.remove(viewer) } }
    let (newcomer, waiting, early) = (ask(nil, at: 0), ask(begun, at: 0), ask(begun + 60_000_000, at: 0))
    #expect(newcomer.take() == ["start 1"] && channel.departing.map(\.end) == [.finished])
    #expect(waiting.take() == [] && early.take() == [])
    // The next piece is told before it begins, to those alone who do not know of it.
    #expect(channel.step(at: moment(0)) == after(10))
    _ = channel.step(at: moment(10))
    #expect(channel.step(at: moment(50)) == after(60))
    leave()
    #expect(waiting.take() == ["beat", "start 1"] && early.take() == ["beat"])
    let (late, knowing) = (ask(begun, at: 55), ask(begun + 60_000_000, at: 55))
    #expect(late.take() == ["start 1"] && knowing.take() == [] && channel.departing.count == 3)
    _ = channel.step(at: moment(60))
    #expect(knowing.take() == ["beat"] && early.take() == ["beat"])
    _ = try label(#"{"to":"0:09.0","rate":0}"#)
    channel.state.show(try label(#"{"to":"0:07.0"}"#), at: moment(61))
    _ = channel.step(at: moment(61))
    #expect(knowing.take() == ["start 3"] && early.take() == ["start 3"] && channel.departing.count == 5)
  }

  @Test func `a clock has a frame for each step, over the pieces of its line`() throws {
    let channel = try channel(showing: label(#"{"to":"0:00.0","rate":1}"#))
    let (viewer, returning) = (FakeViewer(), FakeViewer())
    channel.add(viewer, at: moment(0))
    #expect(viewer.take() == ["start 1", "frame 0"])
    #expect(abs((channel.step(at: moment(0.1)) - after(0.2)) / .seconds(1)) < 1e-5)
    #expect(viewer.take() == ["frame 1"])
    #expect(channel.step(at: moment(59.95)) == after(60))
    #expect(viewer.take() == ["frame 599"])
    _ = channel.step(at: moment(60))
    #expect(viewer.take() == ["change 1", "frame 600"])
    _ = channel.step(at: moment(60.1))
    #expect(viewer.take() == ["frame 601"])
    channel.add(returning, Subscription(.stranger, after: LabelPosition("1:601")), at: moment(60.15))
    #expect(returning.take() == ["start 1"])
    _ = channel.step(at: moment(60.2))
    #expect(returning.take() == ["frame 602"])
    // After a long sleep the piece of that time begins, and none between.
    _ = channel.step(at: moment(1_000))
    #expect(viewer.take() == ["frame 602", "change 1", "frame 10000"])
  }

  @Test func `who plays changes is told of a piece some seconds before`() throws {
    let channel = try channel(.changes, showing: label(#"{"to":"0:00.0","rate":1}"#), heartbeat: 1_000)
    let (viewer, later, last) = (FakeViewer(), FakeViewer(), FakeViewer())
    channel.add(viewer, at: moment(0))
    #expect(viewer.take() == ["start 1"])
    #expect(abs((channel.step(at: moment(49.9)) - after(50)) / .seconds(1)) < 1e-5)
    _ = channel.step(at: moment(50))
    #expect(viewer.take() == ["change 1"])
    channel.add(later, at: moment(55))
    #expect(later.take() == ["start 1", "change 1"])
    _ = channel.step(at: moment(60))
    channel.add(last, at: moment(60))
    #expect(viewer.take() == [] && later.take() == [] && last.take() == ["start 1"])
    _ = channel.step(at: moment(110))
    #expect([viewer, later, last].map { $0.take() } == [["change 1"], ["change 1"], ["change 1"]])
    // A change that comes meanwhile takes the place of what was announced.
    try channel.state.show(label(#"{"rate":2}"#), at: moment(115))
    _ = channel.step(at: moment(115))
    #expect(viewer.take() == ["change 2"])
    _ = channel.step(at: moment(120))
    #expect(viewer.take() == [])
  }

  @Test func `who comes late gets the newest frame alone, and before the start the first`() throws {
    let label = try label(way)
    for (seconds, frame, next) in [(-0.05, 0, 0.1), (0.555, 5, 0.6), (3600, 10, 3610)] {
      let channel = try channel()
      let viewer = FakeViewer()
      channel.state.show(label, at: moment(seconds))
      channel.add(viewer, at: moment(seconds))
      #expect(viewer.take() == ["start 1", "frame \(frame)"])
      #expect(abs((channel.step(at: moment(seconds)) - after(next)) / .seconds(1)) < 1e-5)
      #expect(viewer.take() == [])
    }
  }

  @Test func `a start a hundred years from now, or since, is as any other`() throws {
    let label = try label(way)
    for century in [-StoredLabel.lastMoment, StoredLabel.lastMoment] {
      let channel = try channel()
      let viewer = FakeViewer()
      let moment = LabelMoment(
        now: origin, horizon: origin, time: LabelTime(microseconds: time + century),
        wallTime: WallTime(microseconds: time + century))
      channel.state.show(label, at: moment)
      channel.add(viewer, at: moment)
      #expect(viewer.take() == ["start 1", "frame \(century < 0 ? 0 : 10)"])
      #expect(channel.step(at: moment) == after(10))
    }
  }

  @Test func `a label that came with its target has one frame`() throws {
    let channel = try channel(showing: label(#"{"to":"9"}"#))
    let viewer = FakeViewer()
    channel.add(viewer, at: moment(9))
    #expect(viewer.take() == ["start 1", "frame 0"])
    #expect(channel.step(at: moment(9)) == after(10))
  }

  @Test(arguments: [-1, 0, 1, StoredLabel.lastMoment - 1_764_000_000_000_000] as [Int64])
  func `a label that starts much later shows its start until then`(later: Int64) throws {
    let start = service.now + later
    let state = #"{"form":1,"parameters":{"duration":2},"from":"1","to":"9","start":\#(start)}"#
    let stored = StoredLabel(
      name: "a", version: 1, start: LabelTime(microseconds: start), isPrivate: false, state: Array(state.utf8))
    let label = try PreparedLabel(stored, in: service.service.context.requests)
    let text = String(decoding: ReadableLabel(label).text(at: LabelTime(microseconds: service.now)), as: UTF8.self)
    #expect(text == "1\n")
    let changed = label.state.retargeted(
      to: "5", by: label.parameters.change(in: service.service.context.requests, spending: SharedMeter()), at: start)
    #expect(changed.motion.start == start)
  }

  @Test func `a step writes to so many sockets, and a round to each once`() throws {
    let channel = try channel(showing: label(way))
    let viewers = (0..<150).map { _ in FakeViewer() }
    for viewer in viewers { channel.add(viewer, at: moment(0)) }
    for viewer in viewers { _ = viewer.take() }
    var sums: [Int] = []
    var next = after(0.1)
    while next <= after(0.1) {
      next = channel.step(at: moment(0.1))
      sums.append(viewers.count { !$0.lines.isEmpty })
    }
    #expect(sums == [64, 128, 150])
    #expect(viewers.allSatisfy { $0.take() == ["frame 1"] })
  }

  @Test func `who leaves amid a round takes nobody's turn`() throws {
    let channel = try channel(showing: label(way))
    let viewers = (0..<100).map { _ in FakeViewer() }
    for viewer in viewers { channel.add(viewer, at: moment(0)) }
    for viewer in viewers { _ = viewer.take() }
    _ = channel.step(at: moment(0.1), sockets: 30)
    for index in stride(from: 0, to: 100, by: 3) { #expect(channel.remove(viewers[index]) != nil) }
    while channel.step(at: moment(0.1), sockets: 30) <= after(0.1) {}
    for (index, viewer) in viewers.enumerated() where index % 3 != 0 {
      #expect(viewer.take() == ["frame 1"], "\(index)")
    }
    #expect(channel.state.seats.count == 66 && channel.remove(viewers[0]) == nil)
  }

  @Test func `a socket that is full gets the newest frame when it has room`() throws {
    let channel = try channel(showing: label(way))
    let (slow, quick) = (FakeViewer(), FakeViewer())
    for viewer in [slow, quick] { channel.add(viewer, at: moment(0)) }
    _ = (slow.take(), quick.take())
    slow.isFull = true
    for frame in 1...6 { _ = channel.step(at: moment(Double(frame) / 10)) }
    #expect(quick.take().count == 6 && slow.take() == [])
    slow.isFull = false
    channel.serve(slow, at: moment(0.65))
    #expect(slow.take() == ["frame 6"])
    #expect(channel.remove(slow)?.framesSkipped == 5)
    #expect(channel.remove(quick)?.framesSkipped == 0)
  }

  @Test func `a change comes before its first frame, once`() throws {
    let channel = try channel(showing: label(way))
    let viewer = FakeViewer()
    channel.add(viewer, at: moment(0))
    service.wait(0.5)
    let change = try label(#"{"to":"200"}"#)
    _ = (channel.step(at: moment(0.5)), viewer.take())
    channel.state.show(change, at: moment(0.5))
    _ = channel.step(at: moment(0.5))
    #expect(viewer.take() == ["change 2", "frame 0"])
    _ = channel.step(at: moment(0.6))
    #expect(viewer.take() == ["frame 1"])
  }

  @Test func `a change that was long on its way does not lead back`() throws {
    let channel = try channel(showing: label(way))
    let viewer = FakeViewer()
    channel.add(viewer, at: moment(0))
    for tenth in 1...5 { _ = channel.step(at: moment(Double(tenth) / 10)) }
    #expect(viewer.take().last == "frame 5")
    service.wait(0.42)
    channel.state.show(try label(#"{"to":"200"}"#), at: moment(0.5))
    _ = channel.step(at: moment(0.5))
    // Its frame at 0.42 is of an earlier moment than what was seen at 0.5.
    #expect(viewer.take() == ["change 2"])
    _ = channel.step(at: moment(0.53))
    #expect(viewer.take() == ["frame 1"])
  }

  @Test func `changes alone come without frames`() throws {
    let channel = try channel(.changes, showing: label(way))
    let viewer = FakeViewer()
    channel.add(viewer, at: moment(0))
    #expect(channel.step(at: moment(0.5)) == after(10))
    #expect(viewer.take() == ["start 1"])
    service.wait(1)
    channel.state.show(try label(#"{"to":"9"}"#), at: moment(1))
    _ = channel.step(at: moment(1))
    #expect(viewer.take() == ["change 2"])
  }

  @Test(arguments: [(2, []), (3, []), (1, ["frame 2"]), (99, ["frame 2"])])
  func `who has seen a frame is not sent it again`(seen: Int, frames: [String]) throws {
    let channel = try channel(showing: label(way))
    let viewer = FakeViewer()
    let subscription = Subscription(.stranger, after: LabelPosition(version: 1, frame: seen))
    channel.add(viewer, subscription, at: moment(0.2))
    #expect(viewer.take() == ["start 1"] + frames)
  }

  @Test func `a label that is over at a moment ends then, whoever says so`() throws {
    let brief = try label(#"{"to":"1","duration":0,"expires":3}"#)
    let channel = try channel(showing: brief)
    let (single, several) = (FakeViewer(), FakeViewer())
    channel.add(single, at: moment(0))
    channel.add(several, Subscription(.stranger, isSingle: false), at: moment(0))
    _ = several.take()
    #expect(channel.step(at: moment(1)) == after(3))
    _ = channel.step(at: moment(2.9))
    #expect(channel.departing.isEmpty)
    _ = channel.step(at: moment(3))
    #expect(channel.departing.map(\.end) == [.expired] && channel.departing.first?.viewer === single)
    #expect(several.take() == ["absent expired"])
    channel.state.miss(.expired)
    _ = channel.step(at: moment(3.1))
    #expect(several.take() == [])
  }

  @Test func `a label that becomes private is taken from strangers alone`() throws {
    let channel = try channel(showing: label(way))
    let (stranger, friend) = (FakeViewer(), FakeViewer())
    channel.add(stranger, at: moment(0))
    channel.add(friend, Subscription(.friend), at: moment(0))
    _ = (stranger.take(), friend.take())
    service.wait(2)
    channel.state.show(try label(#"{"to":"5","private":true,"duration":0}"#), at: moment(2))
    _ = channel.step(at: moment(2))
    #expect(stranger.take() == [] && friend.take() == ["change 2", "frame 0"])
    #expect(channel.departing.map(\.end) == [.forbidden] && channel.departing.first?.viewer === stranger)
  }

  @Test func `what may not be read is missing, public or not, and becomes known when it may be`() throws {
    let channel = try channel()
    let viewers = [LabelPermission.Scope.nobody, .stranger, .friend].map { (FakeViewer(), $0) }
    for (viewer, scope) in viewers { channel.add(viewer, Subscription(scope, isSingle: false), at: moment(0)) }
    _ = channel.step(at: moment(0))
    #expect(viewers.allSatisfy { $0.0.take() == [] })
    let bodies = [#"{"to":"5","duration":0,"private":true}"#, #"{"to":"9","private":false}"#]
    for (index, body) in bodies.enumerated() {
      service.wait(1)
      channel.state.show(try label(body), at: moment(Double(index + 1)))
      _ = channel.step(at: moment(Double(index + 1)))
    }
    #expect(viewers[0].0.take() == ["absent missing"])
    #expect(viewers[1].0.take() == ["absent missing", "start 2", "frame 0"])
    #expect(viewers[2].0.take() == ["start 1", "frame 0", "change 2", "frame 0"])
  }
}

/// A channel's state, and who sits on its seats.
private final class Channel {
  var state: LabelChannelState
  private var viewers: [FakeViewer] = []
  /// Whose streams are to end, and why.
  private(set) var departing: [(viewer: FakeViewer, end: StreamEnd)] = []

  init(_ state: consuming LabelChannelState) { self.state = state }

  func add(_ viewer: FakeViewer, _ subscription: Subscription = .stranger, at moment: LabelMoment) {
    state.add(subscription, at: moment)
    viewers.append(viewer)
    serve(viewer, at: moment)
  }

  func serve(_ viewer: FakeViewer, at moment: LabelMoment) {
    guard let seat = viewers.firstIndex(where: { $0 === viewer }) else { return }
    if let end = state.serve(seat, at: moment, { viewer.send($0) }) { departing.append((viewer, end)) }
  }

  func step(at moment: LabelMoment, sockets: Int = 64) -> MonotonicTime {
    state.prepare(at: moment)
    var left = sockets
    while left > 0, let seat = state.nextSeat() {
      serve(viewers[seat], at: moment)
      left -= 1
    }
    return state.nextMoment(at: moment)
  }

  func remove(_ viewer: FakeViewer) -> Subscription? {
    guard let seat = viewers.firstIndex(where: { $0 === viewer }) else { return nil }
    viewers.swapAt(seat, viewers.count - 1)
    viewers.removeLast()
    return state.remove(seat)
  }
}

extension Subscription {
  fileprivate static let stranger = Subscription(.stranger)
}

extension LabelPermission.Scope {
  fileprivate static let nobody = LabelPermission.Scope(opensPublic: false, opensPrivate: false)
  fileprivate static let stranger = LabelPermission.Scope(opensPublic: true, opensPrivate: false)
  fileprivate static let friend = LabelPermission.Scope(opensPublic: true, opensPrivate: true)
}

/// A viewer that keeps what it is sent.
private final class FakeViewer {
  private(set) var lines: [String] = []
  var isFull = false

  func send(_ bytes: Span<UInt8>) -> SendOutcome {
    if isFull { return .full }
    let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    lines += text.components(separatedBy: "\n\n").dropLast().map(Self.word)
    return .sent
  }

  /// What was sent since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// An event in two words.
  private static func word(_ event: String) -> String {
    if let match = event.firstMatch(of: /event: (start|change)\ndata: .*?"version":(\d+)/) {
      return "\(match.1) \(match.2)"
    }
    if let match = event.firstMatch(of: /^id: \d+:(\d+)\n/) { return "frame \(match.1)" }
    if let match = event.firstMatch(of: /^event: absent\n.*"reason":"(\w+)"/) { return "absent \(match.1)" }
    return event == ":" ? "beat" : event
  }
}
