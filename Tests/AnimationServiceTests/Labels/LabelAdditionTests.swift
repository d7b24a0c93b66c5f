import HTTPTypes
import MicroHTTP
import Testing
import WireFormat

@testable import AnimationService

struct LabelAdditionTests {
  private let service = LabelTestService()
  private static let key = HTTPField.Name("Idempotency-Key")

  private func fields(_ key: String) -> HeaderFields {
    var fields: HeaderFields = [:]
    if let name = Self.key { fields[name] = key }
    return fields
  }

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

  @Test func `a style writes the number that is added to`() {
    _ = service.put("a", #"{"to":"1234.5","style":"currency","currency":"USD"}"#)
    #expect(service.add("a", "12.50")["to"] == "1247.00")
    service.wait(5)
    #expect(service.text("a") == "$1,247.00\n")
  }

  @Test(arguments: ["nothing", "1 of 2", "2024-01-31"])
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

  @Test func `the same key adds once, and has the first answer for a day`() {
    _ = service.put("a", #"{"to":"1"}"#)
    _ = service.put("b", #"{"to":"1"}"#)
    let first = service.add("a", "1", fields("k"))
    service.wait(1)
    let second = service.add("a", "1", fields("k"))
    #expect(first.status == 200 && first.text == second.text && first.fields[.eTag] == second.fields[.eTag])
    #expect(service.get("/v1/labels/a")["to"] == "2")
    #expect(service.add("b", "1", fields("k"))["to"] == "2")
    #expect(service.add("a", "1", fields("l"))["to"] == "3")
    service.wait(24 * 3600 + 1)
    #expect(service.add("a", "1", fields("k"))["to"] == "4")
  }

  @Test func `a refusal has the same answer again`() {
    _ = service.put("a", #"{"to":"none"}"#)
    let first = service.add("a", "1", fields("k"))
    _ = service.put("a", #"{"to":"1"}"#)
    #expect(first.status == 409 && service.add("a", "1", fields("k")).text == first.text)
  }

  @Test(arguments: ["", String(repeating: "k", count: 256), "é"])
  func `a key that is none is refused`(key: String) {
    _ = service.put("a", #"{"to":"1"}"#)
    let answer = service.add("a", "1", fields(key))
    #expect(answer.status == 400 && answer.text.contains("Idempotency-Key"))
  }
}
