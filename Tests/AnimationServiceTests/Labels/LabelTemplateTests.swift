import HTTPTypes
import MicroHTTP
import TextAnimation
import WrittenNumbers
import Testing
import TextBytes

@testable import AnimationService
@testable import Requests

/// Labels whose text is made by a template.
struct LabelTemplateTests {
  private let service = LabelTestService()

  @Test func `it moves as the text does`() {
    _ = service.put("a", #"{"template":"{value} points","to":{"value":0},"curve":"linear","duration":4}"#)
    #expect(service.text("a") == "0 points\n")
    let answer = service.put("a", #"{"to":{"value":100}}"#)
    #expect(answer.status == 200 && answer["to"] == "100")
    let frames = service.get("/v1/labels/a/frames?version=2").text
    #expect(frames == service.get("/v1/frames?from=0%20points&to=100%20points&curve=linear&duration=4").text)
    service.wait(1)
    #expect(service.text("a") == "25 points\n")
    _ = service.put("a", #"{"to":50}"#)
    #expect(service.text("a") == "25 points\n")
    service.wait(10)
    #expect(service.text("a") == "50 points\n")
    #expect(service.add("a", "0.5")["to"] == "50.5")
    service.wait(10)
    #expect(service.text("a") == "50.5 points\n")
  }

  @Test func `several values are written by a format, and at rest as the template writes them`() {
    let template = #""template":"{value} of {total} {{%}}","format":"%05.1f","curve":"linear","duration":2"#
    let first = service.put("a", #"{"to":{"value":0,"total":"10"},\#(template)}"#)
    #expect(first["text"] == "000.0 of 010.0 {%}" && first["to"] == #"{"value":"0","total":"10"}"#)
    _ = service.put("a", #"{"to":{"total":20,"value":10}}"#)
    let query = "from={%22value%22:0,%22total%22:10}&to={%22value%22:10,%22total%22:20}&as=text&curve=linear&duration=2"
    let template2 = "template={value}%20of%20{total}%20{{%25}}&format=%2505.1f"
    #expect(
      service.get("/v1/labels/a/frames?version=2&as=text").text
        == service.get("/v1/frames?\(query)&\(template2)").text)
    service.wait(1)
    #expect(service.text("a") == "005.0 of 015.0 {%}\n")
    // What was on the way adds up.
    _ = service.put("a", #"{"to":{"value":0,"total":40}}"#)
    #expect(service.text("a") == "005.0 of 015.0 {%}\n")
    service.wait(0.5)
    #expect(service.text("a") == "005.0 of 022.5 {%}\n")
    service.wait(9)
    #expect(service.text("a") == "000.0 of 040.0 {%}\n")
    // What is answered as `to` can be sent as one.
    let again = service.put("a", #"{"to":"{\"value\":\"0\",\"total\":\"40\"}"}"#)
    #expect(again.status == 200 && again["text"] == "000.0 of 040.0 {%}")
    let added = service.add("a", "1")
    #expect(added.status == 409 && added.text.contains("2 values"))
  }

  @Test func `a label that is read from the store again shows the same`() {
    let service = LabelTestService { $0.rememberedLabels = 2 }
    _ = service.put("a", #"{"to":{"n":0},"template":"<{n}>","format":"%.2f","speed":2,"duration":8,"curve":"linear"}"#)
    _ = service.put("a", #"{"to":{"n":100}}"#)
    service.wait(1)
    _ = service.put("a", #"{"to":{"n":200},"curve":"smooth"}"#)
    service.wait(0.5)
    let text = service.text("a")
    for name in ["b", "c", "d", "e"] { _ = service.put(name, #"{"to":"1"}"#) }
    for name in ["b", "c", "d", "e"] { _ = service.text(name) }
    #expect(service.text("a") == text && text.hasPrefix("<") && text != "<25.00>\n")
    service.wait(9)
    #expect(service.text("a") == "<200.00>\n")
  }

  @Test func `without its template a label keeps its text`() {
    _ = service.put("a", #"{"to":{"a":1,"b":2},"template":"{a} and {b}"}"#)
    #expect(service.put("a", #"{"template":null}"#)["to"] == "1 and 2")
    #expect(service.text("a") == "1 and 2\n")
    _ = service.put("b", #"{"to":"5","duration":0}"#)
    _ = service.put("b", #"{"template":"{n} goals"}"#)
    service.wait(1)
    #expect(service.text("b") == "5 goals\n")
  }

  @Test(arguments: [
    (#"{"to":{"a":1},"template":"{a} {b}"}"#, "lacks `b`"), (#"{"to":1,"template":"{a} {b}"}"#, "must be an object"),
    (#"{"to":{"c":1},"template":"{a}"}"#, "which `template` does not name"), (#"{"to":{"a":1}}"#, "without `template`"),
    (#"{"to":{"a":"x"},"template":"{a}","format":"%d"}"#, "cannot be written by `format`"),
  ])
  func `values that do not fit are named`(body: String, reason: String) {
    let answer = service.put("a", body)
    #expect(answer.status == 400 && answer.text.contains(reason) && answer.text.contains(#""parameter":"to""#))
  }

  @Test func `a value may look like an object`() {
    let answer = service.put("a", #"{"to":{"a":"{x}"},"template":"<{a}>"}"#)
    #expect(answer["to"] == #"{"a":"{x}"}"# && answer["text"] == "<{x}>")
    #expect(service.put("a", #"{"private":false}"#)["text"] == "<{x}>")
  }
}

/// Labels that run faster or slower, and what they do not take.
struct LabelSpeedTests {
  private let service = LabelTestService()

  @Test(arguments: [
    "curve=linear&duration=4", "curve=smooth", "curve=spring(mass:1,stiffness:100,damping:10)", "duration=1",
  ])
  func `frames are those of an animation of that speed`(timing: String) {
    let members = timing.split(separator: "&").map { $0.split(separator: "=") }.map { "\"\($0[0])\":\"\($0[1])\"" }
    _ = service.put("a", #"{"to":"0 km","speed":2,\#(members.joined(separator: ","))}"#)
    _ = service.put("a", #"{"to":"100 km"}"#)
    let own = service.get("/v1/labels/a/frames?version=2&as=text").text
    #expect(own == service.get("/v1/frames?from=0%20km&to=100%20km&speed=2&as=text&\(timing)").text)
  }

  @Test func `another speed on the way goes on from where the label is`() {
    _ = service.put("a", #"{"from":"0","to":"1000","curve":"linear","duration":10}"#)
    service.wait(5)
    #expect(service.put("a", #"{"to":"2000","speed":10}"#)["text"] == "500")
    service.wait(1)
    #expect(service.text("a") == "2000\n")
    #expect(service.get("/v1/labels/a")["atRest"] == "true")
  }

  @Test(arguments: [
    "delay", "repeat", "repeatDelay", "autoreverse", "markers", "frames", "times", "earlier", "animations",
    "color",
  ])
  func `what a label cannot take is refused with the reason`(name: String) {
    let answer = service.put("a", #"{"to":"1","\#(name)":"1"}"#)
    #expect(answer.status == 400 && answer.text.contains("cannot be given for a label"))
    #expect(answer.text.contains(#""parameter":"\#(name)""#))
  }

  @Test func `every parameter of an animation is taken or refused with the reason`() {
    let taken = Set(Parameter.all.filter { $0.places.contains(.label) }.map(\.name))
    let all = Parameter.all.filter { $0.places.contains(.frames) }.map(\.name)
    let answers: Set = ["as", "csv"]
    #expect(Set(all).subtracting(taken).subtracting(answers) == Set(Parameter.refusedByLabels.keys))
  }
}
