import LabelStore
import Synchronization
import TextAnimation
import WrittenNumbers
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// All that is kept of a label has so many bytes.
struct LabelBytesTests {
  private func labels(_ bytes: Int) -> LabelTestService { LabelTestService { $0.maximumLabelBytes = bytes } }

  /// What the store has of a label.
  private func stored(_ service: LabelTestService, _ name: String = "a") throws -> LabelRecord {
    let known = service.service.context.labels?.known(try LabelName(name))
    return try #require(try known?.get().last).record
  }

  @Test func `a text that has no room is refused`() {
    let service = labels(256)
    #expect(service.put("a", #"{"to":"1"}"#).status == 201)
    let answer = service.put("a", "{\"to\":\"\(String(repeating: "x", count: 300))\"}")
    #expect(answer.status == 400 && answer.text.contains("256 are allowed"), "\(answer.text)")
    #expect(service.text("a") == "1\n")
  }

  @Test func `many changes under way take no more bytes than there are`() throws {
    let (service, roomy) = (labels(512), labels(1_048_576))
    for service in [service, roomy] {
      _ = service.put("a", #"{"from":"0","to":"1000","duration":10,"curve":"easeInOut"}"#)
    }
    var most = 0
    for target in 2...40 {
      var before = ""
      for service in [service, roomy] {
        service.wait(0.1)
        before = service.text("a")
        let answer = service.put("a", #"{"to":"\#(target * 1000)"}"#)
        #expect(answer.status == 200 && answer["text"].map { $0 + "\n" } == before)
      }
      most = max(most, try stored(service).bytes.count)
    }
    #expect(most <= 512 && most > 300)
    #expect(try stored(roomy).motion.residuals.count == 40 && stored(roomy).bytes.count > 512)
    #expect(try !stored(service).motion.residuals.isEmpty)
    service.wait(20)
    #expect(service.text("a") == "40000\n")
  }

  @Test func `characters on their way give way to the text`() throws {
    let service = labels(512)
    _ = service.put("a", #"{"to":"morphing of a label","interpolation":"morph","duration":2}"#)
    _ = service.put("a", #"{"to":"gripping of a table"}"#)
    service.wait(1)
    let before = service.text("a")
    #expect(service.put("a", #"{"to":"labels of some morphs"}"#).status == 200)
    #expect(service.text("a") == before)
    #expect(try stored(service).motion.glyphs.isEmpty && stored(service).bytes.count <= 512)
    let roomy = labels(65_536)
    _ = roomy.put("a", #"{"to":"morphing of a label","interpolation":"morph","duration":2}"#)
    _ = roomy.put("a", #"{"to":"gripping of a table"}"#)
    roomy.wait(1)
    _ = roomy.put("a", #"{"to":"labels of some morphs"}"#)
    #expect(try !stored(roomy).motion.glyphs.isEmpty)
  }

  @Test func `where two texts have no room the target shows at once`() throws {
    let service = labels(512)
    let texts = ["a", "b"].map { String(repeating: $0, count: 300) }
    for text in texts { #expect(service.put("a", #"{"to":"\#(text)","interpolation":"typewriter"}"#).status < 300) }
    service.wait(0.000001)
    #expect(service.text("a") == texts[1] + "\n")
    #expect(try stored(service).motion.source == nil)
  }
}
