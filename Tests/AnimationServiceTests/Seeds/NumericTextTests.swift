import Testing

/// SwiftUI's `contentTransition(.numericText())`, for texts of any characters.
struct NumericTextTests {
  private let service = SeedService()

  @Test(arguments: [("", "-0.4", "0.0"), ("&direction=down", "0.4", "-0.0")])
  func `characters that differ roll up, or down, and the others stay`(query: String, leaving: String, arriving: String)
  {
    let frame = service.frame(
      "from=Mon&to=Sun&interpolation=numericText&curve=linear&duration=1&fps=100&time=0.5\(query)")
    // The last character stays where it is; the others are on their way at 0.5 of the whole.
    #expect(frame.contains(#"{"text":"n","x":2,"y":0,"scale":1,"rotation":0,"opacity":1}"#), "\(frame)")
    #expect(frame.contains(#"{"text":"M","x":0,"y":\#(leaving)"#), "\(frame)")
    #expect(frame.contains(#"{"text":"S","x":0,"y":\#(arriving)"#), "\(frame)")
  }
}
