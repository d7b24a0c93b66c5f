import MicroHTTP
import Synchronization
import Testing
import TextAnimation
import TextBytes

@testable import AnimationService

struct WrittenFramesTests {
  private enum Failure: Error { case notThatContent }

  private func encoder(_ representation: StreamRepresentation = .sse) throws -> StreamEncoder {
    let request = Request(path: "/v1/stream", query: "from=1&to=3&duration=1&fps=10&as=\(representation.rawValue)")
    let context = ServiceContext(settings: Settings())
    let plan = try #require(try StreamPlan(request, in: context, by: LongWork(context.workQueue), sharing: nil))
    guard case .sequence(let encoder) = plan.content else { throw Failure.notThatContent }
    return encoder
  }

  private func bytes(_ frames: WrittenFrames, _ index: Int, _ encoder: StreamEncoder) -> String {
    var wire = UTF8Buffer()
    wire.append("before ")
    frames.write(index, by: encoder, to: &wire)
    return wire.text()
  }

  private func plain(_ index: Int, _ encoder: StreamEncoder) -> String {
    var wire = UTF8Buffer()
    wire.append("before ")
    encoder.writeFrame(index, to: &wire)
    return wire.text()
  }

  @Test(arguments: [1, 2, 3], [(11, 100), (11, 0), (3, 100), (0, 0)])
  func `every viewer is shown the same, whether there is room or not`(viewers: Int, room: (Int, Int)) throws {
    let encoder = try encoder()
    let frames = WrittenFrames(frameCount: room.0, textBytes: room.1)
    for _ in 0..<viewers {
      frames.addViewer()
      for index in [0, 7, 3, 10, 7] { #expect(bytes(frames, index, encoder) == plain(index, encoder)) }
    }
  }

  @Test func `what finds no room is written anew each time`() throws {
    let writing = Writing()
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("counted", summary: "Two hundred letters.") { _ in Counted(writing: writing) }
    let context = ServiceContext(settings: Settings(), interpolators: interpolators)
    let query = "from=1&to=3&duration=1&fps=10&interpolation=counted"
    let request = Request(path: "/v1/stream", query: query)
    let plan = try #require(try StreamPlan(request, in: context, by: LongWork(context.workQueue), sharing: nil))
    guard case .sequence(let encoder) = plan.content else { throw Failure.notThatContent }
    let frames = WrittenFrames(frameCount: 11, textBytes: 0)
    var counts: [Int] = []
    for _ in 0..<2 { frames.addViewer() }
    for _ in 0..<3 {
      let before = writing.count
      for index in 1..<10 { _ = bytes(frames, index, encoder) }
      counts.append(writing.count - before)
    }
    // 11 times 128 bytes have room for five.
    #expect(counts == [9, 4, 4])
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

  @Test func `frames without end are written anew each time`() throws {
    let encoder = try encoder(.ndjson)
    let frames = WrittenFrames(frameCount: nil, textBytes: 10)
    for _ in 0..<2 {
      frames.addViewer()
      #expect(bytes(frames, 4, encoder) == plain(4, encoder))
    }
    #expect(frames.byteCount == 0)
  }

  @Test func `its memory is bounded, however many frames of however long texts there are`() {
    #expect(WrittenFrames(frameCount: 36_000, textBytes: 32_768).byteCount <= 300_000)
    #expect(WrittenFrames(frameCount: .max, textBytes: 0).byteCount <= 300_000)
  }
}
