import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// What is kept of a label can be read again, by whatever settings.
struct KeptLabelTests {
  private static let letters = String(repeating: "a", count: 4_095)
  private static let zeros = String(repeating: "0", count: 4_090)

  private struct Addition: CustomTestStringConvertible, Sendable {
    let body: String
    let addend: String
    let reason: String
    var testDescription: String { "\(body.prefix(60)) and \(addend.prefix(20))" }
  }

  private static let additions = [
    Addition(body: #"{"to":"\#(letters)9"}"#, addend: "1", reason: "4097 characters; 4096 are allowed"),
    Addition(body: #"{"to":"\#(letters)9","duration":0}"#, addend: "1", reason: "4097 characters"),
    Addition(
      body: #"{"to":"\#(zeros)"}"#, addend: "0.\(String(repeating: "0", count: 90))1", reason: "Nothing can be added"),
    Addition(
      body: #"{"to":{"n":"999999"},"template":"\#(letters.dropLast(5)){n}"}"#, addend: "1",
      reason: "4097 characters; 4096 are allowed"),
  ]

  @Test(arguments: additions)
  private func `an addition that makes what cannot be read is refused, and nothing is kept`(addition: Addition) {
    let service = LabelTestService { $0.maximumLabelBytes = 65_536 }
    #expect(service.put("a", addition.body).status == 201)
    let answer = service.add("a", addition.addend)
    #expect(answer.status == 409 && answer["type"] == "/problems#no-single-number", "\(answer.text.prefix(300))")
    #expect(answer["detail"]?.contains(addition.reason) ?? false, "\(answer.text.prefix(300))")
    #expect(service.get("/v1/labels/a")["version"] == "1")
    #expect(service.put("a", #"{"to":"1"}"#).status == 200)
  }

  @Test func `a sum that has no room beside the other parameters is refused`() {
    let service = LabelTestService { $0.maximumLabelBytes = 256 }
    let suffix = String(repeating: "s", count: 143)
    #expect(service.put("a", #"{"to":"9","suffix":"\#(suffix)"}"#).status == 201)
    let answer = service.add("a", String(repeating: "9", count: 30))
    #expect(answer.status == 409 && answer.text.contains("256 are allowed"), "\(answer.text)")
    #expect(service.add("a", "1")["to"] == "10")
  }

  @Test func `a target that would be read as something else is refused`() {
    let service = LabelTestService()
    let list = #"[\"one\",\"two\"]"#
    let answer = service.put("a", #"{"to":{"n":"\#(list)"},"template":"{n}"}"#)
    #expect(answer.status == 400 && answer.text.contains("cannot be read back"), "\(answer.text)")
    #expect(service.get("/v1/labels/a").status == 404)
  }

  @Test func `values of a template may be longer as JSON than texts may be`() {
    let service = LabelTestService { $0.maximumTextCharacters = 100 }
    let value = String(repeating: "\\u0001", count: 40)
    #expect(service.put("a", #"{"to":{"n":"\#(value)","m":"1"},"template":"{n}{m}"}"#).status == 201)
    #expect(service.get("/v1/labels/a").status == 200)
    #expect(service.put("a", #"{"duration":3}"#).status == 200)
  }

  @Test(arguments: [#"{"to":"a long text with 41"}"#, #"{"to":{"n":"41"},"template":"a long text with {n}"}"#])
  func `what was kept by other settings is read and changed, and what is new keeps to them`(body: String) {
    let before = LabelTestService()
    #expect(before.put("a", body).status == 201)
    let service = LabelTestService(after: before) {
      $0.maximumTextCharacters = 5
      $0.maximumTextBytes = 5
    }
    #expect(service.get("/v1/labels/a")["text"] == "a long text with 41")
    #expect(service.get("/v1/labels/a/frames?version=1").status == 200)
    #expect(service.get("/v1/labels").text.contains("\"a\""))
    #expect(service.put("a", #"{"duration":3}"#)["text"] == "a long text with 41")
    #expect(service.put("a", #"{"to":"123456"}"#).status == 400)
    #expect(service.add("a", "1").status == 409)
    #expect(service.put("a", #"{"to":"12","template":null}"#).status == 200)
    #expect(service.add("a", "1")["to"] == "13")
  }

  @Test func `a change that was kept may have more frames and seconds than one may have now`() {
    let before = LabelTestService()
    _ = before.put("a", #"{"from":"1","to":"1000","duration":100}"#)
    _ = before.put("b", #"{"from":"1","to":"1000","curve":"spring(mass: 1, stiffness: 1, damping: 0.1)"}"#)
    let service = LabelTestService(after: before) {
      $0.maximumFrames = 100
      $0.maximumStreamSeconds = 1
    }
    for name in ["a", "b"] {
      #expect(service.get("/v1/labels/\(name)").status == 200)
      #expect(service.get("/v1/labels/\(name)?as=svg").status == 200)
      #expect(service.put(name, #"{"to":"5"}"#).status == 400)
      #expect(service.add(name, "1").status == 409)
      #expect(service.put(name, #"{"to":"5","duration":0,"curve":"linear"}"#).status == 200)
    }
  }
}
