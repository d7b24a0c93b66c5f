import AnimationService
import Foundation
import Testing

/// A spring without a duration runs until a person sees no more of it.
@Suite struct `Springs without a duration` {
  private let service = SeedService()

  private func frames(_ query: String) throws -> [[String: Any]] {
    let text = service.document(query)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return try #require(json["frames"] as? [[String: Any]], "\(text)")
  }

  @Test(
    arguments: [
      "from=5&to=6&effect=scrollUp", "from=5&to=6", "from=&to=Hello,%20you&interpolation=typewriter",
      "from=a&to=b&effect=zoomIn",
      "from=ab&to=ba&interpolation=morph", "from=9&to=10&interpolation=odometer", "from=1&to=1000000",
      "from=1.00&to=2.00&format=%25.2f", "from=1&to=2&roundingFactor=1",
    ], ["bouncy", "spring", "pop(20)", "smooth", "spring(damping:1)"])
  func `the last step is a thousandth of the way`(query: String, curve: String) throws {
    let frames = try frames("\(query)&curve=\(curve)&fps=240")
    let positions = frames.compactMap { $0["progress"] as? Double }
    #expect(positions.count == frames.count && frames.count > 60)
    #expect(abs(1 - positions[positions.count - 2]) < 0.0011, "\(positions.suffix(3))")
    // A glance earlier it still moves: the spring is not kept running for nothing.
    #expect(positions.suffix(240).contains { abs(1 - $0) > 0.0005 } || query.contains("000000"))
  }

  @Test func `a label does not jump to its place`() throws {
    let frames = try frames("from=5&to=6&effect=scrollUp&curve=bouncy")
    let labels = try #require(frames[frames.count - 2]["labels"] as? [String: Any])
    let offset = try #require((labels["enter"] as? [String: Any])?["offsetY"] as? Double)
    #expect(abs(offset) < 0.005, "\(offset)")
  }

  @Test func `a typewriter has one character left to type at the end`() throws {
    let frames = try frames("from=&to=Hello,%20you&interpolation=typewriter&curve=bouncy")
    let text = try #require(frames[frames.count - 2]["text"] as? String)
    #expect(["Hello, yo", "Hello, you"].contains(text))
    #expect(frames.last?["text"] as? String == "Hello, you")
  }

  @Test func `there and back shows the target`() {
    let texts = service.texts("from=1&to=2&curve=bouncy&autoreverse=true&repeat=2")
    #expect(texts.first == "1" && texts.last == "1")
    #expect(texts.filter { $0 == "2" }.count > texts.count / 2)
  }

  @Test func `more digits take longer, until a double knows no more of them`() throws {
    func duration(_ query: String) throws -> Double {
      let match = service.document("\(query)&curve=bouncy&frames=distinct").firstMatch(of: /"duration":([0-9.]+)/)
      return try #require(match.flatMap { Double($0.1) })
    }
    #expect(try duration("from=0&to=1") == duration("from=0&to=100"))
    #expect(try duration("from=0&to=100") < duration("from=0&to=1000000"))
    let longest = "1" + String(repeating: "0", count: 34)
    #expect(try duration("from=0&to=\(longest)") == duration("from=0&to=\(longest)000"))
  }
}

/// Springs that go on and on.
@Suite struct `Springs that do not settle` {
  private let service = TestService()

  @Test(arguments: [
    ("spring(damping:0)", "`spring(mass: 1, stiffness: 100, damping: 0)` does not settle within 3600 seconds"),
    ("spring(1,100,0)", "`spring(mass: 1, stiffness: 100, damping: 0)` does not settle within 3600 seconds"),
    ("spring(1000,10,0.001)", "`spring(mass: 1000, stiffness: 10, damping: 0.001)` does not settle"),
    ("spring(bounce:1)", "does not settle within 3600 seconds"),
    ("bouncy(extraBounce:0.7)", "does not settle within 3600 seconds"),
  ])
  func `are refused without a duration, and which argument is which is said`(curve: String, reason: String) {
    for path in [
      "/v1/frames?from=1&to=9&curve=", "/v1/stream?from=1&to=9&curve=", "/v1/frame?from=1&to=9&index=0&curve=",
      "/v1/curve?curve=",
    ] {
      let answer = service.get(path + curve)
      #expect(answer.status == 400)
      #expect(answer.text.contains(#""parameter":"curve","detail":"needs a `duration`: "#), "\(answer.text)")
      #expect(answer.text.contains(reason), "\(answer.text)")
      #expect(service.get(path + curve + "&duration=2").status == 200, "\(path)")
    }
  }

  @Test func `the longest stream is the limit`() {
    let shorter = TestService { $0.maximumStreamSeconds = 100 }
    #expect(shorter.get("/v1/frames?from=1&to=9&curve=spring(100,10)").status == 400)
    let answer = service.get("/v1/frames?from=1&to=9&curve=spring(100,10)&fps=1")
    #expect(answer.status == 200)
    let duration = answer.text.firstMatch(of: /"duration":([0-9.]+)/).flatMap { Double($0.1) } ?? 0
    #expect(duration > 120 && duration < 140, "\(answer.text.prefix(300))")
  }

  @Test func `one of several is named`() {
    let json = #"{"from":1,"to":9,"animations":[{"id":"a"},{"id":"b","curve":"spring(damping: 0)"}]}"#
    let answer = service.post("/v1/frames", json: json)
    #expect(answer.status == 400)
    #expect(answer.text.contains("animations[1].curve"), "\(answer.text)")
  }

  @Test func `the catalogue lists arguments in their order`() throws {
    let text = service.get("/v1/curves").text
    #expect(text.contains(#""parameters":[{"name":"mass","#))
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let curves = try #require(document["curves"] as? [[String: Any]])
    let spring = try #require(curves.first { $0["name"] as? String == "spring" })
    let names = (spring["parameters"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == ["mass", "stiffness", "damping", "velocity"])
  }
}

/// Numbers may have as many digits as is said.
@Suite struct `Long numbers` {
  private static let styles = [
    "", "&format=%25d", "&format=%25.3f", "&format=%25e", "&format=%25x", "&style=decimal", "&notation=compact",
    "&interpolation=odometer", "&interpolation=numbers", "&roundingFactor=5", "&style=percent&fractionDigits=100",
  ]
  private let service = TestService()

  private func answer(_ source: String, _ target: String, _ style: String) -> String {
    service.get("/v1/frames?from=\(source)&to=\(target)&duration=1&fps=4\(style)").text
  }

  @Test(arguments: styles)
  func `up to the limit they count, and beyond it the answer says why not`(style: String) {
    for digits in [19, 37, 38] {
      let answer = answer("1", String(repeating: "9", count: digits), style)
      #expect(answer.contains(#""animated":true"#) && answer.contains(#""index":4,"#), "\(digits): \(answer)")
    }
    for digits in [39, 40, 400] {
      let number = String(repeating: "9", count: digits)
      for (source, target) in [("1", number), (number, "1"), ("0.\(number)", "1"), (number, "-\(number)")] {
        let answer = answer(source, target, style)
        #expect(answer.contains("a number has more than 38 digits"), "\(answer)")
      }
    }
    #expect(service.get("/openapi.json").text.contains("Numbers count up to 38 digits"))
  }

  @Test(arguments: styles)
  func `zeros in front of the first digit are no digits of a number`(style: String) {
    let (small, padded) = ("0." + String(repeating: "0", count: 99) + "1", String(repeating: "0", count: 60) + "7")
    for (source, target) in [("0", small), (small, "-\(small)"), (padded, "5"), ("0.\(padded)", "0")] {
      let answer = answer(source, target, style)
      #expect(answer.contains(#""animated":true"#), "\(answer)")
    }
    let text = service.get("/v1/frames?from=0.00&to=3&style=decimal&fractionDigits=100&duration=1&fps=1&as=text").text
    #expect(text == "0.\(String(repeating: "0", count: 100))\n3.\(String(repeating: "0", count: 100))\n")
  }

  @Test(arguments: styles)
  func `both ends have a place in the units of the finer one`(style: String) {
    let large = "1" + String(repeating: "0", count: 29)
    for places in [8, 9, 300] {
      let small = "0." + String(repeating: "0", count: places - 1) + "1"
      for (source, target) in [(large, small), (small, "-\(large)")] {
        let answer = answer(source, target, style)
        #expect(answer.contains("the numbers have more than 38 digits") == (places > 8), "\(answer)")
        #expect(answer.contains(#""animated":true"#) == (places <= 8), "\(answer)")
      }
    }
  }

  @Test(arguments: [
    (#"{"from":1,"to":N,"style":"percent"}"#, "to"), (#"{"from":N,"to":1,"format":"%d"}"#, "from"),
    (#"{"from":1,"to":[2,N],"format":"%d"}"#, "to"), (#"{"from":1e38,"to":2e40,"format":"%d"}"#, "from"),
    (#"{"to":{"a":1,"b":N},"template":"{a} of {b}","format":"%d"}"#, "to"),
    (#"{"to":1,"format":"%d","earlier":[{"to":N,"ago":1}]}"#, "earlier[0].to"),
    (#"{"from":N,"to":1,"format":"%d","earlier":[{"to":2,"ago":1}]}"#, "from"),
    (#"{"from":N,"curve":"decay(1)"}"#, "from"),
    (#"{"from":99999999999999999999999999999999999999,"curve":"decay(1000)"}"#, "from"),
  ])
  func `where numbers are needed the parameter is named`(body: String, parameter: String) {
    let number = "\"" + String(repeating: "1", count: 39) + "\""
    let answer = service.post("/v1/frames", json: body.replacing("N", with: number))
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"\#(parameter)""#) && answer.text.contains("more than 38 digits"))
  }

  @Test func `texts with a number that is too long change at once`() {
    let number = String(repeating: "1", count: 39)
    for body in [
      #"{"from":"1 apple","to":"N apples"}"#, #"{"from":"1e50","to":"2e50"}"#,
      #"{"from":"5 kB","to":"N MB"}"#, #"{"from":"11111111111111111111111111111111 TB","to":"1 kB"}"#,
      #"{"from":"1e-999","to":"2e999"}"#, #"{"to":{"a":"N"},"from":"7","template":"{a} raised"}"#,
    ] {
      let answer = service.post("/v1/frames", json: body.replacing("N", with: number))
      #expect(answer.status == 200 && answer.text.contains(#""animated":false"#), "\(body) \(answer.text)")
      #expect(answer.text.contains("more than 38 digits") || answer.text.contains("400 digits"), "\(answer.text)")
    }
    // A number that stays is a text like any other.
    let constant = service.get("/v1/frames?from=No. \(number): 5&to=No. \(number): 6")
    #expect(constant.text.contains(#""animated":true"#))
  }

  @Test func `the same number twice in four hundred digits takes no time`() {
    let number = String(repeating: "1", count: 400)
    for style in ["format=%25e", "format=%25g", "style=percent", "notation=compact", ""] {
      let service = TestService.charging()
      let answer = service.get("/v1/frames?from=\(number)&to=\(number)&\(style)&frames=distinct&repeat=1000000")
      #expect(style.isEmpty || answer.status == 400)
      #expect(service.charged() <= 5, "\(style)")
    }
  }
}
