import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService

struct LabelAdditionTests {
  private let service = LabelTestService()

  private func fields(_ key: String) -> HeaderFields { HeaderFields().with("Idempotency-Key", key) }

  @Test func `a sum is exact, and written as the number was`() {
    _ = service.put("a", #"{"to":"$1,234.50 raised"}"#)
    let answer = service.add("a", "12.50")
    #expect(answer.status == 200 && answer["to"] == "$1,247.00 raised" && answer.fields[.eTag] == "\"2\"")
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":-1247}"#)["to"] == "$0.00 raised")
    #expect(service.send(.post, "/v1/labels/a/add?by=0.1")["to"] == nil)
  }

  @Test func `a number and its sums have up to 38 digits`() {
    let nines = String(repeating: "9", count: 38)
    _ = service.put("a", "{\"to\":\"$\(nines)\"}")
    for (by, status) in [("1", 409), ("0.1", 409), ("-0.1", 409), ("1\(nines)", 400), ("-1", 200), ("-\(nines)", 200)] {
      #expect(service.add("a", by).status == status, "\(by)")
    }
    #expect(service.get("/v1/labels/a")["to"] == "-$1")
    #expect(service.put("b", "{\"to\":\"1\(nines)\",\"format\":\"%d\"}").status == 400)
    #expect(service.put("b", "{\"to\":\"1\(nines)\"}").status == 201)
    #expect(service.add("b", "-1").status == 409 && service.text("b") == "1\(nines)\n")
    #expect(service.add("a", "0.\(String(repeating: "0", count: 90))1")["to"] == nil)
  }

  @Test func `additions while others are under way all count`() {
    _ = service.put("a", #"{"to":"0.00","duration":5}"#)
    for _ in 0..<100 {
      #expect(service.add("a", "0.01").status == 200)
      service.wait(0.01)
    }
    service.wait(60)
    #expect(service.text("a") == "1.00\n")
  }

  @Test func `cents that are added are shown from the first frame on`() {
    _ = service.put("a", #"{"to":"$9,100 raised","duration":1,"curve":"linear"}"#)
    #expect(service.add("a", "12.5")["to"] == "$9,112.50 raised")
    service.wait(0.5)
    #expect(service.text("a") == "$9,106.25 raised\n")
  }

  @Test func `a word that an addition has put in the singular finds its plural again until another text comes`() {
    _ = service.put("a", #"{"to":"5 apples","duration":0}"#)
    let sums = ["-4", "0", "-2", "3", "-1", "1"].map { service.add("a", $0)["to"] }
    #expect(sums == ["1 apple", "1 apple", "-1 apple", "2 apples", "1 apple", "2 apples"])
    #expect(service.add("a", "-1")["to"] == "1 apple")
    #expect(service.put("a", #"{"duration":1}"#).status == 200)
    let again = LabelTestService(after: service) { _ in }
    #expect(again.add("a", "1")["to"] == "2 apples")
    #expect(again.put("a", #"{"to":"1 apple"}"#).status == 200)
    #expect(again.add("a", "1")["to"] == "2 apple")
    #expect(again.put("b", #"{"to":"5 messages","locale":"de"}"#).status == 201)
    #expect(again.add("b", "-4")["to"] == "1 messages")
  }

  @Test func `a style writes the number that is added to`() {
    _ = service.put("a", #"{"to":"1234.5","style":"currency","currency":"USD"}"#)
    #expect(service.add("a", "12.50")["to"] == "1247.00")
    service.wait(5)
    #expect(service.text("a") == "$1,247.00\n")
  }

  @Test func `to a time are added seconds or a time`() {
    _ = service.put("a", #"{"to":"4:58","duration":0}"#)
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":"5:00"}"#)["to"] == "9:58")
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":300}"#)["to"] == "14:58")
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":"-1:00"}"#)["to"] == "13:58")
    _ = service.put("a", #"{"to":"$5"}"#)
    let answer = service.send(.post, "/v1/labels/a/add", #"{"by":"5:00"}"#)
    #expect(answer.status == 409 && answer.text.contains("the number is no time"), "\(answer.text)")
  }

  @Test(arguments: ["nothing", "1 of 2", "12:30 PM"])
  func `a text without exactly one number has no sum`(text: String) {
    _ = service.put("a", "{\"to\":\"\(text)\"}")
    let answer = service.add("a", "1")
    #expect(answer.status == 409 && answer["type"] == "/problems#no-single-number")
    #expect(service.get("/v1/labels/a")["version"] == "1")
  }

  @Test(arguments: ["{}", #"{"by":""}"#, #"{"by":"1,5"}"#, #"{"by":"one"}"#, #"{"by":"1","of":"2"}"#, #"{"by":[1]}"#])
  func `what cannot be added is refused`(body: String) {
    _ = service.put("a", #"{"to":"1"}"#)
    #expect(service.send(.post, "/v1/labels/a/add", body).status == 400)
    #expect(service.get("/v1/labels/a")["version"] == "1")
  }

  @Test func `the same key adds once in a day, and has the version that it made and the label as it is now`() {
    _ = service.put("a", #"{"to":"1"}"#)
    _ = service.put("b", #"{"to":"1"}"#)
    let first = service.add("a", "1", fields("k"))
    #expect(first.status == 200 && first.fields[.eTag] == "\"2\"" && first["to"] == "2")
    _ = service.put("a", #"{"to":"10"}"#)
    service.wait(1)
    let second = service.add("a", "1", fields("k"))
    #expect(second.status == 200 && second.fields[.eTag] == "\"2\"")
    #expect(second["to"] == "10" && second["version"] == "3" && second.text == service.get("/v1/labels/a").text)
    #expect(service.add("b", "1", fields("k"))["to"] == "2")
    #expect(service.add("a", "1", fields("l"))["to"] == "11")
    service.wait(24 * 3600 + 1)
    #expect(service.add("a", "1", fields("k"))["to"] == "12")
  }

  @Test func `the same key with another body is refused, however the same body is written`() {
    _ = service.put("a", #"{"to":"1"}"#)
    _ = service.add("a", "1.50", fields("k"))
    let other = service.add("a", "1.5", fields("k"))
    #expect(other.status == 422 && other["type"] == "/problems#idempotency-key-reused", "\(other.text)")
    #expect(service.send(.post, "/v1/labels/a/add?by=1.50", "{}", fields("k")).status == 200)
    #expect(service.send(.post, "/v1/labels/a/add", #"{ "by": 1.50 }"#, fields("k")).status == 200)
    #expect(service.get("/v1/labels/a")["to"] == "2.50")
  }

  @Test func `a refusal for want of one number stays, and no other does`() {
    let fails = fields("k").with("If-Match", "\"7\"")
    #expect(service.add("a", "1", fields("k")).status == 404)
    _ = service.put("a", #"{"to":"none"}"#)
    #expect(service.add("a", "1", fields("l")).status == 409)
    _ = service.put("a", #"{"to":"1"}"#)
    #expect(service.add("a", "1", fails).status == 412)
    #expect(service.add("a", "1", fields("k"))["to"] == "2")
    let again = service.add("a", "1", fields("l"))
    #expect(again.status == 409 && again["type"] == "/problems#no-single-number", "\(again.text)")
    #expect(service.add("a", "2", fields("l")).status == 422)
    #expect(service.get("/v1/labels/a")["to"] == "2")
  }

  @Test func `the same key of a label that is gone since adds to no new one`() {
    _ = service.put("a", #"{"to":"1"}"#)
    _ = service.add("a", "1", fields("k"))
    _ = service.send(.delete, "/v1/labels/a")
    let gone = service.add("a", "1", fields("k"))
    #expect(gone.status == 404 && gone.text.contains("made version 2"), "\(gone.text)")
    _ = service.put("a", #"{"to":"5"}"#)
    #expect(service.add("a", "1", fields("k"))["to"] == "5")
  }

  @Test(arguments: ["", String(repeating: "k", count: 256), "é"])
  func `a key that is none is refused`(key: String) {
    _ = service.put("a", #"{"to":"1"}"#)
    let answer = service.add("a", "1", fields(key))
    #expect(answer.status == 400 && answer.text.contains("Idempotency-Key"))
  }
}

extension HeaderFields {
  /// The fields and one more.
  fileprivate func with(_ name: String, _ value: String) -> HeaderFields {
    var fields = self
    fields[named: name] = value
    return fields
  }
}
