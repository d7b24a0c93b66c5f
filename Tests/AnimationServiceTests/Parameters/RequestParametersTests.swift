import AnimationService
import HTTPTypes
import MicroHTTP
import Testing

struct RequestParametersTests {
  private let service = TestService()

  @Test func `a body that is coded is refused, with what can be read`() {
    let answer = service.send(.post, "/v1/frames", [.contentEncoding: "br"], body: Array(#"{"to":1}"#.utf8))
    #expect(answer.status == 415)
    #expect(answer.fields[.acceptEncoding] == "identity")
    #expect(answer.text.contains("Content-Encoding"))
    let plain = service.send(.post, "/v1/frames", [.contentEncoding: "Identity"], body: Array(#"{"to":1}"#.utf8))
    #expect(plain.status == 200)
  }

  @Test(arguments: ["application/json", "application/x-www-form-urlencoded"])
  func `a list in the place of an object is shown where it belongs`(mediaType: String) {
    let answer = service.post("/v1/frames", json: #" [{"from":"a","to":"b"}]"#, mediaType: mediaType)
    #expect(answer.status == 400)
    #expect(answer.text.contains("goes under `animations`"))
  }

  @Test func `numbers of JSON may be written as other languages write them`() {
    let answer = service.post(
      "/v1/frames", json: #"{"from":0,"to":1e+16,"format":"%d","duration":1.0,"fps":1e0,"repeat":2.0,"seed":1.0}"#)
    #expect(answer.status == 200)
    #expect(answer.text.contains(#""text":"10000000000000000""#))
  }

  @Test func `a time before the start is told how far it may go`() {
    let answer = service.get("/v1/frame?from=1&to=2&time=-1")
    #expect(answer.status == 400)
    #expect(answer.text.contains("must be 0 or more seconds, not -1"))
  }
}
