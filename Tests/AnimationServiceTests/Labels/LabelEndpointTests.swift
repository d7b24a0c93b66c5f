import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService
@testable import Documents

struct LabelEndpointTests {
  private let service = LabelTestService()

  // MARK: Putting

  @Test func `the first change shows its target at once`() {
    let answer = service.put("donations", #"{"to":"$12,340 raised"}"#)
    #expect(answer.status == 201)
    #expect(answer.fields[.eTag] == "\"1\"")
    #expect(answer.fields[.location] == "/v1/labels/donations")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer["id"] == "donations" && answer["version"] == "1" && answer["to"] == "$12,340 raised")
    #expect(answer["text"] == "$12,340 raised" && answer["atRest"] == "true")
  }

  @Test func `or counts from where it is told to`() {
    #expect(service.put("a", #"{"from":0,"to":100,"curve":"linear","duration":2}"#)["text"] == "0")
    service.wait(1)
    #expect(service.text("a") == "50\n")
    service.wait(1)
    #expect(service.get("/v1/labels/a")["atRest"] == "true")
  }

  @Test func `a change moves the label from what it shows, and what is left out stays as it was`() {
    _ = service.put("a", #"{"to":"0 points","curve":"linear","duration":"4s","suffix":"!"}"#)
    let answer = service.put("a", #"{"to":"100 points"}"#)
    #expect(answer.status == 200 && answer["version"] == "2" && answer["text"] == "0 points!")
    service.wait(1)
    #expect(service.text("a") == "25 points!\n")
    _ = service.put("a", #"{"to":"0 points"}"#)
    #expect(service.text("a") == "25 points!\n")
    service.wait(10)
    #expect(service.text("a") == "0 points!\n")
    #expect(service.get("/v1/labels/a").json["animation"]?["duration"] == .number("4"))
  }

  @Test func `null takes a parameter back`() {
    _ = service.put("a", #"{"to":"1","curve":"linear","duration":9}"#)
    _ = service.put("a", #"{"to":"2","curve":null}"#)
    let animation = service.get("/v1/labels/a").json["animation"]
    #expect(animation?["curve"] == .string("easeInOut") && animation?["duration"] == .number("9"))
  }

  @Test func `a new label moves by the spring until a change says how it moves`() {
    let spring = #""curve":"smooth(0.6)","duration":0.8"#
    #expect(service.put("a", #"{"to":"1"}"#).status == 201)
    #expect(service.put("a", #"{"to":"2"}"#).text.contains(spring))
    #expect(service.put("a", #"{"to":"3","duration":1}"#).text.contains(#""curve":"easeInOut","duration":1,"#))
    #expect(service.put("a", #"{"to":"4"}"#).text.contains(#""curve":"easeInOut","duration":1,"#))
    #expect(service.put("own", #"{"to":"1","curve":"smooth(0.6)"}"#).status == 201)
    #expect(service.put("own", #"{"to":"2","duration":1}"#).text.contains(#""curve":"smooth(0.6)","duration":1,"#))
    let others = [
      #""curve":"linear""#, #""duration":3"#, #""effect":"fadeIn""#, #""interpolation":"typewriter""#,
      #""transition":{"enter":[{"at":0,"opacity":0}]}"#,
    ]
    for (index, other) in others.enumerated() {
      #expect(service.put("other-\(index)", "{\"to\":\"1\",\(other)}").status == 201)
      let answer = service.put("other-\(index)", #"{"to":"2"}"#)
      #expect(answer.status == 200 && !answer.text.contains("smooth"))

      let late = "late-\(index)"
      #expect(service.put(late, #"{"to":"1"}"#).status == 201)
      #expect(service.put(late, #"{"to":"2","duration":null,"effect":null}"#).text.contains(spring))
      #expect(!service.put(late, "{\"to\":\"3\",\(other)}").text.contains("smooth"))
      #expect(!service.put(late, #"{"to":"4"}"#).text.contains("smooth"))
    }
  }

  @Test func `a format writes a label from the first change on`() {
    #expect(service.put("a", #"{"to":1234.5,"format":"%'.2f €"}"#)["text"] == "1,234.50 €")
    _ = service.put("a", #"{"to":2000}"#)
    service.wait(3)
    #expect(service.text("a") == "2,000.00 €\n")
  }

  @Test(arguments: [
    (#"{}"#, "to"), (#"{"to":"1","curve":"nope"}"#, "curve"), (#"{"to":"1","delay":1}"#, "delay"),
    (#"{"to":"1","repeat":2}"#, "repeat"), (#"{"to":"1","autoreverse":true}"#, "autoreverse"),
    (#"{"to":"1","animations":[]}"#, "animations"), (#"{"to":"1","curve":"decay(1, 0.9)"}"#, "curve"),
    (#"{"to":"1","expires":-1}"#, "expires"), (#"{"to":"1","private":"maybe"}"#, "private"),
    (#"{"to":"one","format":"%d"}"#, "to"), (#"{"to":"1","to2":"1"}"#, "to2"), (#"{"to":{"a":1}}"#, "to"),
    (#"{"to":"1","from":"0","duration":86400,"fps":240}"#, "duration"), (#"{"to":"1","include":"widest"}"#, "include"),
  ])
  func `a wrong parameter is named, and nothing is kept`(body: String, parameter: String) {
    let answer = service.put("a", body)
    #expect(answer.status == 400)
    guard case .array(let errors) = answer.json["errors"] else {
      Issue.record("\(answer.text)")
      return
    }
    #expect(errors.compactMap { $0["parameter"] }.contains(.string(parameter)), "\(answer.text)")
    #expect(service.get("/v1/labels/a").status == 404)
  }

  @Test(arguments: ["[1]", "{", "1", #"{"to":"1""#])
  func `a body that is no object is refused`(body: String) {
    #expect(service.put("a", body).status == 400)
  }

  @Test func `from has no place after the first change`() {
    _ = service.put("a", #"{"to":"1"}"#)
    let answer = service.put("a", #"{"from":"0","to":"2"}"#)
    #expect(answer.status == 400 && answer.text.contains("from what it shows"))
  }

  // MARK: Conditions

  @Test func `a change may ask for a version, or for there to be no label`() {
    let (match, noneMatch) = (HTTPField.Name.ifMatch, HTTPField.Name.ifNoneMatch)
    #expect(service.put("a", #"{"to":"1"}"#, [match: "*"]).status == 412)
    #expect(service.put("a", #"{"to":"1"}"#, [noneMatch: "*"]).status == 201)
    #expect(service.put("a", #"{"to":"2"}"#, [noneMatch: "*"]).status == 412)
    #expect(service.put("a", #"{"to":"2"}"#, [match: "\"7\""]).status == 412)
    for tag in ["W/\"7\"", "W/\"1", "1", "\"\"", "\"1x\"", "\"-\"", "\"0123456789abcdef\"", "\"11-0\"", "x\"1\""] {
      #expect(service.put("a", #"{"to":"2"}"#, [match: tag]).status == 412, "\(tag)")
    }
    #expect(service.put("a", #"{"to":"2"}"#, [match: "\"7\", \"1\""]).status == 200)
    #expect(service.add("a", "1", [match: "\"1\""]).status == 412)
    #expect(service.send(.delete, "/v1/labels/a", nil, [match: "\"1\""]).status == 412)
    #expect(service.get("/v1/labels/a")["version"] == "2")
    #expect(service.put("a", #"{"to":"2"}"#, [noneMatch: "W/\"2\""]).status == 412)
    // What is wrong anyway is said first.
    #expect(service.put("a", #"{"to":{}}"#, [match: "\"1\""]).status == 400)
  }

  // MARK: Reading

  @Test(arguments: [
    #""format":"%e""#, #""format":"%g""#, #""format":"%E""#, #""format":"%G""#, #""format":"%.15g""#,
    #""style":"decimal","notation":"compact""#, #""style":"decimal","maximumSignificantDigits":3"#,
  ])
  func `another curve amid numbers of which few digits are shown is a change`(way: String) {
    #expect(service.put("few", "{\"to\":\"0\",\(way)}").status == 201)
    #expect(service.put("few", #"{"to":"1111111111111111111"}"#).status == 200)
    service.wait(1)
    let shown = service.text("few")
    #expect(service.put("few", #"{"to":"5","curve":"ease-in"}"#).status == 200)
    #expect(service.text("few") == shown)
    service.wait(3)
    #expect(service.get("/v1/labels/few")["atRest"] == "true")
  }

  @Test func `a label has forms`() {
    _ = service.put("a", #"{"from":"0","to":"10","duration":1,"curve":"linear"}"#)
    service.wait(0.5)
    #expect(service.get("/v1/labels/a", [.accept: "text/plain"]).text == "5\n")
    let picture = service.get("/v1/labels/a?as=svg")
    #expect(picture.fields[.contentType] == "image/svg+xml" && picture.fields[.cacheControl] == "public, max-age=1")
    #expect(picture.text.hasPrefix("<svg ") && picture.text.hasSuffix("</svg>\n"))
    #expect(picture.text.contains(">5<set") && picture.text.contains(">10<set") && !picture.text.contains(">1<set"))
    #expect(service.get("/v1/labels/a?as=xml").status == 400)
    #expect(service.get("/v1/labels/a", [.accept: "image/webp"]).status == 406)
    #expect(service.get("/v1/labels/a?to=1").status == 400)
  }

  @Test func `who holds a form of a label at rest has it, and any of its tags asks for its version`() throws {
    let made = service.put("a", #"{"from":"0","to":"10","duration":1}"#)
    let moving = try #require(service.get("/v1/labels/a").fields[.eTag])
    #expect(made.fields[.eTag] == "\"1\"" && moving == "W/\"1\"")
    #expect(service.get("/v1/labels/a", [.ifNoneMatch: moving]).status == 200)
    service.wait(1)
    for tag in [moving, "\"1\""] { #expect(service.get("/v1/labels/a", [.ifNoneMatch: tag]).status == 200) }
    var tags = [moving, "\"1\""]
    for form in LabelRepresentation.allCases.map(\.name) {
      let tag = try #require(service.get("/v1/labels/a?as=\(form)").fields[.eTag])
      for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let held = service.get("/v1/labels/a?as=\(form)", [.ifNoneMatch: field])
        #expect(held.status == 304 && held.text.isEmpty && held.fields[.eTag] == tag)
      }
      tags.append(tag)
    }
    #expect(Set(tags).count == 8)
    for (index, tag) in tags.enumerated() {
      #expect(service.put("b\(index)", #"{"to":"1"}"#).status == 201)
      #expect(service.put("b\(index)", #"{"to":"2"}"#, [.ifMatch: tag]).status == 200, "\(tag)")
      #expect(service.put("b\(index)", #"{"to":"3"}"#, [.ifMatch: tag]).status == 412, "\(tag)")
    }
  }

  @Test(arguments: [HTTPRequest.Method.get, .delete])
  func `a label that nobody has put is not found`(method: HTTPRequest.Method) {
    let answer = service.send(method, "/v1/labels/a")
    #expect(answer.status == 404 && answer.text.contains("PUT"))
    #expect(service.add("a", "1").status == 404)
  }

  @Test(arguments: ["-a", "a%20b", "%2e%2e%2f", "stream%00", "é", String(repeating: "a", count: 129)])
  func `a bad name is refused by every route`(name: String) {
    for (method, path) in [
      (HTTPRequest.Method.get, ""), (.put, ""), (.delete, ""), (.post, "/add"), (.get, "/frames"),
    ] {
      let answer = service.send(method, "/v1/labels/\(name)\(path)", method == .get ? nil : #"{"to":"1","by":"1"}"#)
      #expect(answer.status == 400 && answer["type"] == "/problems#invalid-label-name", "\(method) \(path)")
    }
  }

  // MARK: Ending

  @Test func `a deleted label is gone, and a new one has higher versions`() {
    _ = service.put("a", #"{"to":"1"}"#)
    #expect(service.send(.delete, "/v1/labels/a").status == 204)
    #expect(service.get("/v1/labels/a").status == 404)
    #expect(service.put("a", #"{"to":"1"}"#)["version"] == "2")
  }

  @Test func `a label goes when its time is over, unless it is put off`() {
    _ = service.put("a", #"{"to":"1","expires":10}"#)
    _ = service.put("b", #"{"to":"1","expires":10}"#)
    #expect(service.get("/v1/labels/a")["expiry"] != nil)
    service.wait(9)
    _ = service.put("a", #"{"to":"2"}"#)
    #expect(service.put("b", #"{"expires":null}"#)["expiry"] == nil)
    service.wait(1.5)
    #expect(service.get("/v1/labels/a").status == 404)
    #expect(service.text("b") == "1\n")
  }
}
