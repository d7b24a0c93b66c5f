import Testing

/// Pauses between repetitions, and several animations that start in turn.
struct TurnsTests {
  private let service = TestService()

  private func problem(_ json: String) -> String {
    let answer = service.post("/v1/frames", json: json)
    #expect(answer.status == 400, "\(answer.text)")
    return answer.text
  }

  @Test func `a pause stands between two repetitions`() {
    let query = "from=0&to=2&curve=linear&duration=2&fps=1&repeat=2&repeatDelay=2"
    #expect(service.get("/v1/frames?\(query)&as=text").text == "0\n1\n2\n2\n2\n1\n2\n")
    #expect(service.get("/v1/frames?\(query)&autoreverse=true&as=text").text == "0\n1\n2\n1\n0\n0\n0\n1\n2\n1\n0\n")
    #expect(service.get("/v1/frame?\(query)&time=3.5&include=velocity").text.contains(#""velocity":0"#))
    let times = service.get("/v1/frames?\(query)&frames=distinct&rounding=down&as=csv").text
    #expect(times.hasPrefix("index,time,progress,text\r\n0,0,0,0\r\n1,") && times.contains("\r\n3,4."), "\(times)")
    #expect(service.get("/v1/frames?from=1&to=2&repeatDelay=1").text.contains("has no effect without `repeat`"))
  }

  @Test func `a suffix stands behind every text`() {
    let query = "from=1&to=3&curve=linear&duration=1&fps=2&suffix=/mo"
    #expect(service.get("/v1/frames?\(query)&as=text&prefix=~").text == "~1/mo\n~2/mo\n~3/mo\n")
    #expect(service.get("/v1/frames?from=a&to=b&suffix=!&as=text").text == "a!\nb!\n")
  }

  @Test func `several animations start in turn`() {
    let list = #"{"stagger":"500ms","to":1,"duration":0,"animations":[{"id":"a"},{"id":"b"},{"id":"c","delay":1}]}"#
    let answer = service.post("/v1/frames?as=csv", json: list).text
    #expect(answer.contains("\r\nb,1,0.5,1,1\r\n") && answer.hasSuffix("\r\nc,1,2,1,1\r\n"), "\(answer)")
    #expect(service.get("/v1/frames?from=1&to=2&stagger=1").text.contains("has no effect without `animations`"))
    let late = #"{"stagger":3600,"to":1,"animations":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#
    #expect(problem(late).contains("`animations[2]` would be delayed by more than 3600 seconds"))
  }

  @Test func `one frame of several animations is asked for by its time`() {
    let list =
      #"{"curve":"linear","duration":2,"animations":[{"id":"a","from":0,"to":100},{"id":"b","to":9,"delay":1}]}"#
    let answer = service.post("/v1/frame?time=1", json: list)
    #expect(answer.status == 200)
    #expect(
      answer.text.hasPrefix(#"{"animations":[\#n{"id":"a","animation":{"from":"0","to":"100","#), "\(answer.text)")
    #expect(answer.text.contains(#""frame":{"index":60,"time":1,"progress":0.5,"text":"50"}},\#n{"id":"b","#))
    #expect(service.post("/v1/frame?position=1", json: list).text.contains(#""progress":1,"text":"100"}"#))
    #expect(service.post("/v1/frame?index=1", json: list).text.contains("each of which counts its own frames"))
  }
}
