import Foundation
import Testing

/// LTMorphingLabel (2025), as far as a label without particles goes.
struct LTMorphingLabelTests {
  private let service = SeedService()

  private func glyphs(_ query: String) -> String {
    service.frame("curve=linear&duration=1&\(query)").components(separatedBy: #""glyphs":"#).last ?? ""
  }

  @Test(arguments: [
    ("morph", #"{"text":"a","x":0,"y":0,"scale":0.2373046875,"rotation":0,"opacity":0.75}"#),
    ("evaporate", #"{"text":"a","x":0,"y":-0.61"#),
    ("fall", #"{"text":"a","x":0,"y":0,"scale":1,"rotation":-160.9"#),
  ])
  func `scale, evaporate and fall are asked for by name`(name: String, glyph: String) {
    let glyphs = glyphs("from=a&to=b&interpolation=\(name)&fps=200&time=0.05")
    #expect(glyphs.contains(glyph), "\(glyphs)")
    #expect(service.texts("from=Hello&to=Help!&interpolation=\(name)").last == "Help!")
  }

  @Test(arguments: [
    ("anvil", #"{"text":"b","x":0,"y":-0.527"#),
    ("pixelate", #"{"text":"b","x":0,"y":0,"scale":1,"rotation":0,"opacity":0.22"#),
  ])
  func `anvil and pixelate are places and opacities, without particles and pixels`(name: String, glyph: String) {
    let glyphs = glyphs("from=a&to=b&interpolation=\(name)&fps=200&time=0.365")
    #expect(glyphs.contains(glyph), "\(glyphs)")
    #expect(service.texts("from=Hello&to=Help!&interpolation=\(name)").last == "Help!")
  }

  // The seed lays its characters out by the label's textAlignment.
  @Test(arguments: [("left", [0, 0, 1]), ("center", [-0.5, -1, 0]), ("right", [-1, -2, -1])])
  func `glyphs stand where the lines are aligned`(align: String, places: [Double]) {
    let query = "from=a&to=ba&interpolation=morph&align=\(align)"
    #expect(glyphs("\(query)&time=0").contains(#"{"text":"a","x":\#(Self.number(places[0])),"#))
    let last = glyphs("\(query)&position=1")
    #expect(last.contains(#"{"text":"b","x":\#(Self.number(places[1])),"#), "\(last)")
    #expect(last.contains(#"{"text":"a","x":\#(Self.number(places[2])),"#), "\(last)")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  // The seed counts frames, so that a slow screen shows a slow label.
  @Test func `a morph takes the same time at any frame rate`() {
    let half = [10, 60, 240].map { glyphs("from=ab&to=xab&interpolation=morph&fps=\($0)&time=0.4") }
    #expect(half[0].hasPrefix(#"[{"text":"a","x":0.9"#))
    #expect(Set(half).count == 1)
  }

  @Test func `equal texts do not morph`() {
    #expect(service.texts("from=same&to=same&interpolation=morph") == ["same"])
  }

  // The seed's updateProgress shows any point of a paused label.
  @Test func `any point is there without those before it`() {
    let lines = service.document("from=Design&to=Morphing&interpolation=morph&duration=1&fps=8&as=ndjson")
      .split(separator: "\n")
    #expect(lines.count == 9)
    for (index, line) in lines.enumerated() {
      let frame = service.frame("from=Design&to=Morphing&interpolation=morph&duration=1&fps=8&index=\(index)")
      #expect(frame.contains(line))
    }
  }

  // What the seed lacks: another curve, repetition, lines.
  @Test func `a morph takes any curve, repeats, and has lines`() {
    #expect(service.texts("from=a&to=b&interpolation=morph&curve=steps(1)&duration=1&fps=2") == ["a", "a", "b"])
    #expect(
      service.texts("from=a&to=b&interpolation=morph&curve=linear&duration=1&fps=1&autoreverse=true") == [
        "a", "b", "a",
      ])
    #expect(glyphs("from=a&to=a%0Ab&interpolation=morph&time=1").contains(#"{"text":"b","x":0,"y":1,"#))
  }
}
