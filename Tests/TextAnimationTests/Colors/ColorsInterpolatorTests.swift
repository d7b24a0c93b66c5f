import Testing
import TextAnimation
import WrittenNumbers
import Interpolation
import TextBytes

struct ColorsInterpolatorTests {
  private func texts(_ source: String, _ target: String, at progresses: [Double]) throws -> [String] {
    let interpolation = try ColorsInterpolator().prepare(from: source, to: target)
    return progresses.map {
      var text = UTF8Buffer()
      interpolation.write(at: $0, to: &text)
      return text.text()
    }
  }

  // The expected colors are those of CSS: `color-mix(in oklab, red, blue)`.
  @Test func `colors go into each other in OKLab`() throws {
    #expect(try texts("#000000", "#ffffff", at: [0, 0.5, 1]) == ["#000000", "#636363", "#ffffff"])
    #expect(try texts("#ff0000", "#0000ff", at: [0, 0.5, 1]) == ["#ff0000", "#8c53a2", "#0000ff"])
    #expect(try texts("white", "black", at: [0.5]) == ["#636363"])
  }

  @Test func `every color of eight bits comes back from OKLab`() throws {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 17) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let text = "rgb(\(red) \(green) \(blue))"
          #expect(try texts(text, "rgb(1 2 3)", at: [0]) == [text])
        }
      }
    }
  }

  @Test(arguments: [
    ("#000", "#fff", "#636363"), ("#F00", "blue", "#8C53A2"), ("#FF0000", "#0000ff", "#8c53a2"),
    ("#ff0000", "#0000FF", "#8C53A2"), ("rgb(255,0,0)", "rgb(0,0,255)", "rgb(140,83,162)"),
    ("rgb(255, 0, 0)", "rgb(0, 0, 255)", "rgb(140, 83, 162)"),
    ("rgb(100% 0% 0%)", "RGB(0 0 255)", "rgb(140 83 162)"), ("rgb(0, 0, 0, 0)", "#ff0000", "#ff000080"),
    ("transparent", "red", "#ff000080"), ("#ff000000", "rgba(255,0,0,1)", "rgba(255,0,0,0.5)"),
    ("#f00f", "#f00f", "#ff0000ff"), ("1px solid #f00", "3px dashed #00f", "2px dashed #8c53a2"),
    ("a #f00 b #0f0", "c #f00 b #0f0", "c #ff0000 b #00ff00"),
  ])
  func `a color is written as the target writes it`(source: String, target: String, middle: String) throws {
    #expect(try texts(source, target, at: [0.5]) == [middle])
  }

  @Test(arguments: [-1e300, -3, 4, 1e300])
  func `an overshoot stays within the colors of a screen`(progress: Double) throws {
    let text = try texts("#ff000010", "#0000ff", at: [progress])[0]
    #expect(text.hasPrefix("#") && [7, 9].contains(text.count), "\(text)")
  }

  @Test(arguments: [
    ("Issue #123", "Issue #456"), ("5 apples", "6 apples"), ("red apples", "blue apples"), ("#12345", "#67890"),
    ("#abcdefg", "#123456g"), ("&#123456;", "&#654321;"), ("rgb(1,2)", "rgb(3,4)"), ("rgb(a b c)", "rgb(1 2"),
  ])
  func `what may be something else is no color`(source: String, target: String) {
    #expect(throws: NotAnimatable(reason: "no color was found in the texts")) {
      try ColorsInterpolator().prepare(from: source, to: target)
    }
  }

  @Test func `colors that do not pair are refused`() {
    #expect(throws: NotAnimatable(reason: "the source has 1 color and the target 2")) {
      try ColorsInterpolator().prepare(from: "#aabbcc", to: "#aabbcc #ddeeff")
    }
  }
}
