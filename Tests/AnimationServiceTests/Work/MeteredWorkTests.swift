import Foundation
import HTTPTypes
import MicroHTTP
import Testing
import TextAnimation
import Interpolation
import WrittenNumbers
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct MeteredWorkTests {
  private static func get(_ path: String, _ parameters: [(String, String)], gzip: Bool = false) -> Request {
    let query = parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return Request(
      path: path, query: query.joined(separator: "&"), headerFields: gzip ? [.acceptEncoding: "gzip"] : [:])
  }

  private static func frames(_ from: String, _ to: String, _ more: [(String, String)] = [], gzip: Bool = false)
    -> Request
  {
    get("/v1/frames", [("from", from), ("to", to)] + more, gzip: gzip)
  }

  private static func post(_ json: String, to path: String = "/v1/frames") -> Request {
    Request(method: .post, path: path, headerFields: [.contentType: "application/json"], body: Array(json.utf8))
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static func list(_ count: Int, _ member: String = "") -> String {
    "[" + (0..<count).map { #"{"id":\#($0)\#(member)}"# }.joined(separator: ",") + "]"
  }

  /// Each has held up a loop that took it for cheap.
  static let long: [(request: Request, status: Int)] = [
    (
      post(
        #"{"from":"\#(times(2_000, "a\u{301}"))","to":1,"maximumSignificantDigits":21,"frames":"distinct","#
          + #""repeat":"infinite","animations":\#(list(40))}"#), 400
    ),
    (frames(times(600, "1 h "), times(600, "0x1 ")), 200),
    (frames(times(800, "1y "), times(400, "1h 1m ")), 200),
    (frames(times(400, "๒"), times(400, "๑"), [("as", "svg")]), 200),
    (get("/v1/curve", [("curve", "spring(duration: 0.01, bounce: 0.9999)"), ("samples", "2001")]), 200),
    (get("/v1/curve", [("curve", "spring(duration: 0.01, bounce: 0.9999)"), ("as", "svg")]), 200),
    (get("/v1/curve", [("curve", "steps(1000)")]), 200),
    (get("/v1/curve", [("curve", "linear(\(times(999, "0, 1, "))1)")]), 200),
    (frames("0", "123456", [("duration", "100")], gzip: true), 200),
    // And their neighbours.
    (frames(times(500, "5'10\" "), times(500, "1/2 ")), 200),
    (frames(times(600, "10 MB "), times(600, "2 GB ")), 200),
    (frames(times(900, "1/2 "), times(900, "3/4 "), [("as", "text")]), 200),
    (frames(times(800, "#fff "), times(800, "#000 ")), 200),
    (frames(times(500, "1e5 "), times(50, "5 km ")), 200),
    (frames(times(50, "#fff "), times(500, "1st "), [("interpolation", "odometer")]), 200),
    (frames(times(500, "a\u{301}1 "), times(500, "abc "), [("earlier", #"[{"to":"200 apples","ago":0.5}]"#)]), 200),
    (
      post(
        #"{"from":"\#(times(500, "é"))","to":"\#(times(500, "è"))","interpolation":"morph","include":"glyphs","#
          + #""time":0.5,"animations":\#(list(60))}"#, to: "/v1/frame"), 200
    ),
    (
      frames(
        "0", "9", [("earlier", "[" + (0..<32).map { #"{"to":"\#($0)","ago":0.5}"# }.joined(separator: ",") + "]")]), 200
    ),
  ]

  @Test(arguments: long) func `what takes long is done off the loop, however cheap it looked`(
    request: Request, status: Int
  ) {
    let service = TestService.charging()
    #expect(service.isAnsweredLater(request))
    // Two, and what was asked for last, most of which is not done.
    #expect((1...10).contains(service.charged()))
    #expect(TestService().send(request).status == status)
  }

  @Test(arguments: [
    frames("100 apples", "400 apples"), frames("0", "123456", [("duration", "10")]),
    frames("0", "123456", [("as", "svg")]), frames("5 km", "3 mi"), frames("1h 59m", "2h 1m"), frames("hello", "world"),
    post(#"{"from":1,"animations":\#(list(5, #","to":5"#))}"#),
    frames("0", "123456", [("markers", "0.5")]), frames("٣٤٥", "٩٨٧٦"),
    frames("one", "two", [("interpolation", "morph")]),
  ])
  func `what is asked for every day is answered at once`(request: Request) {
    #expect(!TestService().isAnsweredLater(request))
  }

  @Test(arguments: [
    ([("format", "%'.400f"), ("as", "cast"), ("duration", "36"), ("speed", "10")], "duration"),
    ([("format", "%'.400f"), ("as", "cast"), ("duration", "300"), ("speed", "10")], "duration"),
    ([("format", "%'.100f"), ("as", "cast"), ("duration", "900"), ("speed", "10")], "duration"),
    ([("notation", "compact"), ("frames", "distinct"), ("duration", "600")], "frames"),
  ])
  func `what takes longer than it may ends with its cause, however cheap it looked`(
    parameters: [(String, String)], cause: String
  ) {
    let request = Self.frames("0", "999999999999", parameters)
    let service = TestService { $0.maximumWorkMilliseconds = 20 }
    let answer = service.send(request)
    #expect(answer.status == 400)
    #expect(
      answer.text.contains(#""parameter":"\#(cause)","detail":"makes the service work for more than 20 ms"#)
        || answer.text.contains(#""parameter":"\#(cause)","detail":"would make the service work for about"#))
    #expect(TestService().send(request).status == 200)
  }

  @Test func `an hour of four hundred digits as a recording is more than a second's work`() {
    let parameters = [("format", "%'.400f"), ("as", "cast"), ("duration", "3600"), ("speed", "10")]
    let service = TestService.charging()
    let answer = service.send(Self.frames("0", "999999999999", parameters))
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"duration","detail":"makes the service work for more than 1000 ms"#))
    // Nothing has gone on once it was known.
    #expect((1_000...1_050).contains(service.charged()))
  }

  /// Numbers and characters in turn, of which no other such text has the same.
  private static func ideograms(_ first: UInt32) -> String {
    (0..<2_000).map { "\($0 % 10)\(Unicode.Scalar(first + UInt32($0)).map { Character($0) } ?? "?")" }.joined()
  }

  @Test(arguments: [("runs", "typewriter", 35), ("runs", "morph", 70), ("value,shown", "numbers", 3)])
  func `what a frame says beside its text is charged`(member: String, interpolation: String, milliseconds: Int) {
    let (from, to) =
      interpolation == "numbers"
      ? (Self.times(1_000, "1 "), Self.times(1_000, "2 ")) : (Self.ideograms(0x4e00), Self.ideograms(0x5e00))
    func charged(_ include: String) -> Int {
      let service = TestService.charging()
      let json = #"{"from":"\#(from)","to":"\#(to)","interpolation":"\#(interpolation)","duration":0.1,"#
      #expect(service.send(Self.post(json + #""include":"\#(include)"}"#)).status == 200)
      return service.charged()
    }
    #expect(charged(member) >= charged("") + milliseconds)
  }

  @Test func `a frame that would hold up others is not streamed`() {
    let json = #"{"from":"\#(Self.ideograms(0x4e00))","to":"\#(Self.ideograms(0x5e00))","fps":1,"include":"runs","#
    let answer = TestService().send(Self.post(json + #""interpolation":"typewriter"}"#, to: "/v1/stream"))
    #expect(answer.status == 400 && answer.text.contains("ms of each frame; 5 are allowed"))
  }

  @Test func `the same request takes the same units, whatever is cached`() {
    func granted(_ service: TestService) -> Int {
      (0..<1_000).prefix { service.get("/v1/frames?from=0&to=\($0)&duration=10").status == 200 }.count
    }
    func change(_ settings: inout Settings) {
      (settings.workMillisecondsPerSecond, settings.maximumWorkMilliseconds) = (1, 10)
    }
    let first = granted(TestService(change))
    #expect(first > 10)
    // Another client finds the times of its frames in the cache.
    #expect(abs(granted(TestService(change)) - first) <= 1)
  }

  @Test func `an interpolation of others is charged by the bytes of its texts`() throws {
    var meter = Meter(limit: 10_000)
    let other = Plain()
    _ = try other.prepare(from: "1", to: "2", spending: &meter)
    #expect(meter.spent > 0 && !meter.isExhausted)
    #expect(throws: NotAnimatable.self) {
      try other.prepare(from: Self.times(100, "1"), to: "2", spending: &meter)
    }
    #expect(meter.blamed == .texts)
  }

  /// Is charged by the bytes of its texts.
  private struct Plain: TextInterpolator {
    func prepare(
      from source: String, to target: String, spending meter: inout Meter
    ) throws(NotAnimatable) -> any TextInterpolation {
      try meter.charge(source, target)
      return try NumbersInterpolator().prepare(from: source, to: target)
    }
  }
}
