import Testing

struct TemplateTests {
  private let service = TestService()

  private func texts(_ json: String) -> String {
    let answer = service.post("/v1/frames", json: #"{"curve":"linear","duration":2,"fps":1,"as":"text",\#(json)}"#)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text
  }

  private func problem(_ json: String) -> String {
    let answer = service.post("/v1/frames", json: "{\(json)}")
    #expect(answer.status == 400)
    return answer.text
  }

  @Test func `a template shows named numbers`() {
    let parts = #""from":{"value":1,"total":10},"to":{"value":9,"total":20}"#
    #expect(texts(#""template":"{value} of {total}",\#(parts)"#) == "1 of 10\n5 of 15\n9 of 20\n")
    #expect(
      texts(#""template":"{{{total}}}: {value}, {value}","format":"%.1f",\#(parts)"#)
        == "{10.0}: 1.0, 1.0\n{15.0}: 5.0, 5.0\n{20.0}: 9.0, 9.0\n")
  }

  #if LocaleFormats
    @Test func `a style writes each part`() {
      let parts = #""from":{"a":1000,"b":0},"to":{"a":3000,"b":-0.5}"#
      #expect(
        texts(#""template":"{a} and {b}!","style":"currency","currency":"USD",\#(parts)"#)
          == "$1,000.00 and $0.00!\n$2,000.00 and -$0.25!\n$3,000.00 and -$0.50!\n")
    }
  #endif

  @Test func `the value of the only name is a plain text or number`() {
    #expect(texts(#""template":"{score} points","from":0,"to":10"#) == "0 points\n5 points\n10 points\n")
    #expect(texts(#""template":"{score} points","format":"%03d","to":"10""#) == "000 points\n005 points\n010 points\n")
  }

  @Test func `a query has the parts as JSON`() {
    let query = #"template={a}/{b}&from={"a":1,"b":2}&to={"a":3,"b":"4"}&duration=1&fps=1&as=text"#
    #expect(service.get("/v1/frames?\(query)").text == "1/2\n3/4\n")
  }

  @Test func `parts may be texts, which any interpolation takes`() {
    let parts = #""from":{"name":"Ann"},"to":{"name":"Bob"}"#
    #expect(texts(#""template":"<{name}>","interpolation":"morph",\#(parts)"#).hasSuffix("<Bob>\n"))
  }

  @Test func `each of several animations has its own parts`() {
    let answer = service.post(
      "/v1/frames",
      json: """
        {"template":"{n}%","from":{"n":0},"duration":1,"fps":1,"as":"text","animations":[
          {"id":"a","to":{"n":50}},{"id":"b","from":7,"to":9}]}
        """)
    #expect(answer.text == "a\t0%\nb\t7%\na\t50%\nb\t9%\n")
  }

  @Test(arguments: [
    (#""template":"{value","to":1"#, "template", "stands alone"),
    (#""template":"plain","to":1"#, "template", "no part in braces"),
    (#""template":"{}","to":1"#, "template", "has no name"),
    (#""template":"{a} {b}","to":1"#, "to", "must be an object with a text or a number for each of `a`, `b`"),
    (#""template":"{a} {b}","to":{"a":1}"#, "to", "lacks `b` of `template`"),
    (#""template":"{a}","to":{"a":1,"c":2}"#, "to", "has `c`, which `template` does not name; it names `a`"),
    (#""template":"{a}","to":{"a":[1]}"#, "to", "has a part `a` that must be a text or a number, not an array"),
    (#""template":"{a}","to":"{1""#, "to", "must be a JSON object with the parts"),
    (#""to":{"a":1}"#, "to", "not an object, without `template`"),
    (#""template":"{a}","format":"%d","to":{"a":"x"}"#, "to", "cannot be written by `format`"),
    (#""template":"{a}","curve":"decay(100)","from":1"#, "template", "cannot be combined with a decay"),
  ])
  func `what does not fit is named`(json: String, parameter: String, detail: String) {
    let problem = problem(json)
    #expect(problem.contains(#""parameter":"\#(parameter)""#), "\(problem)")
    #expect(problem.contains(detail), "\(problem)")
  }

  @Test func `a template has a bounded number of names`() {
    let names = (0..<65).map { "{n\($0)}" }.joined()
    #expect(problem(#""template":"\#(names)","to":1"#).contains("there are more than 64 names in braces"))
  }

  // A thousand times 4,000 bytes would be 4 MB.
  @Test func `the text with its parts is no longer than any text may be`() {
    let template = String(repeating: "{a}", count: 1000)
    let value = String(repeating: "1", count: 4000)
    #expect(problem(#""template":"\#(template)","to":"\#(value)""#).contains("makes a text of 4000000 bytes"))
  }
}
