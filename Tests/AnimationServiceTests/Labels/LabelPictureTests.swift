import HTTPTypes
import LabelStore
import MicroHTTP
import RawClient
import Testing

@testable import AnimationService
@testable import Deployment
@testable import LiveLabels

/// Pictures of labels, from now on; `Tests/Browser/test_picture.py` has browsers play them.
struct LabelPictureTests {
  private let service = LabelTestService()

  private func get(_ target: String, _ fields: HeaderFields = [:]) -> Answer {
    service.get("/v1/labels/a?\(target)", fields)
  }

  /// The texts of an SVG, each with the second at which it is shown.
  private func cues(_ answer: Answer) -> [(second: Double, text: String)] {
    answer.text.matches(of: #/<text( visibility="hidden")? x=[^>]*>([^<]*)(<set [^>]*>)?/#).map { match in
      let begin = (match.3 ?? "").firstMatch(of: #/begin="([\d.]+)s"/#).flatMap { Double($0.1) } ?? 0
      return (match.1 == nil && (match.3 ?? "").contains("hidden") ? 0 : begin, String(match.2))
    }
  }

  /// How long each picture of a GIF stands, in hundredths of a second.
  private func times(_ answer: Answer) -> [Int] {
    let bytes = answer.bytes
    return bytes.indices.dropLast(7).filter { Array(bytes[$0..<$0 + 3]) == [0x21, 0xF9, 4] && bytes[$0 + 7] == 0 }
      .map { Int(bytes[$0 + 4]) + 256 * Int(bytes[$0 + 5]) }
  }

  private var drawn: Int { service.service.context.cacheCounters.misses }

  @Test func `a minute of a clock is 61 pictures a second apart, drawn once for all who ask within one`() {
    _ = service.put("a", #"{"to":"5:00:00","rate":-1}"#)
    service.wait(62.3)
    let (film, picture) = (get("as=gif"), get("as=svg"))
    #expect(times(film) == Array(repeating: 100, count: 60) + [2])
    #expect(cues(picture).map(\.second) == (0...60).map(Double.init))
    #expect(cues(picture).first?.text == "4:58:58" && cues(picture).last?.text == "4:57:58")
    #expect(film.fields[.cacheControl] == "public, max-age=1" && film.fields[.eTag] == "W/\"1\"")
    #expect(!film.text.contains("NETSCAPE2.0"), "it is shown once")
    let count = drawn
    service.wait(0.69)
    for _ in 0..<3 { #expect(get("as=gif").bytes == film.bytes && get("as=svg").bytes == picture.bytes) }
    #expect(drawn == count)
    service.wait(0.02)
    #expect(get("as=gif").bytes != film.bytes && drawn == count + 1)
    // Other looks, seconds and versions are other pictures.
    for other in ["as=gif&color=red", "as=gif&seconds=5"] { #expect(get(other).bytes != get("as=gif").bytes) }
    _ = service.put("a", #"{"suffix":"!"}"#)
    #expect(cues(get("as=svg")).first?.text == "4:58:57!")
  }

  @Test func `it ends where the clock does`() {
    _ = service.put("a", #"{"to":"0:10","rate":-1}"#)
    service.wait(5)
    #expect(times(get("as=gif")).count == 6)
    #expect(cues(get("as=svg")).map(\.text) == ["0:05", "0:04", "0:03", "0:02", "0:01", "0:00"])
    service.wait(60)
    let rest = get("as=gif")
    #expect(times(rest).count == 1 && rest.fields[.cacheControl] == "no-cache")
    #expect(rest.fields[.eTag]?.hasPrefix("\"1-") == true)
    let (count, picture) = (drawn, get("as=svg"))
    service.wait(1000)
    #expect(get("as=gif").bytes == rest.bytes && get("as=svg").bytes == picture.bytes && drawn == count + 1)
    #expect(get("as=gif", [.ifNoneMatch: rest.fields[.eTag] ?? ""]).status == 304)
  }

  /// Each text is what the label shows at its moment: over the ends of pieces, beside an addition, paused before.
  @Test(
    arguments: [
      (#"{"to":"5:00:00","rate":-1}"#, 595), (#"{"to":"0:00.0","rate":1}"#, 58.3),
      (#"{"to":"3h 12m","rate":-1}"#, 30.5),
      (#"{"to":"0d 00h 00m 00s","until":86430}"#, 10), (#"{"to":"11:59 PM","rate":1}"#, 0),
      (#"{"to":"90","rate":-0.3}"#, 7),
      (#"{"to":"$1,234.50 raised","rate":12.5}"#, 25), (#"{"to":"0","interpolation":"odometer","rate":0.5}"#, 9),
      (#"{"to":"4:58","rate":-1}"#, -0.2),
    ] as [(String, Double)])
  func `it shows what the label does`(body: String, wait: Double) throws {
    #expect(service.put("a", body).status == 201)
    service.wait(abs(wait))
    if wait < 0 {
      _ = service.put("a", #"{"rate":0}"#)
      service.wait(3)
      _ = service.put("a", #"{"rate":-1}"#)
      service.wait(7.35)
      #expect(service.add("a", "300").status == 200)
      service.wait(0.4)
    }
    let (shown, picture) = (service.text("a").dropLast(), get("as=svg"))
    guard !body.contains("odometer") else { return #expect(picture.text.contains("<animateTransform")) }
    let cues = cues(picture)
    // One that changes in every frame begins with its second.
    let isGrid = body.contains("$")
    if !isGrid { #expect(cues.first?.text == String(shown)) }
    let label = try #require(try service.service.context.labels?.known(LabelName("a"))?.get().last)
    let now = LabelTime(microseconds: service.now)
    let start = label.shown(at: now).pictureStart(at: now).microseconds
    #expect(start <= service.now && service.now - start < 1_000_000)
    for (second, text) in cues where second > 0.8 {
      let time = start + Int64((second * 1e6).rounded())
      service.wait(Double(time - service.now) / 1e6)
      #expect(service.text("a") == text + "\n", "\(second)")
    }
    #expect(service.now - start <= 60_000_000 && service.now - start >= (body.contains("h 12m") ? 0 : 56_000_000))
  }

  @Test func `another label moves on from where it is, so many seconds or until it rests`() {
    _ = service.put("a", #"{"from":"0","to":"100","curve":"linear","duration":10,"fps":10}"#)
    service.wait(4)
    #expect(times(get("as=gif")).reduce(0, +) == 610 && cues(get("as=svg")).last?.text == "100")
    #expect(cues(get("as=svg&seconds=2")).map(\.text) == (40...60).map(String.init))
    #expect(times(get("as=gif&seconds=2")).count == 21)
    #expect(times(get("as=gif&seconds=0")).count == 1 && cues(get("as=svg&seconds=0")).map(\.text) == ["40"])
    let still = get("as=png")
    #expect(still.fields[.contentType] == "image/png" && still.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(still.bytes.dropFirst(37).prefix(8)) == Array("acTL".utf8) + [0, 0, 0, 1])
    let moving = get("as=apng&seconds=1")
    #expect(Array(moving.bytes.dropFirst(37).prefix(8)) == Array("acTL".utf8) + [0, 0, 0, 11])
  }

  @Test func `who asks for less motion sees a clock tick, and what knows no motion shows its first text`() {
    _ = service.put("a", #"{"to":"0:10","rate":-1}"#)
    let clock = get("as=svg").text
    #expect(!clock.contains("prefers-reduced-motion") && clock.contains("<title>0:10</title>"))
    #expect(clock.contains(#">0:10<set attributeName="visibility" to="hidden" begin="1s"/>"#))
    #expect(clock.contains(#">0:00<set attributeName="visibility" to="visible" begin="10s"/>"#))
    _ = service.put("a", #"{"to":"1","rate":null}"#)
    _ = service.put("a", #"{"to":"9","duration":1}"#)
    #expect(get("as=svg").text.contains("prefers-reduced-motion") && get("as=svg").text.contains("<title>9</title>"))
  }

  @Test(arguments: [
    ("svg", "image/svg+xml"), ("gif", "image/gif"), ("png", "image/png"),
  ]) func `its address may end as a picture's does`(form: String, type: String) {
    _ = service.put("a", #"{"to":"5:00","rate":-1}"#)
    let (address, answer) = ("/labels/a.\(form)", service.get("/labels/a.\(form)?size=20"))
    #expect(answer.status == 200 && answer.bytes == get("as=\(form)&size=20").bytes)
    #expect(answer.fields[.contentType] == type && answer.fields[.crossOriginResourcePolicy] == "cross-origin")
    #expect(service.get(address, [.accept: "text/html"]).fields[.contentType] == type)
    #expect(service.send(.head, address).status == 200 && service.send(.post, address).status == 405)
    let refused = service.get("\(address)?as=gif")
    #expect(refused.status == 400 && refused.text.contains("`as` cannot be given: the address says `.\(form)`."))
    #expect(service.get("/labels/b.\(form)").status == 404 && service.get("/labels/%20.\(form)").status == 400)
    // A label of exactly that name has its page there.
    _ = service.put("a.\(form)", #"{"to":"1"}"#)
    let page = service.get(address)
    #expect(page.fields[.contentType] == "text/html; charset=utf-8")
    #expect(page.text == service.get("/labels/a.\(form)x").text.replacing("\(form)x", with: form))
    #expect(service.get("/labels/a.\(form).\(form)").fields[.contentType] == type)
    // Elsewhere such a name means nothing.
    #expect(service.get("/labels/a.jpg").fields[.contentType] == "text/html; charset=utf-8")
    #expect(LabelTestService(after: service) { $0.labels = .off }.get("/labels/a").status == 200)
  }

  @Test(arguments: [
    ("seconds=5", "`seconds` needs a picture, such as `as=gif`."),
    ("as=text&seconds=0", "`seconds` needs a picture, such as `as=gif`."),
    ("as=png&seconds=5", "`seconds` can be 0 only with a PNG, which stands; `as=apng` moves."),
    ("as=gif&seconds=601", "`seconds` must be"), ("as=gif&seconds=-1", "`seconds` must be"),
    ("as=jpeg", "`as` must be one of `json`, `text`, `svg`, `gif`, `apng`, `png`"),
    ("as=gif&seconds=600&size=400", "`seconds` makes 6001 pictures"),
  ]) func `what makes no sense is refused`(query: String, detail: String) {
    _ = service.put("a", #"{"to":"$1.00","rate":12.5}"#)
    let answer = get(query)
    #expect(answer.status == 400 && answer.text.contains(detail), "\(answer.text)")
    #expect(get("as=png&seconds=0").status == 200)
  }

  @Test func `more work than a request may take is refused`() {
    let small = LabelTestService { $0.maximumWorkMilliseconds = 2 }
    _ = small.put("a", #"{"to":"0:00.0","rate":1}"#)
    let answer = small.get("/v1/labels/a?as=svg&seconds=600")
    #expect(answer.status == 400 && answer.text.contains("`seconds` makes the service work"))
    #expect(small.get("/v1/labels/a?as=svg&seconds=5").status == 200)
  }

  @Test func `a crowd that asks at once has it drawn once, and one of them is charged`() async throws {
    // The label's time stands, or those that ask in the next second have the next picture.
    let crowd = try RunningService(labels: LocalLabelStore(clock: InventedClock().storeClock)) {
      ($0.workMillisecondsPerSecond, $0.maximumWorkMilliseconds) = (1, 20)
    }
    let writer = try Client(port: crowd.port)
    writer.request("PUT /v1/labels/a", fields: "Content-Length: 26\r\n", body: #"{"to":"5:00:00","rate":-1}"#)
    #expect(try writer.response().hasPrefix("HTTP/1.1 201 "))
    let clients = try (0..<40).map { _ in try crowd.get("/labels/a.gif") }
    for client in clients { #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")) }
    #expect(await crowd.stop())
  }

  @Test func `keys and rates are asked for at its address as elsewhere`() throws {
    let key = try #require(APIKey("reader:\(String(repeating: "0", count: 64))"))
    let closed = LabelTestService { ($0.apiKeys, $0.requestsPerSecond, $0.requestBurst) = ([key], 0.001, 2) }
    for target in ["/labels/a.gif", "/labels/a.svg"] {
      let answer = closed.get(target)
      #expect(answer.status == 401 && answer.fields[named: "RateLimit"] != nil)
    }
    #expect(closed.get("/labels/a.gif").status == 429)
    #expect(closed.get("/labels/a").status == 200)
  }
}
