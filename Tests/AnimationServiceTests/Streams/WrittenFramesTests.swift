import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService

struct WrittenFramesTests {
  private enum Failure: Error { case notThatContent }

  private func encoder(_ representation: StreamRepresentation = .sse) throws -> StreamEncoder {
    let request = Request(path: "/v1/stream", query: "from=1&to=3&duration=1&fps=10&as=\(representation.rawValue)")
    let plan = try StreamPlan(request, in: ServiceContext(settings: Settings()))
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
