import Testing

/// BBCyclingLabel (2015), row by row.
struct BBCyclingLabelTests {
  private let service = SeedService()

  private func label(_ opacity: String, _ scale: String, _ offset: String) -> String {
    #""opacity":\#(opacity),"scale":\#(scale),"rotation":0,"offsetX":0,"offsetY":\#(offset)}"#
  }

  // Each effect: where the new label starts, and the state at the middle of a linear run.
  private static let effects: [(String, enter: (String, String, String), exit: (String, String, String))] = [
    ("fadeIn", ("0.5", "1", "0"), ("1", "1", "0")), ("fadeOut", ("1", "1", "0"), ("0.5", "1", "0")),
    ("crossFade", ("0.5", "1", "0"), ("0.5", "1", "0")), ("zoomIn", ("1", "0.75", "0"), ("1", "1", "0")),
    ("zoomOut", ("1", "1", "0"), ("1", "1.25", "0")), ("scrollUp", ("1", "1", "0.5"), ("1", "1", "-0.5")),
    ("scrollDown", ("1", "1", "-0.5"), ("1", "1", "0.5")), ("scaleFadeIn", ("0.5", "0.75", "0"), ("0.5", "1", "0")),
    ("scaleFadeOut", ("0.5", "1", "0"), ("0.5", "1.25", "0")),
    ("scrollUp,scrollDown", ("1", "1", "-0.5"), ("1", "1", "0.5")),
    ("fadeOut%7CzoomIn%7CscrollUp", ("1", "0.75", "0.5"), ("0.5", "1", "-0.5")),
  ]

  @Test func `each effect is half done in the middle`() {
    for (name, enter, exit) in Self.effects {
      let frame = service.frame("from=old&to=new&effect=\(name)&curve=linear&duration=1&fps=2&index=1")
      #expect(frame.contains(#""exit":{"text":"old","# + label(exit.0, exit.1, exit.2)), "\(name): \(frame)")
      #expect(frame.contains(#""enter":{"text":"new","# + label(enter.0, enter.1, enter.2)), "\(name): \(frame)")
    }
  }

  // The seed's flags are bits that may be set in any way; down wins over up.
  @Test func `all effects go together in every combination`() {
    let names = ["fadeIn", "fadeOut", "zoomIn", "zoomOut", "scrollUp", "scrollDown"]
    for bits in 1..<64 {
      let chosen = names.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
      func either(_ name: String, _ yes: String, _ no: String) -> String { chosen.contains(name) ? yes : no }
      let enter = label(
        either("fadeIn", "0.5", "1"), either("zoomIn", "0.75", "1"),
        either("scrollDown", "-0.5", either("scrollUp", "0.5", "0")))
      let exit = label(
        either("fadeOut", "0.5", "1"), either("zoomOut", "1.25", "1"),
        either("scrollDown", "0.5", either("scrollUp", "-0.5", "0")))
      let query = "from=old&to=new&curve=linear&duration=1&fps=2&index=1&effect="
      for list in [chosen, chosen.reversed()] {
        let frame = service.frame(query + list.joined(separator: ","))
        #expect(
          frame.contains(#""exit":{"text":"old",\#(exit)"#) && frame.contains(#""enter":{"text":"new",\#(enter)"#))
      }
    }
  }

  // The seed's README says milliseconds where the code has seconds.
  @Test(arguments: ["", "&duration=0.3", "&duration=300ms", "&duration=.3s"])
  func `a change takes three tenths of a second`(query: String) {
    #expect(service.frame("from=old&to=new&effect=crossFade&index=0\(query)").contains(#""duration":0.3,"#))
  }

  @Test func `ease-in-out is the curve when nothing is said`() {
    #expect(service.frame("from=old&to=new&effect=crossFade&index=0").contains(#""curve":"easeInOut","#))
  }

  // The seed interpolates no content.
  @Test func `the label that enters may count`() {
    let query = "from=1&to=3&effect=crossFade&curve=linear&duration=1&fps=2&index=1"
    #expect(service.frame("\(query)&interpolation=numbers").contains(#""enter":{"text":"2","#))
    #expect(service.frame(query).contains(#""enter":{"text":"3","#))
  }

  // The seed's README: exit rotates by π and scales to 0.2 while it fades, enter fades in.
  @Test func `a custom transition follows its keyframes`() {
    let answer = service.post(
      #"{"from":"old","to":"new","curve":"linear","duration":1,"fps":2,"transition":{"#
        + #""exit":[{"at":0,"opacity":1,"scale":1,"rotation":0},{"at":1,"opacity":0,"scale":0.2,"rotation":180}],"#
        + #""enter":[{"at":0,"opacity":0},{"at":1,"opacity":1}]}}"#)
    #expect(answer.contains(#""exit":{"text":"old","opacity":0.5,"scale":0.6,"rotation":90,"offsetX":0,"offsetY":0}"#))
    #expect(answer.contains(#""enter":{"text":"new","opacity":0.5,"scale":1,"rotation":0,"offsetX":0,"offsetY":0}"#))
  }

  // The seed may hide the wrong label when changes follow each other fast.
  @Test func `the label that left is gone in the last frame, and only there`() {
    let frames = service.document("from=old&to=new&effect=scrollUp&duration=1&fps=4")
    #expect(frames.split(separator: #""exit":null"#).count == 2)
    #expect(frames.contains(#""index":4,"time":1,"progress":1,"text":"new","labels":{"exit":null"#))
  }

  // setText(animated: false) applies the end state at once.
  @Test func `a duration of 0 shows the new label alone`() {
    #expect(service.texts("from=old&to=new&effect=crossFade&duration=0") == ["new"])
  }

  @Test func `default effect of a custom transition without keyframes leaves both labels as they are`() {
    let answer = service.post(
      #"{"from":"a","to":"b","curve":"linear","duration":1,"fps":2,"transition":{"enter":[],"exit":[]}}"#)
    #expect(answer.contains(#""enter":{"text":"b","# + label("1", "1", "0")))
  }
}
