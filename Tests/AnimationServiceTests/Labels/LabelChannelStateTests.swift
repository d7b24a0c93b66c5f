import Foundation
import FrameScheduling
import MicroHTTP
import Testing

@testable import AnimationService

/// A channel's turns, by times that are made up.
struct LabelChannelStateTests {
  private let time: Int64 = 1_764_000_000_000_000
  private let origin = MonotonicTime(nanoseconds: 5_000_000_000)
  private let service = LabelTestService()

  private func moment(_ seconds: Double) -> LabelMoment {
    let now = origin + .seconds(seconds)
    return LabelMoment(now: now, horizon: now, time: time + Int64((seconds * 1e6).rounded()))
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
  ) throws -> LabelChannelState<FakeViewer> {
    let form = LabelStreamForm(representation: .sse, mode: mode)
    var state = LabelChannelState<FakeViewer>(
      .init(name: try LabelName("a"), form: form), LoopMetrics(), heartbeat: .seconds(heartbeat), start: origin)
    if let label { state.show(label, at: moment(0)) }
    return state
  }

  private let way = #"{"from":"0","to":"100","duration":1,"fps":10,"curve":"linear"}"#

  @Test func `each frame is sent at its time, and then there are heartbeats alone`() throws {
    var state = try channel(showing: label(way))
    let viewer = FakeViewer()
    state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0))
    #expect(viewer.sink.take() == ["start 1", "frame 0"])
    for frame in 1...10 {
      let due = state.step(at: moment(Double(frame) / 10 - 0.05), sockets: 64)
      #expect(viewer.sink.take() == [] && abs((due - after(Double(frame) / 10)) / .seconds(1)) < 1e-5)
      _ = state.step(at: moment(Double(frame) / 10), sockets: 64)
      #expect(viewer.sink.take() == ["frame \(frame)"])
    }
    #expect(state.step(at: moment(1.5), sockets: 64) == after(11))
    #expect(viewer.sink.take() == [])
    #expect(state.step(at: moment(11), sockets: 64) == after(21))
    #expect(viewer.sink.take() == ["beat"])
  }

  @Test func `a step writes to so many sockets, and a pass to each once`() throws {
    var state = try channel(showing: label(way))
    let viewers = (0..<150).map { _ in FakeViewer() }
    for viewer in viewers { state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0)) }
    for viewer in viewers { _ = viewer.sink.take() }
    var sums: [Int] = []
    var next = after(0.1)
    while next <= after(0.1) {
      next = state.step(at: moment(0.1), sockets: 64)
      sums.append(viewers.count { !$0.sink.lines.isEmpty })
    }
    #expect(sums == [64, 128, 150])
    #expect(viewers.allSatisfy { $0.sink.take() == ["frame 1"] })
  }

  @Test func `who leaves amid a pass takes nobody's turn`() throws {
    var state = try channel(showing: label(way))
    let viewers = (0..<100).map { _ in FakeViewer() }
    for viewer in viewers { state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0)) }
    for viewer in viewers { _ = viewer.sink.take() }
    _ = state.step(at: moment(0.1), sockets: 30)
    for index in stride(from: 0, to: 100, by: 3) { #expect(state.remove(viewers[index])?.viewer === viewers[index]) }
    while state.step(at: moment(0.1), sockets: 30) <= after(0.1) {}
    for (index, viewer) in viewers.enumerated() where index % 3 != 0 {
      #expect(viewer.sink.take() == ["frame 1"], "\(index)")
    }
    #expect(state.seats.count == 66 && state.remove(viewers[0]) == nil)
  }

  @Test func `a socket that is full gets the newest frame when it has room`() throws {
    var state = try channel(showing: label(way))
    let (slow, quick) = (FakeViewer(), FakeViewer())
    for viewer in [slow, quick] { state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0)) }
    _ = (slow.sink.take(), quick.sink.take())
    slow.sink.isFull = true
    for frame in 1...6 { _ = state.step(at: moment(Double(frame) / 10), sockets: 64) }
    #expect(quick.sink.take().count == 6 && slow.sink.take() == [])
    slow.sink.isFull = false
    state.serve(slow, at: moment(0.65))
    #expect(slow.sink.take() == ["frame 6"])
    #expect(state.remove(slow)?.framesSkipped == 5)
    #expect(state.remove(quick)?.framesSkipped == 0)
  }

  @Test func `a change comes before its first frame, once`() throws {
    var state = try channel(showing: label(way))
    let viewer = FakeViewer()
    state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0))
    service.wait(0.5)
    let change = try label(#"{"to":"200"}"#)
    _ = (state.step(at: moment(0.5), sockets: 64), viewer.sink.take())
    state.show(change, at: moment(0.5))
    _ = state.step(at: moment(0.5), sockets: 64)
    #expect(viewer.sink.take() == ["change 2", "frame 0"])
    _ = state.step(at: moment(0.6), sockets: 64)
    #expect(viewer.sink.take() == ["frame 1"])
  }

  @Test func `a change that was long on its way does not lead back`() throws {
    var state = try channel(showing: label(way))
    let viewer = FakeViewer()
    state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0))
    for tenth in 1...5 { _ = state.step(at: moment(Double(tenth) / 10), sockets: 64) }
    #expect(viewer.sink.take().last == "frame 5")
    service.wait(0.42)
    state.show(try label(#"{"to":"200"}"#), at: moment(0.5))
    _ = state.step(at: moment(0.5), sockets: 64)
    // Its frame at 0.42 is of an earlier moment than what was seen at 0.5.
    #expect(viewer.sink.take() == ["change 2"])
    _ = state.step(at: moment(0.53), sockets: 64)
    #expect(viewer.sink.take() == ["frame 1"])
  }

  @Test func `changes alone come without frames`() throws {
    var state = try channel(.changes, showing: label(way))
    let viewer = FakeViewer()
    state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0))
    #expect(state.step(at: moment(0.5), sockets: 64) == after(10))
    #expect(viewer.sink.take() == ["start 1"])
    service.wait(1)
    state.show(try label(#"{"to":"9"}"#), at: moment(1))
    _ = state.step(at: moment(1), sockets: 64)
    #expect(viewer.sink.take() == ["change 2"])
  }

  @Test(arguments: [(2, []), (3, []), (1, ["frame 2"]), (99, ["frame 2"])])
  func `who has seen a frame is not sent it again`(seen: Int, frames: [String]) throws {
    var state = try channel(showing: label(way))
    let viewer = FakeViewer()
    let seat = LabelSeat(viewer, mayReadPrivate: false, after: LabelPosition(version: 1, frame: seen))
    state.add(seat, at: moment(0.2))
    #expect(viewer.sink.take() == ["start 1"] + frames)
  }

  @Test func `a label that is over at a moment ends then, whoever says so`() throws {
    let brief = try label(#"{"to":"1","duration":0,"expires":3}"#)
    var state = try channel(showing: brief)
    let (single, several) = (FakeViewer(), FakeViewer(isSingle: false))
    for viewer in [single, several] { state.add(LabelSeat(viewer, mayReadPrivate: false), at: moment(0)) }
    _ = several.sink.take()
    #expect(state.step(at: moment(1), sockets: 64) == after(3))
    _ = state.step(at: moment(2.9), sockets: 64)
    #expect(state.leavers.isEmpty)
    _ = state.step(at: moment(3), sockets: 64)
    #expect(state.leavers.map(\.1) == [.expired] && state.leavers.first?.0 === single)
    #expect(several.sink.take() == ["absent expired"])
    state.miss(.expired)
    _ = state.step(at: moment(3.1), sockets: 64)
    #expect(several.sink.take() == [])
  }

  @Test func `a label that becomes private is taken from strangers alone`() throws {
    var state = try channel(showing: label(way))
    let (stranger, friend) = (FakeViewer(), FakeViewer())
    state.add(LabelSeat(stranger, mayReadPrivate: false), at: moment(0))
    state.add(LabelSeat(friend, mayReadPrivate: true), at: moment(0))
    _ = (stranger.sink.take(), friend.sink.take())
    service.wait(2)
    state.show(try label(#"{"to":"5","private":true,"duration":0}"#), at: moment(2))
    _ = state.step(at: moment(2), sockets: 64)
    #expect(stranger.sink.take() == [] && friend.sink.take() == ["change 2", "frame 0"])
    #expect(state.leavers.map(\.1) == [.forbidden] && state.leavers.first?.0 === stranger)
  }
}

/// A viewer that keeps what it is sent.
private final class FakeViewer: LabelAudience {
  let isSingle: Bool
  let sink = FakeSink()
  var stream: FakeSink { sink }

  init(isSingle: Bool = true) { self.isSingle = isSingle }
}

private final class FakeSink: LabelSink {
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
