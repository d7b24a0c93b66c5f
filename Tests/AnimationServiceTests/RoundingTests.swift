import Testing

/// What a person sees in the middle of a count.
@Suite struct `Rounded numbers` {
  private let service = SeedService()

  @Test(arguments: [
    ("from=0&to=10&format=%25d&curve=linear&duration=10&fps=1", "0 1 2 3 4 5 6 7 8 9 10"),
    ("from=0&to=-10&format=%25d&curve=linear&duration=10&fps=1", "0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -10"),
    ("from=0&to=20&format=%25x&curve=linear&duration=20&fps=1", "0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14"),
    ("from=0&to=10&rounding=up&curve=linear&duration=10&fps=1", "0 1 2 3 4 5 6 7 8 9 10"),
    ("from=0&to=10&rounding=down&curve=linear&duration=10&fps=1", "0 1 2 3 4 5 6 7 8 9 10"),
    ("from=10&to=0&rounding=towardZero&curve=linear&duration=10&fps=1", "10 9 8 7 6 5 4 3 2 1 0"),
    ("from=0&to=30&roundingFactor=3&rounding=down&curve=linear&duration=10&fps=1", "0 3 6 9 12 15 18 21 24 27 30"),
  ])
  func `no step is skipped`(query: String, texts: String) {
    #expect(service.texts(query).joined(separator: " ") == texts)
  }

  @Test func `the example of UICountingLabel truncates whole numbers`() {
    let texts = service.texts("from=50&to=100&format=%25d&curve=linear&duration=5")
    #expect(texts == (0...300).map { "\(50 + $0 / 6)" })
  }

  @Test func `a countdown shows every second`() {
    let texts = service.texts("from=1:00&to=0:00&rounding=up&curve=linear&duration=60&fps=1")
    #expect(texts == (0...60).reversed().map { $0 == 60 ? "1:00" : $0 < 10 ? "0:0\($0)" : "0:\($0)" })
  }

  @Test func `distinct frames stand at the whole times`() {
    let count = "from=0&to=10&format=%25d&curve=linear&duration=10&frames=distinct"
    let document = service.document(count)
    for second in 0...10 { #expect(document.contains("\"time\":\(second),"), "\(document)") }
    #expect(service.texts(count) == (0...10).map(String.init))
  }

  // 0.3 s of 3 s are 0.09999999999999999 of the way.
  @Test(arguments: [("3", "10", 30), ("3", "5", 15), ("7", "10", 70), ("60", "1", 60), ("6", "50", 300)])
  func `markers stand at the frames that show them`(duration: String, fps: String, count: Int) {
    let query = "from=0&to=10&format=%25d&curve=linear&duration=\(duration)&fps=\(fps)&autoreverse=true"
    let shares = (1...9).filter { count * $0 % 10 == 0 }
    let document = service.document("\(query)&markers=\(shares.map { "0.\($0)" }.joined(separator: ","))")
    for share in shares {
      let frame = count * share / 10
      #expect(document.contains(#"{"progress":0.\#(share),"time":"#), "\(document)")
      #expect(document.contains(#","frame":\#(frame)}"#), "\(share): \(document.prefix(600))")
      #expect(document.contains(#""text":"\#(share)","markers":[0.\#(share)]}"#), "\(share)")
    }
    #expect(!document.prefix { $0 != "]" }.contains("00000"))
  }

  @Test(arguments: [
    ("halfExpand", "-3 -2 -1 0 1 2 3"), ("halfEven", "-2 -2 0 0 0 2 2"), ("nearest", "-2 -2 0 0 0 2 2"),
    ("trunc", "-2 -1 0 0 0 1 2"), ("towardZero", "-2 -1 0 0 0 1 2"), ("floor", "-3 -2 -1 0 0 1 2"),
    ("down", "-3 -2 -1 0 0 1 2"), ("ceil", "-2 -1 0 0 1 2 3"), ("up", "-2 -1 0 0 1 2 3"),
    ("expand", "-3 -2 -1 0 1 2 3"), ("halfCeil", "-2 -1 0 0 1 2 3"), ("halfFloor", "-3 -2 -1 0 0 1 2"),
    ("halfTrunc", "-2 -1 0 0 0 1 2"),
  ])
  func `each name of ECMA-402 and each alias rounds halves`(name: String, expected: String) {
    let texts = [-5, -3, -1, 0, 1, 3, 5].map { double in
      double == 0 ? "0" : service.texts("from=0&to=\(double)&curve=linear&duration=2&fps=1&rounding=\(name)")[1]
    }
    #expect(texts.joined(separator: " ") == expected)
  }

  @Test func `texts and styles round halves away from zero, and formats as C does`() {
    let half = "from=0&to=5&curve=linear&duration=2&fps=1"
    #expect(service.texts(half)[1] == "3")
    #expect(service.texts(half + "&style=decimal&fractionDigits=0")[1] == "3")
    #expect(service.texts(half + "&format=%25.0f")[1] == "2")
    #expect(service.texts(half + "&format=%25d")[1] == "2")
    let written = "from=-201342.785&to=-201342.785&style=decimal&fractionDigits=2"
    #expect(service.texts(written).last == "-201,342.79")
  }
}
