import Testing

/// UICountingLabel (2019), row by row.
struct UICountingLabelTests {
  private let service = SeedService()

  @Test func `it counts for two seconds when nothing is said`() {
    #expect(service.frame("from=0&to=9&index=0").contains(#""duration":2,"#))
  }

  @Test func `a duration of 0 shows the end value`() {
    #expect(service.texts("from=0&to=50&duration=0&format=%25d") == ["50"])
    #expect(service.texts("from=0&to=50&duration=0") == ["50"])
  }

  @Test(arguments: [
    ("format=Points:%20%25d", "Points: 50", "50"), ("format=%25.2f", "50.50", "50.50"),
    ("style=percent", "5,050%", "50.50"),
    ("fractionDigits=0", "51", "51"), ("interpolation=odometer", "50.5", "50.5"),
  ])
  func `a duration of 0 shows the end value as any other`(query: String, text: String, shown: String) {
    let frame = service.frame("from=0&to=50.5&duration=0&index=0&include=value,shown&\(query)")
    #expect(frame.contains(#""animated":false,"#) && frame.contains(#""reason":"the duration is 0"},"#))
    #expect(frame.contains(#""progress":1,"text":"\#(text)","value":"50.5","shown":"\#(shown)""#), "\(frame)")
  }

  @Test func `numbers count from nought when nothing is said`() {
    #expect(service.texts("to=4&format=%25d&curve=linear&fps=1") == ["0", "2", "4"])
  }

  // The seed shows the end first, runs through the start and snaps; EFCountingLabel copied it.
  // 1 − easeOutBounce(t) − t at 0.1, 0.25, 0.5, 0.75 and 0.9, between the exact ends.
  @Test func `easeInBounceAsShipped runs from the target to its mirror image`() {
    let texts = service.texts("from=0&to=1000000&curve=easeInBounceAsShipped&duration=1&fps=20")
    #expect([2, 5, 10, 15, 18].map { texts[$0] } == ["824375", "277344", "-265625", "-722656", "-888125"])
    #expect([texts.first, texts.last] == ["0", "1000000"])
  }

  @Test func `easeInBounce starts at the start`() {
    let counts = service.texts("from=0&to=1000&curve=easeInBounce&fps=10").compactMap(Int.init)
    #expect(counts.first == 0)
    #expect(counts.last == 1000)
    #expect(counts.allSatisfy { (0...1000).contains($0) })
  }

  @Test func `the rate of the power is a parameter, not a constant`() {
    #expect(service.texts("from=0&to=1000&curve=easeIn(2)&fps=1")[1] == "250")
    #expect(service.texts("from=0&to=1000&curve=easeIn&fps=1")[1] == "125")
  }

  @Test(arguments: [
    ("%25d", "2"), ("%25i", "2"), ("%25u", "2"), ("%25x", "2"), ("%25.1f", "2.8"), ("%25f", "2.750000"),
    ("%25e", "2.750000e+00"), ("%25g", "2.75"), ("Points:%20%25d", "Points: 2"), ("%2505.1f", "002.8"),
    // The seed's regular expression takes "% d" in this for an integer conversion.
    ("%25.1f%25%25%20done", "2.8% done"), ("100%25%25%20or%20%25d", "100% or 2"),
  ])
  func `a printf format writes the value, integers truncated`(format: String, text: String) {
    #expect(service.texts("from=0&to=5.5&curve=linear&fps=1&format=\(format)")[1] == text)
  }

  // The seed renders at once what it shows when its format is set.
  @Test func `any format writes the value of any moment`() {
    for (format, text) in [("%25d", "137"), ("%25.2f", "137.50"), ("%25'.1f%20m", "137.5 m")] {
      #expect(
        service.frame("from=100&to=250&curve=linear&duration=2&time=0.5&format=\(format)")
          .contains(#""text":"\#(text)""#))
    }
  }

  // The seed's blocks go before its format; an unknown order is worse than a refusal.
  @Test func `two ways to write one number are refused`() {
    #expect(service.frame("to=1&index=0&format=%25d&style=percent").contains("cannot be combined with `format`"))
  }

  // The port casts to an integer, which traps.
  @Test(arguments: ["nan", "inf", "-inf", "1e999", "0x10"])
  func `what is no number is refused`(to: String) {
    #expect(service.frame("from=0&to=\(to)&index=0&format=%25d").contains(#""status":400"#))
  }

  // The seed asks for every second frame of a screen at 60 Hz.
  @Test(arguments: [("", 121), ("&fps=30", 61), ("&fps=29.97", 61), ("&fps=240", 481), ("&fps=1", 3)])
  func `frames come as often as asked for, at their exact times`(query: String, count: Int) {
    #expect(service.frame("from=0&to=9\(query)&time=9999").contains(#""frameCount":\#(count),"#))
    #expect(service.frame("from=0&to=9\(query)&time=9999").contains(#""time":2,"progress":1,"text":"9"}"#))
  }

  // The seed casts to a 32-bit integer.
  @Test func `integers are as wide as the value`() {
    let texts = service.texts("from=0&to=123456789012345678901234567890&format=%25'd&fps=1")
    #expect(texts.last == "123,456,789,012,345,678,901,234,567,890")
  }

  @Test func `there is no negative nought`() {
    #expect(service.texts("from=-0.6&to=0.6&curve=linear&fps=60&format=%25.0f").allSatisfy { $0 != "-0" })
    #expect(service.texts("from=-1&to=1&curve=linear&fps=60").allSatisfy { $0 != "-0" })
  }

  // What the seed lacks.
  @Test func `delay, repeat, autoreverse and springs work`() {
    #expect(service.texts("from=0&to=2&curve=linear&duration=1&fps=2&repeat=2") == ["0", "1", "2", "1", "2"])
    #expect(service.texts("from=0&to=2&curve=linear&duration=1&fps=2&autoreverse=true") == ["0", "1", "2", "1", "0"])
    #expect(service.texts("from=0&to=2&curve=linear&duration=1&fps=4&speed=2") == ["0", "1", "2"])
  }

  @Test(
    arguments: [
      ("linear", [0.1, 0.25, 0.5, 0.75, 0.9]), ("easeIn", [0.001, 0.015625, 0.125, 0.421875, 0.729]),
      ("easeOut", [0.271, 0.578125, 0.875, 0.984375, 0.999]), ("easeInOut", [0.004, 0.0625, 0.5, 0.9375, 0.996]),
      ("easeOutBounce", [0.075625, 0.47265625, 0.765625, 0.97265625, 0.988125]),
      ("easeInBounce", [0.011875, 0.02734375, 0.234375, 0.52734375, 0.924375]),
    ] as [(String, [Double])])
  func `each mode has the seed's values`(curve: String, values: [Double]) throws {
    for (time, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], values) {
      let frame = service.frame("from=0&to=1&format=%25.12f&curve=\(curve)&duration=1&fps=20&time=\(time)")
      let shown = frame.split(separator: #""text":""#).last.map { $0.prefix { $0 != "\"" } }
      #expect(abs(try #require(Double(String(shown ?? ""))) - value) < 1e-12, "\(curve) at \(time)")
    }
  }

  // The seed's `currentValue` is stale after a duration of 0, and the port's is 0 in the first frame.
  @Test func `the value of any moment is the value that is shown`() {
    #expect(service.frame("from=5&to=50&duration=0&index=0&format=%25d").contains(#""text":"50""#))
    #expect(service.frame("from=5&to=50&time=0&include=value").contains(#""value":"5""#))
  }

  @Test func `the seed's own default shows six decimals`() {
    #expect(service.texts("from=0&to=50&format=%25f").last == "50.000000")
  }
}
