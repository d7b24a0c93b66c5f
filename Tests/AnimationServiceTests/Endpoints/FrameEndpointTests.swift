import MicroHTTP
import HTTPTypes
import Testing

struct FrameEndpointTests {
  private let service = TestService()

  private func frame(_ query: String) -> Substring {
    let answer = service.get("/v1/frame?from=100%20apples&to=400%20apples&\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\"frame\":").last.map { $0.dropLast(2) } ?? ""
  }

  @Test(arguments: [
    ("index=0", #"{"index":0,"time":0,"progress":0,"text":"100 apples"}"#),
    ("index=60", #"{"index":60,"time":1,"progress":0.5,"text":"250 apples"}"#),
    ("index=120", #"{"index":120,"time":2,"progress":1,"text":"400 apples"}"#),
    ("time=1", #"{"index":60,"time":1,"progress":0.5,"text":"250 apples"}"#),
    ("time=1010ms", #"{"index":60,"time":1,"progress":0.5,"text":"250 apples"}"#),
    ("time=0", #"{"index":0,"time":0,"progress":0,"text":"100 apples"}"#),
    ("time=1e300", #"{"index":120,"time":2,"progress":1,"text":"400 apples"}"#),
    ("position=0.5", #"{"index":60,"time":1,"progress":0.5,"text":"250 apples"}"#),
    ("position=1", #"{"index":120,"time":2,"progress":1,"text":"400 apples"}"#),
    ("time=0.5&delay=1", #"{"index":0,"time":0,"progress":0,"text":"100 apples"}"#),
    ("time=1e6&repeat=infinite", #"{"index":60000000,"time":1000000,"progress":1,"text":"400 apples"}"#),
  ])
  func `one frame is what the whole sequence has there`(query: String, expected: String) {
    #expect(frame(query) == expected)
  }

  @Test func `every frame is the one of the sequence`() {
    let query = "from=-1.50&to=20.25&curve=spring(duration:.4,bounce:.6)&fps=30"
    let lines = service.get("/v1/frames?\(query)&as=ndjson").text.split(separator: "\n")
    #expect(lines.count > 10)
    for (index, line) in lines.enumerated() {
      let answer = service.get("/v1/frame?\(query)&index=\(index)").text
      #expect(answer.hasSuffix("\"frame\":\(line)}\n"))
    }
  }

  @Test(arguments: [
    ("", "index"), ("index=1&time=2", "time"), ("index=-1", "index"), ("index=x", "index"),
    ("position=1.5", "position"),
    ("time=-1", "time"), ("position=0.5&repeat=infinite", "position"),
  ])
  func `a position that is none is named`(query: String, parameter: String) {
    let answer = service.get("/v1/frame?from=1&to=2&\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains("`\(parameter)`"))
  }

  @Test(arguments: [121, .max]) func `an index past the end is told the last, and a time is not`(index: Int) {
    let answer = service.get("/v1/frame?from=1&to=2&index=\(index)")
    #expect(answer.status == 400)
    #expect(answer.text.contains("`index` must be from 0 to 120, the last frame, not \(index)"))
    #expect(service.get("/v1/frame?from=1&to=2&index=120").status == 200)
    #expect(service.get("/v1/frame?from=1&to=2&time=\(index)").status == 200)
  }

  @Test func `a POST with JSON or a form is answered as a GET`() {
    let expected = service.get("/v1/frame?from=1&to=9&index=60").text
    let json = service.post("/v1/frame", json: #"{"from":1,"to":9,"index":60}"#)
    #expect(json.status == 200)
    #expect(json.text == expected)
    let form = service.post(
      "/v1/frame", json: "from=1&to=9&index=60&format=", mediaType: "application/x-www-form-urlencoded")
    #expect(form.text == expected)
  }
}
