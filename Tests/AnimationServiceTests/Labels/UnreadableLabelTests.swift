import FrameScheduling
import HTTPTypes
import LabelStore
import MicroHTTP
import TestLog
import Testing

@testable import LiveLabels
@testable import AnimationService

/// What a store has of a label that no service has written.
struct UnreadableLabelTests {
  private static let start: Int64 = 1_764_000_000_000_000

  private static func state(start: Int64, residual: String? = nil, glyph: String? = nil) -> String {
    var members = [#""form":1,"parameters":{},"from":"1","to":"9","start":\#(start)"#]
    if let residual { members.append(#""residuals":[\#(residual)]"#) }
    if let glyph { members.append(#""glyphs":[\#(glyph)]"#) }
    return "{\(members.joined(separator: ","))}"
  }

  private static let states = [
    "", "{}", state(start: .max), state(start: .min), state(start: -1), state(start: start + 1),
    state(start: start, residual: #"[9223372036854775807,"linear",1,["8"]]"#),
    state(start: start, residual: #"[-9223372036854775808,"linear",1,["8"]]"#),
    state(start: start, residual: #"[1764000000000000,"linear",1e300,["8"]]"#),
    state(start: start, residual: #"[1764000000000000,"linear",1e999,["8"]]"#),
    state(start: start, glyph: #"["1",1e300,0,1,0,1]"#),
  ]

  @Test(arguments: states)
  func `a label whose state cannot be is answered 503, and said so once`(state: String) {
    let (clock, log) = (InventedClock(), TestLog())
    let store = LocalLabelStore(clock: clock.storeClock)
    store.update("a", key: nil) { _, _ in
      .replace(state: Array(state.utf8), expiry: nil, isPrivate: false)
    } _: { _ in
    }
    let service = LabelTestService(over: store, clock, log: log)
    for _ in 0..<3 {
      for target in ["/v1/labels/a", "/v1/labels/a?as=svg", "/v1/labels/a/stream", "/v1/labels/a/next"] {
        let answer = service.get(target)
        #expect(
          answer.status == 503 && answer["type"] == "/problems#labels-unavailable" && answer.fields[.retryAfter] != nil,
          "\(answer.text)")
      }
      #expect(service.put("a", #"{"to":"7"}"#).status == 503)
      #expect(service.add("a", "1").status == 503)
    }
    #expect(log.all.filter { $0.contains("a label cannot be read") }.count == 1)
    #expect(service.get("/v1/labels").status == 200)
    #expect(service.put("b", #"{"to":"7"}"#).status == 201)
    #expect(service.send(.delete, "/v1/labels/a").status == 204)
    #expect(service.put("a", #"{"to":"7"}"#).status == 201)
  }

  @Test func `a change that began long before its label was kept can be read`() {
    let clock = InventedClock()
    let store = LocalLabelStore(clock: clock.storeClock)
    store.update("a", key: nil) { _, _ in
      .replace(state: Array(Self.state(start: 0).utf8), expiry: nil, isPrivate: false)
    } _: { _ in
    }
    let service = LabelTestService(over: store, clock)
    #expect(service.text("a") == "9\n")
    #expect(service.put("a", #"{"to":"7"}"#)["text"] == "9")
  }
}

struct StoredRunTests {
  /// What no service writes, and what a store may have all the same.
  @Test(
    arguments: [
      "0", "-1", "298.3", "1e5", String(repeating: "9", count: 38), "0.\(String(repeating: "0", count: 37))1",
    ],
    [
      "1", "-1", "0", "x", String(repeating: "9", count: 38), "-0.\(String(repeating: "0", count: 37))1",
      "33333333333333.3",
    ])
  func `any line that is stored is shown or refused, at any time`(value: String, rate: String) throws {
    let context = TestService().context
    let start: Int64 = 1_764_000_000_000_000
    let nines = String(repeating: "9", count: 38)
    for end in ["null", "\"0\"", "\"\(nines)\"", "\"-\(nines)\"", "\"0.5\""] {
      for (target, residuals) in [
        ("0:00", ""), ("$1,000.00", ""), ("1h 59m", #","residuals":[[1764000000000000,"linear",1e9,["5"]]]"#),
      ] {
        let state = """
          {"form":1,"parameters":{"rate":-1},"to":"\(target)","start":\(start),"run":[\(start),"\(value)","\(rate)",\(end)]\
          \(residuals)}
          """
        let stored = StoredLabel(
          name: "a", version: 1, start: LabelTime(microseconds: start), isPrivate: false, state: Array(state.utf8))
        guard let label = try? PreparedLabel(stored, in: context.requests) else { continue }
        for time in [start - 1, start, start + 1, start + 1_000_000, start + 86_400_000_000, 9_007_199_254_740_991] {
          let time = LabelTime(microseconds: time)
          let shown = label.shown(at: time)
          #expect(!ReadableLabel(shown).document(at: time).isEmpty)
          if let next = shown.nextStart { #expect(next > shown.start) }
          #expect(shown.frameTimes.count ?? 0 <= 10_000_000_000_000)
        }
      }
    }
  }
}
