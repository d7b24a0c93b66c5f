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
    ("columnMode=digit", "columnMode"), ("direction=up&interpolation=numbers", "direction"),
    ("roundingFactor=5&interpolation=typewriter", "roundingFactor"),
  ])
  func `a parameter without effect is named in warnings`(query: String, name: String) {
    let text = frames("from=1&to=20&\(query)")
    #expect(text.contains(#""warnings":[{"parameter":"\#(name)","detail":"has no effect "#), "\(text.prefix(400))")
    #expect(!frames("from=1&to=20").contains("warnings"))
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
    ("easing=linear", "curve"), ("suffix=x", "format"), ("prefx=x", "prefix"), ("repeatCount=2", "repeat"),
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
