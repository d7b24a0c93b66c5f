import LabelStore
import Logging
import Requests
import MicroHTTP
import TextAnimation
import WrittenNumbers
import Interpolation
import Testing
import TextBytes

@testable import LiveLabels
@testable import Deployment

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
    var record = Self.record(residuals: residuals)
    record.movesByDefault = residuals == 1
    record.plural = residuals == 1 ? "apples" : nil
    #expect(try #require(LabelRecord(record.bytes)) == record)
  }

  @Test func `what is stored of a private label, and of no other, begins as stores know it`() {
    var record = Self.record(residuals: 1)
    #expect(record.bytes.starts(with: StoredLabel.privateMark))
    record.isPrivate = false
    record.parameters.insert(.init("private", .bool(true)), at: 0)
    #expect(!record.bytes.starts(with: StoredLabel.privateMark))
  }

  @Test func `glyphs that are on their way are stored, too`() throws {
    var record = Self.record(residuals: 0)
    record.motion.glyphs = [Glyph("é", x: 0.1, y: -1, scale: 0.5, rotation: 1e-9, opacity: 0), Glyph("1", x: 2)]
    #expect(try #require(LabelRecord(record.bytes)) == record)
  }

  @Test func `eight residuals take less than a KiB`() {
    #expect(Self.record(residuals: 8).bytes.count < 1024)
  }

  @Test(arguments: ["", #""format":"%e""#, #""style":"currency","currency":"USD""#, #""template":"{a}""#])
  func `a longer number than there may be now is shown at rest until another is set`(way: String) throws {
    let addend = try #require(Addend("1"))
    let long = String(repeating: "9", count: 300)
    let state = """
      {"form":1,"parameters":{\(way)},"from":"1","to":"\(long)","start":1764000000000000,\
      "residuals":[[1764000000000000,"linear",100,["\(long)"],[1e300]]]}
      """
    let stored = StoredLabel(
      name: "a", version: 1, start: LabelTime(microseconds: 1_764_000_000_000_000), isPrivate: false,
      state: Array(state.utf8))
    let requests = RequestContext(limits: Settings().requestLimits)
    let directory = LabelDirectory(
      LocalLabelStore(), Settings(), requests, WorkQueue(), counters: CacheCounters(),
      logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
    let label = try PreparedLabel(stored, in: requests)
    for time in [stored.start, stored.start + 1_000_000] {
      let text = String(decoding: ReadableLabel(label).document(at: time), as: UTF8.self)
      #expect(text.contains("\"text\":\"\(long)\"") && text.contains("\"atRest\":true"), "\(text)")
      let retargeting = LabelRetargeting(directory: directory, condition: VersionCondition([:]))
      guard case .replace(let next, _, _) = retargeting.put([.init("to", "5")], on: stored, at: time).decision
      else {
        Issue.record("nothing was set")
        continue
      }
      let changed = try PreparedLabel(
        StoredLabel(name: "a", version: 2, start: time, isPrivate: false, state: next), in: requests)
      #expect(changed.state.motion.target == "5" && changed.state.motion.residuals.isEmpty)
      guard case .refuse(_, isFinal: true) = retargeting.add(addend, to: stored, at: time).decision else {
        Issue.record("something was added")
        continue
      }
    }
  }

  @Test(arguments: [
    #""start":9223372036854775807"#, #""start":-9223372036854775808"#, #""start":9007199254740992"#,
    #""start":1,"residuals":[[-9223372036854775808,"linear",1,["1"]]]"#,
    #""start":1,"residuals":[[1,"linear",1e300,["1"]]]"#, #""start":1,"residuals":[[1,"linear",1e999,["1"]]]"#,
    #""start":1,"residuals":[[1,"linear",1,["1"],[1e999]]]"#, #""start":1,"glyphs":[["a",1e300,0,1,0,1]]"#,
    #""start":1,"glyphs":[["a",0,1e7,1,0,1]]"#, #""start":1,"glyphs":[["a",0,0,1,-1e999,1]]"#,
  ])
  func `what no label comes to is none`(members: String) {
    #expect(LabelRecord(Array("{\"form\":1,\"parameters\":{},\"to\":\"1\",\(members)}".utf8)) == nil)
  }

  @Test(arguments: [
    "", "{}", #"{"form":2,"parameters":{},"to":"1","start":1}"#, #"{"form":1,"parameters":{},"to":"1"}"#,
  ])
  func `what no version up to this one writes is none`(text: String) {
    #expect(LabelRecord(Array(text.utf8)) == nil)
  }
}
