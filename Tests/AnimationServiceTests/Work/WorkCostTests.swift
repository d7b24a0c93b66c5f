import Testing

@testable import Deployment
@testable import AnimationService

struct WorkCostTests {
  private static let word = String(repeating: "word", count: 200)
  private let service = TestService { $0.maximumWorkMilliseconds = 15 }

  @Test(arguments: [
    ("from=&to=\(word)&interpolation=typewriter&duration=120", "duration"),
    ("from=1&to=-1\(String(repeating: "0", count: 37))&format=%25.100f&duration=599", "duration"),
    ("from=\(word)&to=x\(word)&interpolation=morph&duration=3", "include"),
    ("from=1&to=2&as=svg&duration=120&prefix=\(word)", "duration"),
    ("from=&to=\(word)&interpolation=typewriter&duration=60&animations=[{\"id\":1},{\"id\":2}]", "animations"),
  ])
  func `what would take too long is refused, naming what costs most`(query: String, parameter: String) {
    let answer = service.get("/v1/frames?\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"\#(parameter)","detail":"makes the service work for more than"#))
    #expect(TestService().get("/v1/frames?\(query)").status == 200)
  }

  @Test func `a stream whose frames would take too much of each second is refused`() {
    let words = String(repeating: "9 ", count: 400)
    let list = "[" + (0..<60).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    let query = "from=\(words)&to=1\(words.dropFirst())&fps=240"
    let service = TestService()
    let answer = service.get("/v1/stream?\(query)&animations=\(list)")
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"animations","detail":"would make the service work for about"#))
    #expect(answer.text.contains("ms of each second; 250 are allowed"))
    #expect(service.get("/v1/stream?\(query)").status == 200)
    let plain = (0..<240).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let json = #"{"to":9000,"fps":240,"duration":0.5,"animations":[\#(plain)]}"#
    #expect(service.post("/v1/stream", json: json).status == 200)
  }

  @Test func `by default numbers of a hundred places are answered in as many frames as are possible`() {
    let query = "/v1/frames?to=1&format=%25.100f&as=text&from=" + String(repeating: "9", count: 38)
    #expect(TestService().get(query + "&duration=599").status == 200)
  }

  @Test(arguments: ["numbers", "scramble", "evaporate"])
  func `by default 36,000 frames of long texts are no picture, even where the texts stay`(interpolation: String) {
    let text = (0..<2000).map { String($0 % 10) }.joined(separator: "a")
    let query = "from=\(text)&to=\(text.dropLast())8&interpolation=\(interpolation)&curve=cubic-bezier(1,.01,1,.01)"
    let answer = TestService().get("/v1/frames?as=svg&duration=599&\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains(#""parameter":"duration","detail":"makes the service work for more than"#))
  }

  @Test func `members cost nothing in a form that has no room for them`() {
    let query = "/v1/frames?from=\(Self.word)&to=x\(Self.word)&interpolation=morph&duration=3&as="
    #expect(service.get(query + "text").status == 200)
    #expect(service.get(query + "ndjson").status == 400)
  }
}
