import HTTPTypes
import MicroHTTP
import Pictures
import TextAnimation
import WrittenNumbers
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents
@testable import Requests

/// GIF and APNG as answers; `Tests/Outside/test_films.py` has programs of others read them.
struct FilmTests {
  private static let apples = "/v1/frames?from=100%20apples&to=400%20apples"

  @Test func `a form that is none is refused with those that are`() {
    #expect(TestService().get("\(Self.apples)&as=png").text.contains("`gif`, `apng`, not `png`"))
  }

  @Test func `a browser that opens the address gets JSON, and who accepts GIF gets GIF`() {
    let service = TestService()
    let target = "\(Self.apples)&duration=0.1"
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"
    #expect(service.get(target, [.accept: browser]).fields[.contentType] == "application/json")
    #expect(service.get(target, [.accept: "image/gif"]).fields[.contentType] == "image/gif")
  }

  @Test func `a film is compressed once`() {
    let answer = TestService { $0.compressionMinimumBytes = 1 }
      .get("\(Self.apples)&duration=0.1&as=gif", [.acceptEncoding: "gzip"])
    #expect(answer.status == 200 && answer.fields[.contentEncoding] == nil)
  }

  @Test(arguments: ["gif", "apng"])
  func `more pixels than allowed are refused before any is drawn`(form: String) {
    let service = TestService { $0.maximumPicturePixels = 100_000 }
    #expect(service.get("/v1/frames?to=400&duration=0&as=\(form)").status == 200)
    let answer = service.get("\(Self.apples)&as=\(form)")
    #expect(answer.status == 400 && answer.text.contains("100000 pixels are allowed"))
  }

  @Test func `a side that no picture can have is refused`() {
    let answer = TestService { $0.maximumWorkMilliseconds = 100_000 }
      .get("/v1/frames?as=gif&duration=0&to=" + String(repeating: "W", count: 4000))
    #expect(answer.status == 400 && answer.text.contains("32767"))
  }

  @Test func `more work than allowed is refused before any is done`() {
    let answer = TestService().get("\(Self.apples)&as=apng&duration=300")
    #expect(answer.status == 400 && answer.text.contains("pixels are allowed"))
  }

  @Test func `a film without end has the frames of once`() {
    let (once, endless) = (Self.apples + "&as=gif&duration=0.1", Self.apples + "&as=gif&duration=0.1&repeat=infinite")
    let (one, other) = (TestService().get(once), TestService().get(endless))
    #expect(other.status == 200 && other.text.contains("NETSCAPE2.0") && !one.text.contains("NETSCAPE2.0"))
    #expect(other.text.utf8.count < one.text.utf8.count + 30)
  }
}

struct FilmMomentsTests {
  private func moments(_ query: String, _ format: FilmFormat) throws -> FilmMoments {
    let context = ServiceContext(settings: Settings())
    let request = Request(path: "/v1/frames", query: "from=0&to=9&\(query)")
    var parameters = try RequestParameters(of: request, by: .frames, in: context.requests)
    return FilmMoments(
      try parameters.finishedAnimation(in: context.requests).prepared(in: context.requests).sequence, format)
  }

  @Test func `sixty frames a second are fifty in a GIF, evenly apart`() throws {
    let moments = try moments("duration=1&fps=60", .gif)
    #expect(moments.all.map(\.tick) == (0...50).map { 2 * $0 })
    #expect(moments.all.map(\.frame).prefix(8) == [0, 1, 2, 3, 4, 6, 7, 8])
    #expect(moments.all.last?.frame == 60)
    #expect(moments.end == 102)
  }

  @Test func `fewer frames stay as they are, and their times are rounded from the start`() throws {
    let moments = try moments("duration=1&fps=30", .gif)
    #expect(moments.all.map(\.frame) == Array(0...30))
    #expect(moments.all.map(\.tick).prefix(7) == [0, 3, 7, 10, 13, 17, 20])
    #expect(moments.all.last?.tick == 100)
  }

  @Test(
    arguments: [FilmFormat.gif, .apng], ["fps=240", "fps=59.94", "fps=1", "fps=25&delay=0.333", "frames=distinct"])
  func `no frame is shorter than players show, and the last is shown`(_ format: FilmFormat, _ query: String) throws {
    let moments = try moments("duration=1.003&\(query)", format)
    let ticks = moments.all.map(\.tick) + [moments.end]
    let shortest = format == .gif ? 2 : 16
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 >= shortest })
    let frames = moments.all.map(\.frame)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 })
    let last = TestService().get("/v1/frames?from=0&to=9&duration=1.003&\(query)&as=text")
    #expect(frames.last == last.text.count { $0 == "\n" } - 1)
  }

  @Test func `a text that does not change is one picture`() throws {
    let context = ServiceContext(settings: Settings())
    var parameters = RequestParameters([.init("to", "9")], by: .frames, in: context.requests)
    let sequence = try parameters.finishedAnimation(in: context.requests).prepared(in: context.requests).sequence
    #expect(FilmMoments(sequence, .apng).all.map(\.frame) == Array(0..<(sequence.count ?? 0)))
  }
}
