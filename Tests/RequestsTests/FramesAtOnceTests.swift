import Testing
import TextAnimation
import WrittenNumbers
import TextBytes

@testable import Documents
@testable import Requests

/// Frames written many at once are those written one by one.
struct FramesAtOnceTests {
  private func prepared(_ query: String) throws -> PreparedSequence {
    let limits = RequestLimits(
      text: TextLimits(bytes: 100_000, characters: 10_000), frames: 36_000, settling: 3600, animations: 256,
      animationsBytes: 1_000_000)
    let context = RequestContext(limits: limits)
    let members = try FormURLEncoded.read(query.utf8Span.span)
    var parameters = RequestParameters(members, by: .frames, in: context)
    return try parameters.finishedAnimation(in: context).prepared(in: context)
  }

  /// The frames by steps of so many bytes, each with times of its own unless they are given.
  private func written(
    _ prepared: PreparedSequence, _ form: FrameForm, _ timing: TimingTable? = nil, bySteps size: Int = .max
  ) -> String {
    var (document, first) = ("", 0)
    var meter = Meter(limit: .max)
    while first < prepared.sequence.count ?? 0 {
      var step = UTF8Buffer()
      first = prepared.writeFrames(form, timing, from: first, to: &step, until: size, spending: &meter)
      document += step.text()
    }
    return document
  }

  private static let forms: [FrameForm] = [.elements, .lines, .csv([.value, .velocity], .raw), .csv([], .safe), .text]

  private static let longText = String(repeating: "word%20", count: 800)

  @Test(arguments: [
    "from=1&to=2", "from=$1,234.50&to=$9,876.25&fps=240", "from=%22%09%5C1&to=%22%09%5C2", "from=a%22b&to=ab&fps=7",
    "from=-5&to=5&curve=spring(dampingRatio:%200.3)", "from=a&to=bc&interpolation=typewriter&repeat=3",
    "from=1&to=9&include=value,velocity,labels", "from=1&to=9&markers=0.5,0.9", "from=1&to=2&duration=0",
    "from=9&to=100&curve=easeInOutBack&clamp=both&fps=120", "from=1&to=2&interpolation=none",
    "from=9999999999999990&to=9999999999999999&curve=easeOutBack", "from=\(longText)1&to=\(longText)2",
    "to=9876&format=%25'd&fps=128&duration=1", "to=9876543&notation=compact&duration=1&fps=127",
  ])
  func `the frames of a document are those of a stream`(query: String) throws {
    let prepared = try prepared(query)
    let count = try #require(prepared.sequence.count)
    for form in Self.forms {
      let frames = (0..<count).map { index in
        var frame = UTF8Buffer()
        prepared.writeFrame(index, form, to: &frame)
        return frame.text()
      }
      for timing in [nil, TimingTable(prepared.sequence, form.times)] {
        for size in [.max, 1, 20_000] {
          #expect(written(prepared, form, timing, bySteps: size) == frames.joined())
        }
      }
    }
  }

  /// What ends a document does not count.
  @Test(arguments: [(SequenceRepresentation.json, 4), (.ndjson, 0), (.csv, 0), (.text, 0)])
  func `a document may have as many bytes as allowed and not one more`(
    representation: SequenceRepresentation, tail: Int
  ) throws {
    let prepared = try prepared("from=1&to=2&fps=100&duration=20")
    for timing in [nil, TimingTable(prepared.sequence, representation.times)] {
      let document = SequenceDocument(
        list: AnimationList(prepared), representation: representation, timings: timing.map { [$0] })
      func count(_ limit: Int) throws(Problem) -> Int {
        try document.bytes(limits: DocumentLimits(bytes: limit, pixels: 0)).count
      }
      let whole = try count(.max / 2) - tail
      #expect(try count(whole) == whole + tail)
      for missing in [1, 2, 3, 4, 5, 100, whole / 2, whole] {
        #expect(throws: Problem.self) { try count(whole - missing) }
      }
    }
  }
}
