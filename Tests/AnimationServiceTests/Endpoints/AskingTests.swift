import Foundation
import Testing

/// What may be said in a request beside what it needs, and how its words are understood.
struct AskingTests {
  private let service = TestService()

  private func frames(_ query: String) -> String {
    let answer = service.get("/v1/frames?\(query)")
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer.text
  }

  private func problem(_ query: String) -> String {
    let answer = service.get("/v1/frames?\(query)")
    #expect(answer.status == 400, "\(query)")
    return answer.text
  }

  #if LocaleFormats
    @Test(arguments: ["style=decimal", "grouping=auto", "notation=standard", "sign=auto", "minimumIntegerDigits=1"])
    func `the default of a number style may be said beside texts`(parameter: String) {
      #expect(
        frames("from=100+apples&to=400+apples&as=csv&\(parameter)") == frames("from=100+apples&to=400+apples&as=csv"))
      let odometer = "from=1&to=20&interpolation=odometer"
      #expect(frames("\(odometer)&\(parameter)") == frames(odometer))
      #expect(frames("from=1&to=20&format=%25d&\(parameter)") == frames("from=1&to=20&format=%25d"))
    }

    @Test func `a style of numbers still writes numbers`() {
      #expect(frames("from=1000&to=2000&style=decimal&as=text").hasPrefix("1,000\n"))
      #expect(problem("from=100+apples&to=2&style=percent").contains(#""parameter":"from""#))
    }

    @Test func `a currency and accounting without money are named in warnings`() {
      let text = frames("to=5&style=percent&currency=EUR&sign=accounting")
      #expect(text.contains(#""warnings":[{"parameter":"sign","#), "\(text.prefix(400))")
      #expect(text.contains(#"{"parameter":"currency","detail":"has no effect without `style=currency`"}]"#))
    }

    @Test func `fractionDigits is known by what others call it`() {
      #expect(problem("from=1&to=2&decimals=2").contains("did you mean `fractionDigits`?"))
    }
  #endif

  @Test(arguments: ["columnMode=carry", "direction=auto"])
  func `the default of a column may be said without an odometer`(parameter: String) {
    #expect(frames("from=1&to=2&\(parameter)") == frames("from=1&to=2"))
  }

  @Test(arguments: [
    ("columnMode=digit", "columnMode"), ("digits=1:5", "digits"), ("direction=up&interpolation=numbers", "direction"),
    ("roundingFactor=5&interpolation=typewriter", "roundingFactor"), ("seed=7", "seed"),
    ("rounding=down&interpolation=morph", "rounding"), ("clamp=end", "clamp"),
    ("clamp=start&curve=easeOutBack", "clamp"),
  ])
  func `a parameter without effect is named in warnings`(query: String, name: String) {
    let text = frames("from=1&to=20&\(query)")
    #expect(text.contains(#""warnings":[{"parameter":"\#(name)","detail":"has no effect "#), "\(text.prefix(400))")
    #expect(!frames("from=1&to=20").contains("warnings"))
    let effective = [
      "seed=7&interpolation=scramble", "rounding=down", "clamp=end&curve=easeOutBack", "clamp=none&seed=0",
    ]
    for query in effective { #expect(!frames("from=1&to=20&\(query)").contains("warnings"), "\(query)") }
  }

  @Test func `fields of a form that are not filled in count as left out`() {
    let form =
      "from=1&to=20&curve=&duration=&fps=&format=&effect=&clamp=&include=&markers=&interpolation=&animations=&as="
    let answer = service.post("/v1/frames", json: form, mediaType: "application/x-www-form-urlencoded")
    #expect(answer.status == 200)
    #expect(answer.text == frames("from=1&to=20"))
    #expect(frames(form) == answer.text)
    #expect(frames("from=&to=5&format=%25d&as=text").hasPrefix("0\n"))
    #expect(frames("from=5+apples&to=").contains(#""to":"""#))
    #expect(frames("from=5&to=&curve=decay(100)").contains(#""to":""#))
  }

  @Test func `include adds to what an effect brings`() {
    let text = frames("from=a&to=b&effect=scrollUp&include=velocity&fps=10")
    #expect(text.contains(#""velocity":"#))
    #expect(text.contains(#""labels":"#))
  }

  @Test func `an effect alone shows the two texts as labels for three tenths of a second`() {
    let text = frames("from=5&to=6&effect=scrollUp&fps=10")
    #expect(text.contains(#""interpolation":"none","curve":"easeInOut","duration":0.3,"#))
    #expect(text.contains(#""labels":{"exit":{"text":"5","#) && text.contains(#""enter":{"text":"6","#))
    #expect(frames("from=5&to=9&effect=scrollUp&interpolation=number&as=csv").contains(",7\r\n"))
  }

  @Test func `a keyframe is reached at its share of the duration whatever the curve`() {
    let body = #"""
      {"from":"a","to":"b","curve":"easeIn(3)","duration":1,"fps":4,"transition":
      {"enter":[{"at":0,"scale":0},{"at":0.5,"scale":4},{"at":1,"scale":8}]}}
      """#
    let text = service.post("/v1/frames", json: body).text
    #expect(text.contains(#""time":0.5,"progress":0.125,"text":"b","#), "\(text)")
    #expect(text.contains(#""scale":4,"#), "\(text)")
    #expect(text.contains(#""scale":0.5,"#), "\(text)")
  }

  @Test func `a text that cannot be animated shows first, and the answer says what could animate it`() {
    let text = frames("from=a&to=b&fps=10")
    #expect(text.contains(#"{"index":0,"time":0,"progress":0,"text":"a"}"#), "\(text)")
    #expect(text.contains(#"{"index":1,"time":0.1,"progress":1,"text":"b"}"#), "\(text)")
    #expect(text.contains("; `interpolation` can be `typewriter`, `morph` or `scramble` for any two texts"), "\(text)")
    #expect(frames("from=a&to=b&frames=distinct&as=text") == "a\nb\n")
    #expect(frames("from=a&to=b&delay=3&as=csv").contains("0,0,0,a\r\n1,3,1,b\r\n"))
    #expect(frames("from=a&to=a&as=text") == "a\n")
    #expect(!frames("from=a&to=b&interpolation=none").contains("typewriter"))
  }

  @Test func `the first frame shows during the delay`() {
    let text = frames("from=0&to=2&curve=linear&duration=2&fps=1&delay=3&as=csv")
    #expect(text.hasSuffix("0,0,0,0\r\n1,4,0.5,1\r\n2,5,1,2\r\n"), "\(text)")
  }

  @Test func `texts of which a part is a number animate the part`() {
    let query = "from=300+12px+sans-serif&to=500+36px+Comic-Sans&curve=linear&duration=2&fps=1"
    let middle = "400 24px Comic-Sans\n"
    #expect(frames("\(query)&interpolation=words&as=text") == "300 12px sans-serif\n\(middle)500 36px Comic-Sans\n")
    #expect(!frames("\(query)&as=text").contains(middle))
  }

  @Test func `a number alone takes on the words of the other text`() {
    let query = "curve=linear&duration=2&fps=1&as=text"
    #expect(frames("from=0&to=1,000+users&\(query)") == "0\n500 users\n1,000 users\n")
    #expect(frames("from=5+apples&to=7&\(query)") == "5 apples\n6\n7\n")
  }

  // With the words of the target and a number between, they would tell a loss of $460 that never was.
  @Test(arguments: [
    ("Profit $500", "Loss $300"), ("▲ 1.5%", "▼ 0.8%"), ("+ $5", "- $3"), ("5° N", "3° S"), ("USD 5", "EUR 8"),
    ("₹50 lakh", "₹1.2 crore"), ("Jan '24", "Mar '25"), ("Spring 2023", "Fall 2024"), ("Bottom 9th", "Top 10th"),
    ("today 5pm", "tomorrow 6pm"), ("in 5 min", "3 min ago"), ("5 days left", "3 days overdue"), ("Alice 5", "Bob 7"),
    ("$500", "Loss $300"),
    ("-5", "5 ahead"), ("12:00", "10:00 PM"),
  ])
  func `numbers beside other words change at once, unless it is asked for`(source: String, target: String) throws {
    let encode = { (text: String) in text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
    let query = "from=\(encode(source))&to=\(encode(target))&frames=distinct"
    #expect(frames("\(query)&as=text") == "\(source)\n\(target)\n")
    #expect(frames("\(query)&interpolation=words").contains(#""interpolation":"words""#))
  }

  @Test(arguments: [
    ("from=%23112233&to=%23445566", "#112233\n#2a3b4c\n#445566\n"),
    ("from=rgb(255,0,0)&to=rgb(0,0,255)", "rgb(255,0,0)\nrgb(140,83,162)\nrgb(0,0,255)\n"),
    ("from=red&to=blue", "red\n#8c53a2\nblue\n"),
    ("from=1px+solid+%23f00&to=3px+solid+%2300f", "1px solid #f00\n2px solid #8c53a2\n3px solid #00f\n"),
  ])
  func `colors mix in OKLab and never digit by digit`(query: String, expected: String) {
    #expect(frames("\(query)&curve=linear&duration=2&fps=1&as=text") == expected)
    #expect(frames(query).contains(#""interpolation":"colors""#))
  }

  @Test func `position is the share of the time, and progress its earlier name`() {
    let query = "/v1/frame?from=0&to=100&duration=1&fps=4&curve=easeIn(2)"
    let frame = service.get("\(query)&position=0.5").text
    #expect(frame.contains(#""time":0.5,"progress":0.25,"text":"25""#), "\(frame)")
    #expect(service.get("\(query)&progress=0.5").text == frame)
    #expect(service.get("\(query)&position=0.5&progress=0.5").status == 400)
  }

  @Test func `easings of either spelling say what they are`() {
    let query = "from=0&to=100&duration=1&fps=4&as=text&curve="
    #expect(frames(query + "ease-in-out") != frames(query + "easeInOut"))
    let catalog = service.get("/v1/curves").text
    #expect(catalog.contains("a Bézier, where `easeInOut` is a power"))
    #expect(catalog.contains("`ease-in-out` is CSS's Bézier"))
  }

  @Test(arguments: [
    ("easing=linear", "curve"), ("prefx=x", "prefix"), ("repeatCount=2", "repeat"),
  ])
  func `a parameter is known by what others call it`(query: String, name: String) {
    #expect(problem("from=1&to=2&\(query)").contains("did you mean `\(name)`?"))
  }

  @Test func `errors say what is possible in one way`() {
    #expect(problem("from=1&to=2&curve=xyzzy").contains("`curve` cannot be used: There is no curve `xyzzy`"))
    #expect(problem("from=1&to=2&curve=easeIn(99)").contains("from 0.1 to 20, not 99"))
    let body = service.post("/v1/frames", json: #"{"from":true,"to":2,"fps":[]}"#).text
    #expect(body.contains("`from` must be a text or a number, not a boolean"))
    #expect(body.contains("`fps` must be a number, not an array"))
  }
}
