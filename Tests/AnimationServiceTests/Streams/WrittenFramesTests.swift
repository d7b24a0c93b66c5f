import MicroHTTP
import Synchronization
import Testing
import TextAnimation
import TextBytes

@testable import AnimationService
@testable import FrameScheduling

struct WrittenFramesTests {
  private static let one = "from=1&to=3&duration=1&fps=10"
  // The list: [{"id":1},{"id":2,"delay":0.05}]
  private static let two = one + "&animations=%5B%7B%22id%22:1%7D,%7B%22id%22:2,%22delay%22:0.05%7D%5D"

  private func encoder(_ query: String, interpolators: InterpolatorCatalog = .standard) throws -> StreamEncoder {
    let context = ServiceContext(settings: Settings(), interpolators: interpolators)
    let request = Request(path: "/v1/stream", query: query)
    let plan = try #require(try StreamPlan(request, in: context, by: LongWork(context), sharing: nil))
    return plan.encoder
  }

  /// What is written for the frames at some places, each in its own turn.
  private func frames(_ positions: [Int], by encoder: StreamEncoder) -> [String] {
    let order = Array(encoder.timeline.prefix(40))
    return positions.map { position in
      let due = MonotonicTime(nanoseconds: 0)
      var wire = UTF8Buffer()
      wire.append("before ")
      let departure = FramePacer.Departure(frame: order[position], position: position, due: due, skipped: 0)
      #expect(encoder.write([departure], to: &wire) == 1)
      return wire.text()
    }
  }

  @Test(arguments: [1, 2, 3], [one, two])
  func `every viewer is shown the same`(viewers: Int, query: String) throws {
    for representation in ["sse", "ndjson", "text"] {
      let query = query + "&as=" + representation
      let shown = frames([0, 7, 3, 10, 7], by: try encoder(query))
      let shared = try encoder(query)
      for _ in 0..<viewers {
        shared.addViewer()
        #expect(frames([0, 7, 3, 10, 7], by: shared) == shown)
      }
    }
  }

  @Test func `frames without end are written anew each time`() throws {
    let endless = try encoder(Self.one + "&repeat=infinite&as=ndjson")
    for _ in 0..<2 {
      endless.addViewer()
      #expect(try frames([4], by: endless) == frames([4], by: encoder(Self.one + "&as=ndjson")))
    }
  }

  /// There is room for 11 times 130 bytes of one, and for 22 times 140 of two.
  @Test(arguments: [(one, 5), (two, 10)])
  func `what has been written for one of several viewers is copied, if there was room`(query: String, kept: Int) throws
  {
    let writing = Writing()
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("counted", summary: "Two hundred letters.") { _ in Counted(writing: writing) }
    let encoder = try encoder(query + "&interpolation=counted", interpolators: interpolators)
    let all = Array(0..<(encoder.timeline.count ?? 0))
    for _ in 0..<2 { encoder.addViewer() }
    let counts = (0..<3).map { _ in
      let before = writing.count
      _ = frames(all, by: encoder)
      return writing.count - before
    }
    #expect(counts[1] == counts[0] - kept)
    #expect(counts[2] == counts[1])
  }

  private final class Writing: Sendable {
    private let written = Atomic(0)
    var count: Int { written.load(ordering: .relaxed) }

    func add() { written.add(1, ordering: .relaxed) }
  }

  private struct Counted: TextInterpolator, TextInterpolation {
    let writing: Writing
    var threshold: Double { 0.5 }

    func prepare(from source: String, to target: String) -> any TextInterpolation { self }

    func write(at progress: Double, to text: inout UTF8Buffer) {
      writing.add()
      text.append(repeating: UInt8(ascii: "x"), count: 200)
    }
  }

  @Test func `its memory is bounded, however many frames of however long texts there are`() {
    #expect(WrittenFrames(frameCount: 36_000, textBytes: 32_768).byteCount <= 300_000)
    #expect(WrittenFrames(frameCount: .max, textBytes: 0).byteCount <= 300_000)
  }
}
