import Testing

/// animated-ui-label (2018), row by row: what it does, and what it should have done.
struct AnimatedUILabelTests {
  private let service = SeedService()

  @Test func `a leading number counts in front of an identical trailer`() {
    #expect(
      service.texts("from=100%20apples&to=400%20apples&curve=linear&fps=1") == [
        "100 apples", "250 apples", "400 apples",
      ])
  }

  @Test(arguments: [
    "from=&to=5%20km", "from=5&to=5", "from=a%205&to=a%207", "from=5%20km&to=7%20mi", "from=5&to=7%20km",
  ])
  func `it does not animate without old text, between equal texts, without a number, with other trailers`(query: String)
  {
    #expect(service.texts("\(query)&interpolation=number").count <= 2)
    #expect(service.frame("\(query)&interpolation=number&index=0").contains(#""animated":false,"reason":""#))
  }

  // The seed casts to int, so that "4.5 km" ends as "4 km".
  @Test func `decimals are kept, up to the last frame`() {
    #expect(service.texts("from=1.0%20km&to=4.5%20km&curve=linear&fps=1") == ["1.0 km", "2.8 km", "4.5 km"])
  }

  @Test func `truncation toward zero can be asked for`() {
    #expect(service.texts("from=0&to=-5&curve=linear&fps=1&rounding=towardZero") == ["0", "-2", "-5"])
    #expect(service.texts("from=0&to=-5&curve=linear&fps=1").dropFirst().first == "-3")
    #expect(service.texts("from=0&to=-7&curve=linear&fps=1").dropFirst().first == "-4")
  }

  // The seed drops every ratio below 0, and its polled view cannot show one above 1.5.
  @Test func `undershoot and overshoot are both shown`() {
    let under = service.texts("from=100&to=200&curve=easeInBack&fps=60").compactMap(Int.init)
    #expect((under.min() ?? 0) == 90)
    let over = service.texts("from=100&to=200&curve=cubic-bezier(0,4,0.3,4)&fps=60").compactMap(Int.init)
    #expect((over.max() ?? 0) > 250)
  }

  // The seed's poller gives up when nothing has changed for 0.4 seconds.
  @Test func `a long delay and a long plateau cut nothing`() {
    #expect(service.texts("from=1&to=3&delay=5&curve=linear&duration=1&fps=2") == ["1", "2", "3"])
    #expect(service.texts("from=1&to=3&curve=steps(2)&duration=4&fps=1") == ["1", "1", "2", "2", "3"])
  }

  // The seed restarts from a truncated integer and loses the velocity.
  @Test func `value and velocity of any moment carry over into the next animation`() {
    let middle = service.frame("from=0.00&to=10.00&curve=spring&time=0.1&include=value,velocity")
    #expect(middle.contains(#""value":"3.402998466083","velocity":5.335"#))
    let next = service.frame("from=3.40&to=20.00&curve=spring(velocity:3.2)&index=0&include=velocity")
    #expect(next.contains(#""text":"3.40","velocity":3.2"#))
  }

  @Test func `the text shown at any moment can be asked for`() {
    #expect(service.frame("from=100%20apples&to=400%20apples&time=1").contains(#""text":"250 apples""#))
  }

  @Test func `grouping separators are understood`() {
    #expect(service.texts("from=1,500%20x&to=2,000%20x&curve=linear&fps=1") == ["1,500 x", "1,750 x", "2,000 x"])
    #expect(service.texts("from=1,000%20x&to=2,000%20x&curve=linear&fps=1")[1] == "1,500 x")
  }

  @Test func `leading white space is kept`() {
    #expect(service.texts("from=%20%201%20x&to=%20%203%20x&curve=linear&fps=1") == ["  1 x", "  2 x", "  3 x"])
  }

  @Test func `an exponent is kept`() {
    #expect(service.frame("from=1e5&to=3e5&index=0").contains(#""interpolation":"number""#))
    #expect(service.texts("from=1e5&to=3e5&curve=linear&fps=1") == ["1e5", "2e5", "3e5"])
  }

  // The seed asks the current locale, which is that of the machine.
  @Test func `the request's locale decides which mark is the decimal one`() {
    #expect(service.texts("from=1,5%20km&to=3,0%20km&locale=de&curve=linear&fps=1") == ["1,5 km", "2,3 km", "3,0 km"])
    #expect(service.texts("from=1.500%20km&to=2.500%20km&locale=de&curve=linear&fps=1")[1] == "2.000 km")
  }

  // In the seed the block around it gives any duration, curve or spring.
  @Test(arguments: [
    ("", 121), ("duration=0.25&curve=linear", 16), ("duration=3&curve=ease", 181),
    ("duration=5&curve=spring(dampingRatio:.4)", 301), ("duration=400ms&curve=steps(4)&fps=10", 5),
  ])
  func `duration and curve are the caller's`(query: String, count: Int) {
    let texts = service.texts("from=100%20apples&to=400%20apples&\(query)")
    #expect(texts.count == count)
    #expect(texts.first == "100 apples" && texts.last == "400 apples")
  }

  // UIKit's defaults, which the demo leaves as they are.
  @Test func `two seconds of easeInOut are what is not said`() {
    #expect(
      service.frame("from=100%20apples&to=400%20apples&index=0").contains(#""curve":"easeInOut","duration":2,"#))
  }

  // The seed calls any view with the ratio; its demo mixes hue, saturation and brightness by hand.
  @Test func `the ratio of every frame is there for whatever else is to move`() throws {
    let lines = service.post(#"{"from":"0","to":"1","curve":"ease","duration":3,"fps":1,"as":"csv"}"#)
      .split(separator: "\r\n").dropFirst().map { $0.split(separator: ",") }
    #expect(lines.map { $0[1] } == ["0", "1", "2", "3"])
    let ratios = try lines.map { try #require(Double($0[2])) }
    #expect(ratios.map { (240 + $0 * (360 - 240)).rounded() } == [240, 309, 351, 360])
    #expect(service.curve("curve=ease&duration=3&samples=4").contains(#""progress":\#(ratios[1]),"#))
  }

  // The demo: a typewriter over three seconds, which cuts UTF-16 in the seed.
  @Test func `the typewriter never cuts a character`() {
    let texts = service.texts(
      "from=&to=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7!&interpolation=typewriter&curve=linear&fps=1")
    #expect(texts.last == "👨‍👩‍👧!")
    #expect(texts.allSatisfy { ["", "👨‍👩‍👧", "👨‍👩‍👧!"].contains($0) })
  }

  // The demo: three seconds, damping ratio 0.4, initial velocity −1.
  @Test func `the spring of the demo overshoots and ends on its target`() {
    let counts = service.texts("from=100&to=400&duration=3&curve=spring(dampingRatio:.4,velocity:-1)").compactMap(
      Int.init)
    #expect(counts.count == 181)
    #expect(counts.last == 400)
    #expect((counts.max() ?? 0) > 440)
    #expect((counts.min() ?? 0) < 100)
  }
}
