import MicroHTTP
import Foundation
import HTTPTypes
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents

struct SequenceEndpointTests {
  private let service = TestService()
  private let apples = "/v1/frames?from=100%20apples&to=400%20apples"

  private struct Document: Decodable {
    struct Description: Decodable {
      var from, to, interpolation, curve: String
      var duration, fps: Double
      var frameCount: Int
      var animated: Bool
      var reason: String?
    }
    struct Frame: Decodable {
      var index: Int
      var time, progress: Double
      var text: String
    }
    var animation: Description
    var frames: [Frame]
  }

  private func document(_ answer: Answer) throws -> Document {
    try #require(answer.status == 200, "\(answer.text)")
    return try JSONDecoder().decode(Document.self, from: Data(answer.text.utf8))
  }

  @Test func `a hundred apples become four hundred in two seconds`() throws {
    let answer = service.get(apples)
    let document = try document(answer)
    #expect(answer.fields[.contentType] == "application/json")
    #expect(document.frames.count == 121)
    #expect(document.animation.frameCount == 121)
    #expect(document.animation.interpolation == "number")
    #expect(document.animation.animated)
    #expect(document.frames[0].text == "100 apples")
    #expect(document.frames[60].text == "250 apples")
    #expect(document.frames[120].text == "400 apples")
    #expect(document.frames.map(\.index) == Array(0...120))
    #expect(document.frames.map(\.time) == (0...120).map { Double($0) / 60 })
    #expect(document.frames[120].progress == 1)
  }

  @Test(arguments: SequenceRepresentation.allCases)
  func `each form is answered with the same fields in the same order`(form: SequenceRepresentation) {
    let answer = service.get("\(apples)&duration=0.1&as=\(form.name)")
    #expect(
      answer.fields.map(\.name) == [
        "Content-Type", "Cache-Control", "Vary", "ETag", "X-Content-Type-Options", "Cross-Origin-Resource-Policy",
      ])
    #expect(answer.fields[.contentType] == form.mediaType)
    #expect(answer.fields[.eTag]?.wholeMatch(of: /"[0-9a-f]{16}"/) != nil)
    #expect(answer.fields[.eTag] != service.get("\(apples)&duration=0.1&as=\(form.name)&fps=30").fields[.eTag])
  }

  @Test(arguments: ["json", "ndjson", "csv", "svg"])
  func `behind a delay times have no more digits than one would write`(form: String) {
    let query = "from=0&to=2&curve=linear&duration=0.2&fps=10&delay=0.7"
    let answer = TestService().get("/v1/frames?\(query)&as=\(form)").text
    for time in ["0.8", "0.9"] { #expect(answer.contains(time)) }
    #expect(answer.firstRange(of: /[0-9]\.[0-9]{3}/) == nil)
    #expect(TestService().get("/v1/frame?\(query)&index=1").text.contains(#""time":0.8,"progress":0.5,"#))
    #expect(TestService().get("/v1/frame?\(query)&time=0.8").text.contains(#""index":1,"#))
  }

  @Test func `a sequence may end between two frames`() throws {
    let document = try document(service.get("/v1/frames?from=0&to=9&duration=0.25&fps=10"))
    #expect(document.frames.map(\.time) == [0, 0.1, 0.2, 0.25])
    #expect(document.frames.map(\.text).last == "9")
  }

  @Test(arguments: [
    ("from=5&to=7&duration=0", ["7"]), ("from=5&to=5", ["5"]), ("to=a", ["a"]), ("from=5a&to=7b", ["5a", "7b"]),
  ])
  func `what is not animated says why and shows its texts`(query: String, texts: [String]) throws {
    let document = try document(service.get("/v1/frames?\(query)"))
    #expect(!document.animation.animated)
    #expect(document.animation.reason?.isEmpty == false)
    #expect(document.frames.map(\.text) == texts)
    #expect(document.frames.last?.progress == 1)
  }

  @Test func `numbers beyond a double's digits end as themselves`() throws {
    let target = "/v1/frames?from=9007199254740993&to=9007199254740995&curve=linear&duration=1"
    let document = try document(service.get(target))
    #expect(document.frames.first?.text == "9007199254740993")
    #expect(document.frames.last?.text == "9007199254740995")
    #expect(Set(document.frames.map(\.text)) == ["9007199254740993", "9007199254740994", "9007199254740995"])
  }

  @Test func `POST takes the same parameters as JSON`() throws {
    let body = #"{"from": "100 apples", "to": "400 apples", "duration": 2, "fps": "60"}"#
    #expect(service.post("/v1/frames", json: body).text == service.get(apples).text)
  }

  @Test func `POST takes what curl calls a form`() throws {
    let json = #"{"from":"100 apples","to":"400 apples"}"#
    let form = "from=100+apples&to=400+apples"
    let expected = service.get(apples).text
    #expect(service.post("/v1/frames", json: json, mediaType: "application/x-www-form-urlencoded").text == expected)
    #expect(service.post("/v1/frames", json: form, mediaType: "application/x-www-form-urlencoded").text == expected)
  }

  @Test(arguments: [
    ("ndjson", "application/x-ndjson"), ("csv", "text/csv; charset=utf-8; header=present"),
    ("text", "text/plain; charset=utf-8"),
  ])
  func `other forms are asked for by name`(name: String, mediaType: String) {
    let answer = service.get("/v1/frames?from=1&to=3&curve=linear&duration=1&fps=2&as=\(name)")
    #expect(answer.fields[.contentType] == mediaType)
    let strips = [
      "ndjson": """
      {"index":0,"time":0,"progress":0,"text":"1"}
      {"index":1,"time":0.5,"progress":0.5,"text":"2"}
      {"index":2,"time":1,"progress":1,"text":"3"}

      """,
      "csv": "index,time,progress,text\r\n0,0,0,1\r\n1,0.5,0.5,2\r\n2,1,1,3\r\n",
      "text": "1\n2\n3\n",
    ]
    #expect(answer.text == strips[name])
  }

  @Test(arguments: [("", "'=1+1"), ("&csv=safe", "'=1+1"), ("&csv=raw", "=1+1")])
  func `a spreadsheet runs no text of CSV, unless it is asked for as it is`(parameter: String, text: String) {
    let query = "to=%3D1%2B1&duration=0&as=csv\(parameter)"
    #expect(service.get("/v1/frames?\(query)").text.hasSuffix(",1,\(text)\r\n"))
    let list = "animations=%5B%7B%22id%22:%22@a%22,%22to%22:%22%3D1%2B1%22%7D%5D&duration=0&as=csv\(parameter)"
    let id = parameter == "&csv=raw" ? "@a" : "'@a"
    let answer = service.get("/v1/frames?\(list)").text
    #expect(answer.hasSuffix(",1,\(text)\r\n"))
    #expect(answer.contains("\r\n\(id),0,"))
  }

  @Test func `files have no control characters, and JSON and plain text have every byte`() {
    let text = "\u{1b}]0;a\u{7}\tb\u{7f}\u{9b}c\u{85}\u{feff}"
    let query = "interpolation=none&duration=1&fps=1&to=%1B%5D0;a%07%09b%7F%C2%9Bc%C2%85%EF%BB%BF"
    func body(_ form: String) -> String { service.get("/v1/frames?\(query)&as=\(form)").text }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && !"\t\r\n".unicodeScalars.contains(scalar)
    }
    for form in ["csv", "vtt", "cast"] {
      #expect(!body(form).unicodeScalars.contains(where: isControl), "\(form)")
      #expect(body(form).contains("␛]0;a␇"), "\(form)")
    }
    #expect(body("text").hasSuffix("\(text)\n") && body("csv&csv=raw").contains(text))
    for form in ["json", "ndjson"] { #expect(body(form).contains("\u{7f}\u{9b}c\u{85}\u{feff}")) }
    let labels = LabelTestService()
    _ = labels.put("a", #"{"to":"\u001b[2J\u007f\u009b\na"}"#)
    #expect(labels.text("a") == "\u{1b}[2J\u{7f}\u{9b}\na\n")
  }

  @Test func `what has one value beside the text is a column of CSV`() {
    let query = "from=1&to=3&curve=linear&duration=1&fps=1&as=csv&include=velocity,value,glyphs"
    let answer = service.get("/v1/frames?\(query)")
    #expect(answer.text == "index,time,progress,text,value,velocity\r\n0,0,0,1,1,1\r\n1,1,1,3,3,0\r\n")
    let typed = service.get("/v1/frames?\(query)&interpolation=typewriter")
    #expect(typed.text.hasPrefix("index,time,progress,text,velocity\r\n"))
    let list = """
      {"as":"csv","fps":1,"duration":1,"from":1,"to":3,"curve":"linear","animations":[{"id":"a","include":"value"},
      {"id":"b","include":"velocity"}]}
      """
    let lines = service.post("/v1/frames", json: list).text.split(separator: "\r\n")
    let header = "id,index,time,progress,text,value,velocity"
    #expect(lines == [header, "a,0,0,0,1,1,", "b,0,0,0,1,,1", "a,1,1,1,3,3,", "b,1,1,1,3,,0"].map { Substring($0) })
  }

  @Test func `a leap has no velocity in CSV`() {
    let query = "from=10&to=17&curve=cubic-bezier(1,0,0,1)&duration=2&fps=60&speed=10&include=velocity"
    #expect(service.get("/v1/frames?\(query)&as=csv").text.contains("\r\n6,0.1,0.5,14,\r\n"))
    #expect(service.get("/v1/frames?\(query)").text.contains(#""text":"14","velocity":null}"#))
  }

  @Test(arguments: ["from=a&to=b", "from=5&to=5", "duration=0&to=1", "to=1"])
  func `what never ends is no document, whatever the texts are`(query: String) {
    let answer = service.get("/v1/frames?repeat=infinite&\(query)")
    #expect(answer.text.contains("`infinite` for a stream or a picture only"))
    #expect(service.get("/v1/frame?index=0&repeat=infinite&\(query)").status == 200)
  }

  @Test func `Accept chooses the form too`() {
    let answer = service.get("/v1/frames?from=1&to=3&duration=1&fps=1", [.accept: "text/plain, */*;q=0.1"])
    #expect(answer.text == "1\n3\n")
    #expect(service.get(apples, [.accept: "image/png"]).status == 406)
  }

  @Test func `a client that has the answer is told so`() throws {
    let tag = try #require(service.get(apples).fields[.eTag])
    let second = service.get(apples, [.ifNoneMatch: "\"other\", \(tag)"])
    #expect(second.status == 304)
    #expect(second.fields[.eTag] == tag)
    #expect(second.fields[.cacheControl] == "public, max-age=86400")
    #expect(second.fields[.vary] == "Accept, Accept-Encoding, Origin")
    #expect(second.text.isEmpty)
    #expect(service.get(apples + "&fps=30", [.ifNoneMatch: tag]).status == 200)
    #expect(service.get(apples, [.ifNoneMatch: tag, .accept: "text/plain"]).status == 200)
  }

  @Test func `the same request gives the same bytes on every node`() {
    #expect(TestService().get(apples).text == service.get(apples).text)
    #expect(TestService().get(apples).fields[.eTag] == service.get(apples).fields[.eTag])
  }

  @Test func `everything wrong is one problem document`() throws {
    let answer = service.get("/v1/frames?duration=-1&fps=999&cuve=linear")
    #expect(answer.status == 400)
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer.fields[.cacheControl] == "no-store")
    for part in ["`duration`", "`fps`", "`cuve`", "did you mean `curve`", "`to` is required"] {
      #expect(answer.text.contains(part))
    }
  }

  @Test(arguments: [
    ("/v1/frames?from=0&to=1&duration=1000&fps=240", "duration"), ("/v1/frames?from=0&to=1&repeat=infinite", "repeat"),
    ("/v1/frames?from=%FF&to=1", "from"), ("/v1/frames?to=1&to=2", "to"), ("/v1/frames?to=1&curve=easein", "curve"),
    ("/v1/frames?to=1&format=%25s", "format"), ("/v1/frames?from=a&to=1&format=%25d", "format"),
    ("/v1/frames?to=1&format=%25d&interpolation=typewriter", "interpolation"), ("/v1/frames?to=1&as=xml", "as"),
    ("/v1/frames?to=1&speed=100", "speed"), ("/v1/frames?to=1&repeat=0", "repeat"),
  ])
  func `a bad value is named`(target: String, parameter: String) {
    let answer = service.get(target)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.text.contains(parameter))
  }

  @Test func `texts and answers have limits`() {
    let small = TestService {
      $0.maximumTextCharacters = 5
      $0.maximumTextBytes = 40
      $0.maximumResponseBytes = 65_536
    }
    #expect(small.get("/v1/frames?from=&to=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7").status == 200)
    #expect(small.get("/v1/frames?to=123456").text.contains("has 6 characters; 5 are allowed"))
    #expect(small.get("/v1/frames?to=" + String(repeating: "a", count: 41)).text.contains("has 41 bytes"))
    #expect(small.get("/v1/frames?from=0&to=1&duration=100").text.contains("more than 65536 bytes"))
  }
}
