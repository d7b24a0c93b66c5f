import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService

/// Labels whose number grows by itself.
struct RunningLabelTests {
  private let service = LabelTestService()

  /// What the label shows at seconds after now, one after the other.
  private func texts(_ seconds: [Double]) -> [String] {
    let start = service.now
    return seconds.map { second in
      service.wait(((second * 1e6).rounded() - Double(service.now - start) + 0.1) / 1e6)
      return String(service.text("a").dropLast())
    }
  }

  @Test func `a deadline counts down to its text and stops there`() {
    // 2025-11-24T16:00:00Z by the invented clock.
    let answer = service.put("a", #"{"to":"0d 00h 00m 00s","until":"2025-12-01T00:00:00+01:00"}"#)
    #expect(answer.status == 201 && answer["text"] == "6d 07h 00m 00s", "\(answer.text)")
    #expect(answer["end"] == "1764543600000000" && answer["rate"] == "-1" && answer["atRest"] == "false")
    #expect(answer["value"] == "543600" && answer["to"] == "0d 00h 00m 00s")
    #expect(
      texts([0.999_999, 1, 1.000_001, 543_598.999_999]) == [
        "6d 07h 00m 00s", "6d 06h 59m 59s", "6d 06h 59m 59s", "0d 00h 00m 02s",
      ])
    service.wait(1.000_000)
    #expect(texts([0, 0.000_001]) == ["0d 00h 00m 01s", "0d 00h 00m 00s"])
    let end = service.get("/v1/labels/a")
    #expect(end["atRest"] == "true" && end["version"] == "1" && end["end"] == "1764543600000000")
  }

  @Test func `a plural takes its singular beside one, and finds back also where the run has ended there`() {
    #expect(service.put("a", #"{"to":"0 viewers","rate":1,"duration":0}"#).status == 201)
    #expect(texts([0, 1, 2]) == ["0 viewers", "1 viewer", "2 viewers"])
    #expect(service.add("a", "-1")["text"] == "1 viewer")
    #expect(service.put("a", #"{"rate":null}"#)["to"] == "1 viewer")
    #expect(service.put("a", #"{"rate":1}"#).status == 200)
    #expect(texts([0.1, 1.1]) == ["1 viewer", "2 viewers"])
  }

  @Test(
    arguments: [
      (#"{"to":"5:00:00","rate":-1}"#, ["5:00:00", "5:00:00", "4:59:59", "0:00:01", "0:00:00", "0:00:00"]),
      (#"{"to":"0:00:00","until":18000}"#, ["5:00:00", "5:00:00", "4:59:59", "0:00:01", "0:00:00", "0:00:00"]),
      (#"{"to":"0:00:00","until":"18000s"}"#, ["5:00:00", "5:00:00", "4:59:59", "0:00:01", "0:00:00", "0:00:00"]),
      (#"{"to":"5h 0m","rate":-1}"#, ["5h 0m", "5h 0m", "5h 0m", "0h 1m", "0h 0m", "0h 0m"]),
      (
        #"{"to":"0 days left","until":1728000}"#,
        ["20 days left", "20 days left", "20 days left", "20 days left", "20 days left", "0 days left"]
      ),
      (
        #"{"to":"0 d 00:00:00","until":1728000}"#,
        ["20 d 00:00:00", "20 d 00:00:00", "19 d 23:59:59", "19 d 19:00:01", "19 d 19:00:00", "0 d 00:00:00"]
      ),
      (
        #"{"to":"2026-12-31T23:59:59","rate":1}"#,
        [
          "2026-12-31T23:59:59", "2026-12-31T23:59:59", "2027-01-01T00:00:00", "2027-01-01T04:59:58",
          "2027-01-01T04:59:59", "2027-01-20T23:59:59",
        ]
      ),
      (#"{"to":"11:59 PM","rate":1}"#, ["11:59 PM", "11:59 PM", "11:59 PM", "4:58 AM", "4:59 AM", "11:59 PM"]),
      (#"{"to":"0:00","rate":1}"#, ["0:00", "0:00", "0:01", "299:59", "300:00", "28800:00"]),
      (
        #"{"to":"$1,000.00 raised","rate":0.5}"#,
        [
          "$1,000.00 raised", "$1,000.49 raised", "$1,000.50 raised", "$9,999.99 raised", "$10,000.00 raised",
          "$865,000.00 raised",
        ]
      ),
      (#"{"to":"1000","format":"%.1f","rate":-0.5}"#, ["1000.0", "999.6", "999.5", "-7999.9", "-8000.0", "-863000.0"]),
      (#"{"to":"5","rate":1,"rounding":"ceil"}"#, ["5", "6", "6", "18005", "18005", "1728005"]),
    ] as [(String, [String])])
  func `a value appears when it is reached`(body: String, expected: [String]) {
    let answer = service.put("a", body)
    #expect(answer.status == 201, "\(answer.text)")
    #expect(texts([0, 0.999_999, 1, 17_999.999_999, 18_000, 1_728_000]) == expected)
    #expect(service.get("/v1/labels/a")["version"] == "1")
  }

  @Test(
    arguments: [
      (#"{"to":"0:00:00","until":2929200}"#, [0: "813:40:00", 2_929_199: "0:00:01", 2_929_200: "0:00:00"]),
      (#"{"to":"0:00.0","rate":1}"#, [65.25: "1:05.2", 86_400: "1440:00.0"]),
      (#"{"to":"2028-02-28T23:59:59","rate":1}"#, [1: "2028-02-29T00:00:00", 86_401: "2028-03-01T00:00:00"]),
      (#"{"to":"0:03:00","until":600,"rate":-2}"#, [0: "0:23:00", 0.5: "0:22:59", 599.5: "0:03:01", 600: "0:03:00"]),
      (
        #"{"to":"0 Tage, 0 Stunden","until":172800,"locale":"de"}"#, [0: "2 Tage, 0 Stunden", 0.5: "2 Tage, 0 Stunden"]
      ),
      (#"{"to":"٣٠ ثانية","rate":-1}"#, [0: "٣٠ ثانية", 1: "٢٩ ثانية"]),
      (#"{"to":"1.234,50 €","rate":1000}"#, [0: "1.234,50 €", 1: "2.234,50 €"]),
      (#"{"to":"0.950 L","rate":0.1}"#, [0.5: "1.000 L", 1: "1.050 L", 7_000: "700.950 L"]),
      (#"{"to":"-$5.00","rate":1}"#, [0: "-$5.00", 4.99: "-$0.01", 5: "$0.00", 6: "$1.00"]),
      (#"{"to":"12","style":"currency","currency":"USD","rate":1.5}"#, [0: "$12.00", 1: "$13.50", 700: "$1,062.00"]),
      (#"{"to":"0099","interpolation":"odometer","rate":1}"#, [0: "0099", 1: "0100", 50: "0149"]),
    ] as [(String, [Double: String])])
  func `over hours, midnight, leap days, signs and languages`(body: String, expected: [Double: String]) {
    let answer = service.put("a", body)
    #expect(answer.status == 201, "\(answer.text)")
    let moments = expected.keys.sorted()
    #expect(texts(moments) == moments.map { expected[$0] ?? "" })
  }

  @Test func `a hundred additions that come twice move the end by a hundred`() throws {
    let end = try #require(service.put("a", #"{"to":"5:00:00","rate":-1}"#)["end"].flatMap { Int($0) })
    for index in 0..<200 {
      service.wait(0.01)
      #expect(service.add("a", "60", [.init("Idempotency-Key")!: "k\(index % 100)"]).status == 200)
    }
    #expect(service.get("/v1/labels/a")["end"] == String(end + 6_000_000_000))
  }

  @Test func `its time wins over its end`() {
    _ = service.put("a", #"{"to":"5:00","rate":-1,"expires":10}"#)
    service.wait(9.9)
    #expect(service.text("a") == "4:51\n")
    service.wait(0.2)
    #expect(service.get("/v1/labels/a").status == 404)
  }

  @Test func `what is added moves the end, and the label rolls there`() {
    _ = service.put("a", #"{"to":"4:58","rate":-1}"#)
    let end = service.get("/v1/labels/a")["end"].flatMap { Int($0) } ?? 0
    let answer = service.add("a", "5:00")
    #expect(answer["version"] == "2" && answer["end"] == String(end + 300_000_000), "\(answer.text)")
    #expect(texts([0, 0.95, 1, 2]) == ["4:58", "9:58", "9:57", "9:56"])
    #expect(service.add("a", "-20:00")["text"] == "9:56")
    #expect(texts([1, 60]) == ["0:00", "0:00"])
    // Nothing is owed, and what comes after the end begins then.
    let again = service.send(.post, "/v1/labels/a/add", #"{"by":300}"#)
    #expect(again["end"] == String(service.now + 300_000_000), "\(again.text)")
    #expect(texts([1, 300]) == ["4:59", "0:00"])
  }

  @Test func `days are added to a date that runs, from where it is`() {
    _ = service.put("a", #"{"to":"2024-02-27","rate":86400}"#)
    #expect(texts([1.5]) == ["2024-02-28"])
    let answer = service.add("a", "3")
    #expect(answer.status == 200 && answer["version"] == "2" && answer["rate"] == "86400", "\(answer.text)")
    // Half a day later than at midnight, as before.
    #expect(
      texts([0, 0.95, 1.499_999, 1.5, 2.5]) == [
        "2024-02-28", "2024-03-03", "2024-03-03", "2024-03-04", "2024-03-05",
      ])
    #expect(service.add("a", "-366")["text"] == "2024-03-05")
    #expect(texts([0.99, 1]) == ["2023-03-05", "2023-03-06"])
  }

  @Test(arguments: [
    ("2024-02-27", "0.5"), ("2024-02-27", "5:00"), ("2024-02-27", "1000000"),
    ("2026-12-31T23:59:58", "1"), ("2026-12-31T23:59:58", "5:00"), ("11:59 PM", "60"),
  ])
  func `nothing is added to what runs where it is not clear what it would be`(text: String, addend: String) {
    #expect(service.put("a", "{\"to\":\"\(text)\",\"rate\":60}").status == 201)
    let answer = service.add("a", addend)
    let reason = text == "2024-02-27" ? "only whole days can be added to a date" : "the text shows a date, a time"
    #expect(answer.status == 409 && answer.text.contains(reason), "\(answer.text)")
  }

  @Test func `a time is added to hours that run, of which it is a part without an end`() throws {
    let service = LabelTestService()
    #expect(service.put("a", #"{"to":"31h","rate":0.001}"#).status == 201)
    #expect(service.add("a", "0:30").status == 200)
    // At rest the text itself would have to say so.
    #expect(service.put("b", #"{"to":"31h"}"#).status == 201)
    #expect(service.add("b", "0:30").status == 409)
  }

  @Test func `a date runs where the language of its months is known`() {
    let refused = service.put("a", #"{"to":"31 mars 2026","rate":86400}"#)
    #expect(refused.status == 400 && refused.text.contains("which `locale` tells"), "\(refused.text)")
    #expect(service.put("b", #"{"to":"31 mars 2026","rate":86400,"locale":"fr"}"#).status == 201)
    #expect(service.put("a", #"{"to":"31 janvier 2026","rate":86400,"locale":"fr"}"#).status == 201)
    #expect(texts([0, 1]) == ["31 janvier 2026", "1 février 2026"])
  }

  @Test func `a pause keeps the exact value, and a change of rate does not jump`() {
    _ = service.put("a", #"{"to":"5:00","rate":-1,"duration":0}"#)
    #expect(texts([1.7]) == ["4:59"])
    let paused = service.put("a", #"{"rate":0}"#)
    #expect(paused["atRest"] == "true" && paused["end"] == nil && paused["rate"] == "0" && paused["value"] == "298.3")
    #expect(texts([0, 3600]) == ["4:59", "4:59"])
    let next = service.put("a", #"{"rate":-1}"#)
    #expect(next["end"] == String(service.now + 298_300_000), "\(next.text)")
    #expect(texts([0, 0.299_999, 0.3]) == ["4:59", "4:59", "4:58"])
    _ = service.put("a", #"{"rate":0}"#)
    #expect(service.send(.post, "/v1/labels/a/add", #"{"by":60}"#)["text"] == "5:58")
    #expect(texts([3600]) == ["5:58"])
    _ = service.put("a", #"{"rate":-2}"#)
    #expect(texts([0.499_999, 0.5]) == ["5:58", "5:57"])
    #expect(service.put("a", #"{"rate":1}"#)["end"] == nil)
    #expect(texts([0, 0.999_999, 1]) == ["5:57", "5:57", "5:58"])
    let ended = service.put("a", #"{"rate":null}"#)
    #expect(ended["rate"] == nil && ended["text"] == "5:58" && ended["to"] == "5:58", "\(ended.text)")
    #expect(texts([100]) == ["5:58"])
  }

  @Test func `a correction is there along the curve, and goes on`() {
    _ = service.put("a", #"{"to":"$1,234.50 raised","rate":12.5}"#)
    #expect(texts([10.08]) == ["$1,360.50 raised"])
    _ = service.put("a", #"{"rate":20}"#)
    #expect(texts([1]) == ["$1,380.50 raised"])
    _ = service.put("a", #"{"to":"$2,000.00 raised","duration":0.5,"curve":"linear"}"#)
    #expect(texts([0, 1.25]) == ["$1,380.50 raised", "$2,025.00 raised"])
    #expect(service.add("a", "0.01")["to"] == "$2,025.01 raised")
    #expect(texts([1]) == ["$2,045.01 raised"])
    let text = service.put("a", #"{"to":"We are live!"}"#)
    #expect(text["text"] == "We are live!" && text["rate"] == nil)
    #expect(service.put("a", #"{"to":"5"}"#)["rate"] == nil)
  }

  @Test func `until alone moves the end, and a label at rest counts to what it shows`() {
    _ = service.put("a", #"{"to":"0:00"}"#)
    service.wait(1)
    #expect(service.put("a", #"{"until":300,"duration":0}"#)["text"] == "5:00")
    #expect(texts([10]) == ["4:50"])
    #expect(service.put("a", #"{"until":60}"#)["text"] == "1:00")
    #expect(service.put("a", #"{"until":"2020-01-01T00:00:00Z"}"#)["text"] == "0:00")
    #expect(service.add("a", "1:00")["text"] == "1:00")
  }

  @Test(arguments: [
    (#"{"rate":"fast"}"#, "rate", "must be a plain decimal"), (#"{"rate":1e13}"#, "rate", "from 10⁻⁹"),
    (#"{"rate":"0.0000000001"}"#, "rate", "from 10⁻⁹"), (#"{"rate":"10000000000000"}"#, "rate", "from 10⁻⁹"),
    (#"{"until":"tomorrow"}"#, "until", "must be a time with its zone"),
    (#"{"until":"2026-12-31T23:00"}"#, "until", "must be a time with its zone"),
    (#"{"until":"2026-02-29T23:00:00Z"}"#, "until", "must be a time with its zone"),
    (#"{"until":1764000000}"#, "until", "within 31 years"),
    (#"{"until":"2099-01-01T00:00:00Z"}"#, "until", "within 31 years"),
    (#"{"to":"Goal 5: $0","rate":1}"#, "to", "the text has 2 numbers"),
    (#"{"to":"x","until":5}"#, "until", "the text has no number"),
    (#"{"to":"1.2M","rate":1}"#, "to", "a short form"), (#"{"to":"5 apples","until":60}"#, "until", "is no time"),
    (#"{"to":"12 m","until":60}"#, "until", "is no time"), (#"{"until":60,"rate":0}"#, "until", "a `rate` of 0"),
    (#"{"to":"5:00","rate":-1,"interpolation":"morph"}"#, "to", "counts no number"),
    (#"{"to":"34 days","rate":"-0.000000001"}"#, "to", "at this rate"),
    (#"{"to":"0.000000000000000000000000000001","rate":1e12}"#, "rate", "too many digits"),
    (#"{"to":{"a":5},"template":"{a}","rate":1}"#, "to", "it has a template"),
    (#"{"to":"28 Feb","rate":86400}"#, "to", "tells no year"),
    (#"{"to":"28.02.","rate":86400}"#, "to", "tells no year"),
    (#"{"to":"28. 2.","until":"2026-12-31T23:00:00Z"}"#, "until", "tells no year"),
    (#"{"to":"2月28日","rate":-86400}"#, "to", "tells no year"),
    (#"{"to":"Feb 28, 23:59","rate":1}"#, "to", "tells no year"),
  ])
  func `what cannot run is refused by name`(body: String, name: String, words: String) {
    _ = service.put("a", #"{"to":"0:00"}"#)
    let answer = service.put("a", body)
    #expect(answer.status == 400 && answer.text.contains(#""parameter":"\#(name)""#), "\(answer.text)")
    #expect(answer.text.contains(words), "\(answer.text)")
    #expect(service.get("/v1/labels/a")["version"] == "1")
  }

  @Test func `what is refused of labels that do not run, or never stop`() {
    #expect(service.put("a", #"{"rate":1}"#).status == 400)
    #expect(service.put("a", #"{"from":"1:00","to":"0:00","until":5}"#).text.contains("begins with `to`"))
    _ = service.put("a", #"{"to":"5","rate":1}"#)
    #expect(service.put("a", #"{"until":60}"#).text.contains("the label has no end"))
    #expect(service.add("a", "5:00").status == 409)
    _ = service.put("b", #"{"to":"2026-12-31T23:59:59","rate":1}"#)
    #expect(service.add("b", "5").status == 409)
    #expect(service.put("c", #"{"to":"5","rate":0}"#)["rate"] == nil)
    #expect(service.put("c", #"{"rate":null}"#)["to"] == "5")
  }

  @Test func `pieces do not change the version, and have each text once`() throws {
    let answer = service.put("a", #"{"to":"5:00:00","rate":-1}"#)
    var path = try #require(service.get("/v1/labels/a/frames").fields[.location])
    #expect(path == "/v1/labels/a/frames?version=1&start=\(answer["start"] ?? "")")
    var last: String?
    for piece in 0..<30 {
      let frames = service.get(path + "&as=text")
      #expect(frames.status == 200)
      let texts = frames.text.split(separator: "\n").map(String.init)
      #expect(texts.count == 601 && Set(texts).count == 601 && (last == nil || texts[0] == last))
      last = texts.last
      service.wait(600)
      let next = service.get("/v1/labels/a/frames?version=1").fields[.location]
      if piece < 29 { path = try #require(next) }
    }
    #expect(last == "0:00:00")
    #expect(service.get("/v1/labels/a").fields[.eTag].map { !$0.hasPrefix("W/") } ?? false)
    #expect(service.put("a", #"{"to":"1:00"}"#, [.ifMatch: "\"1\""]).status == 200)
  }

  @Test func `a running label has no strong tag, and a piece is asked for a while ahead`() {
    let answer = service.put("a", #"{"to":"5:00:00","rate":-1}"#)
    let start = answer["start"].flatMap { Int($0) } ?? 0
    service.wait(585)
    #expect(service.get("/v1/labels/a").fields[.eTag] == "W/\"1\"")
    func status(_ start: Int) -> Int { service.get("/v1/labels/a/frames?version=1&start=\(start)").status }
    #expect(status(start) == 200 && status(start + 600_000_000) == 200)
    #expect(status(start + 1_200_000_000) == 404 && status(start + 1) == 404)
    #expect(service.get("/v1/labels/a")["start"] == String(start))
    service.wait(15)
    #expect(service.get("/v1/labels/a")["start"] == String(start + 600_000_000))
    #expect(service.get("/v1/labels").text.contains(#""rate":"-1","end":"#))
  }

  @Test func `what is made public begins anew, and eases from nothing that was private`() {
    _ = service.put("a", #"{"to":"5:00","rate":-1,"private":true}"#)
    service.wait(10.5)
    let answer = service.put("a", #"{"private":false}"#)
    #expect(answer["start"] == String(service.now) && answer["text"] == "4:50" && answer["value"] == "289.5")
  }

  @Test func `what was stored is read by another process, the paused included`() {
    _ = service.put("a", #"{"to":"5:00","rate":-1}"#)
    _ = service.put("b", #"{"to":"5:00","rate":-1}"#)
    service.wait(1.7)
    _ = service.put("b", #"{"rate":0}"#)
    service.wait(90)
    let other = LabelTestService(after: service) { _ in }
    #expect(other.text("a") == "3:29\n" && other.text("b") == "4:59\n")
    #expect(other.get("/v1/labels/b").text == service.get("/v1/labels/b").text)
  }
}
