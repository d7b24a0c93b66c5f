import Testing

@testable import Viewers

struct LabelPositionTests {
  @Test(arguments: ["", "7", "7:", ":7", "7:a", "-1:2", "7:1:2", "7:1234567890123456", " 7:1", "+7:1", "donations:7:1"])
  func `what is no position is none`(text: String) {
    #expect(LabelPosition(text) == nil)
  }

  @Test func `a position is a version and a frame`() {
    #expect(LabelPosition("7:12") == LabelPosition(version: 7, frame: 12))
    #expect(LabelPosition(nil) == nil)
  }
}
