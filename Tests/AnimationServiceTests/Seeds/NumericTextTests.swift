import Testing

/// SwiftUI's `contentTransition(.numericText())`, for texts of any characters.
struct NumericTextTests {
  private let service = SeedService()

  @Test(arguments: [("", "-0.4", "0.0"), ("&direction=down", "0.4", "-0.0")])
  func `characters that differ roll up, or down, and the others stay`(query: String, leaving: String, arriving: String)
  {
    func frame(_ time: Double) -> String {
      service.frame(
        "from=Mon&to=Sun&interpolation=numericText&curve=linear&duration=1&fps=100&time=\(time)\(query)")
    }
    // The last character stays where it is; the others leave, and then the others arrive.
    for time in [0.1, 0.8] {
      #expect(frame(time).contains(#"{"text":"n","x":2,"y":0,"scale":1,"rotation":0,"opacity":1}"#), "\(frame(time))")
    }
    #expect(frame(0.1).contains(#"{"text":"M","x":0,"y":\#(leaving)"#), "\(frame(0.1))")
    #expect(frame(0.6).contains(#"{"text":"S","x":0,"y":\#(arriving)"#), "\(frame(0.6))")
  }
}
