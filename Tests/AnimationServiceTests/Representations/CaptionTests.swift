import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

/// `as=vtt`, read as strictly as WebVTT is defined (section 4).
struct CaptionTests {
  private let service = TestService()

  private struct Cue: Equatable {
    let start: Int
    let end: Int
    let text: String
  }

  private enum Mistake: Error { case header, timing, text }

  /// The cues of a track.
  private func cues(_ track: String) throws -> [Cue] {
    var blocks = track.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    guard blocks.removeFirst() == "WEBVTT", blocks.popLast() == "" else { throw Mistake.header }
    var last = 0
    return try blocks.map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let timing = /(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})/
      guard let match = lines[0].wholeMatch(of: timing)?.output, lines.count > 1 else { throw Mistake.timing }
      let start = milliseconds(match.1, match.2, match.3, match.4)
      let end = milliseconds(match.5, match.6, match.7, match.8)
      guard start >= last, end > start else { throw Mistake.timing }
      last = start
      return Cue(start: start, end: end, text: try plain(lines.dropFirst().joined(separator: "\n")))
    }
  }

  private func milliseconds(_ parts: Substring...) -> Int {
    zip(parts, [3_600_000, 60_000, 1000, 1]).reduce(0) { $0 + (Int($1.0) ?? 0) * $1.1 }
  }

  /// A text without its references; one with a `<` or `>` or an `&` that begins none is malformed.
  private func plain(_ text: String) throws -> String {
    let rest = text.replacing(/&(amp|lt|gt);/, with: "")
    guard !rest.contains(/[&<>]/), !text.isEmpty, !text.hasPrefix("\n"), !text.contains("\n\n") else {
      throw Mistake.text
    }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  @Test func `a track has a cue for each text, from its first frame to the next text's`() throws {
    let answer = service.get("/v1/frames?from=1&to=3&duration=1&fps=10&curve=linear&as=vtt")
    #expect(answer.fields[.contentType] == "text/vtt")
    #expect(
      answer.text == """
        WEBVTT

        00:00:00.000 --> 00:00:00.300
        1

        00:00:00.300 --> 00:00:00.800
        2

        00:00:00.800 --> 24:00:00.800
        3


        """)
  }

  @Test(arguments: [
    "from=1&to=300&duration=1", "from=0&to=9&delay=0.5&repeat=3&autoreverse=true", "from=0&to=99&curve=easeOutBack",
    "from=xa&to=x%3Cb%3E%26%20c&interpolation=typewriter",
    "from=5&to=5", "from=%3C1--%3E&to=%3C2--%3E", "from=1&to=9&delay=3599.9",
  ])
  func `a track shows what a stream shows`(query: String) throws {
    let track = try cues(service.get("/v1/frames?as=vtt&\(query)").text)
    let records = service.get("/v1/frames?as=csv&\(query)").text.split(separator: "\r\n").dropFirst()
    for record in records {
      let fields = record.split(separator: ",", maxSplits: 3).map(String.init)
      guard fields.count == 4 else { continue }
      let time = try #require(Double(fields[1]))
      let shown = track.last { $0.start <= Int((time * 1000).rounded()) }
      #expect(try #require(shown).text == fields[3], "\(record)")
    }
    for (cue, next) in zip(track, track.dropFirst()) {
      #expect(cue.end == next.start)
      #expect(cue.text != next.text)
    }
  }

  @Test func `of texts that show for less than a millisecond the last is seen`() throws {
    let track = try cues(service.get("/v1/frames?as=vtt&from=0&to=500&frames=distinct&duration=0.1&curve=linear").text)
    #expect((100...101).contains(track.count))
    #expect(track.last?.text == "500")
  }

  @Test func `blank lines and empty texts make no cue of their own`() throws {
    let track = service.get("/v1/frames?from=&to=a%0A%0D%0A%0Ab%0A&interpolation=none&as=vtt").text
    #expect(track == "WEBVTT\n\n00:00:00.000 --> 24:00:00.000\na\nb\n\n")
    #expect(service.get("/v1/frames?from=&to=&as=vtt").text == "WEBVTT\n\n")
  }

  @Test func `a client may ask for it by its media type, and not for several animations`() {
    #expect(service.get("/v1/frames?to=3", [.accept: "text/vtt"]).text.hasPrefix("WEBVTT\n"))
    #expect(service.get("/v1/frames?to=1&animations=%5B%7B%22id%22:1%7D%5D&as=vtt").status == 400)
    #expect(service.get("/openapi.json").text.contains("\"text/vtt\""))
  }
}
