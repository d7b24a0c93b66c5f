import TextAnimation
import Testing
import WireFormat

@testable import AnimationService

struct LabelRecordTests {
  private static func record(residuals: Int) -> LabelRecord {
    LabelRecord(
      parameters: [.init("curve", "spring(duration: 0.5, bounce: 0.3)"), .init("duration", .number("2"))],
      isPrivate: true,
      motion: LabelMotion(
        to: "$12,340.50 raised", from: "$1,234.00 raised", at: 1_764_000_000_000_001,
        residuals: (0..<residuals).map {
          Residual(
            start: 1_764_000_000_000_000 - Int64($0), curve: "spring(duration: 0.5, bounce: 0.3)", duration: 2.5,
            distances: ["-12.50"], velocities: $0 == 0 ? [0.1, 1e-17] : [])
        }))
  }

  @Test(arguments: [0, 1, 64])
  func `what is stored is read again`(residuals: Int) throws {
    let record = Self.record(residuals: residuals)
    #expect(try #require(LabelRecord(record.bytes)) == record)
  }

  @Test func `glyphs that are on their way are stored, too`() throws {
    var record = Self.record(residuals: 0)
    record.motion.glyphs = [Glyph("é", x: 0.1, y: -1, scale: 0.5, rotation: 1e-9, opacity: 0), Glyph("1", x: 2)]
    #expect(try #require(LabelRecord(record.bytes)) == record)
  }

  @Test func `eight residuals take less than a KiB`() {
    #expect(Self.record(residuals: 8).bytes.count < 1024)
  }

  @Test(arguments: [
    "", "{}", #"{"form":2,"parameters":{},"to":"1","start":1}"#, #"{"form":1,"parameters":{},"to":"1"}"#,
  ])
  func `what no version up to this one writes is none`(text: String) {
    #expect(LabelRecord(Array(text.utf8)) == nil)
  }
}
