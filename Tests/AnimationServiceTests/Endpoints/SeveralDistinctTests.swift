import AnimationService
import Foundation
import Testing

/// `/v1/frames` with `animations` whose frames are distinct: what is looked through for all of them.
struct SeveralDistinctTests {
  private let service = TestService()

  private func answer(_ members: String, count: Int, service: TestService? = nil) -> Answer {
    // Equal ones would be prepared once.
    let list = (0..<count).map { #"{"id":"\#($0)","delay":\#($0)}"# }.joined(separator: ",")
    let json = #"{\#(members),"frames":"distinct","animations":[\#(list)]}"#
    return (service ?? self.service).post("/v1/frames?as=text", json: json)
  }

  /// The lines of an answer without the name of the animation.
  private func texts(_ answer: Answer) -> [Substring] {
    answer.text.split(separator: "\n").map { $0.split(separator: "\t")[1] }
  }

  @Test(arguments: [
    #""from":1,"to":4000,"format":"%d","duration":10"#, #""from":0,"to":8000,"autoreverse":true"#,
    #""from":"0.00000000000000000","to":9,"notation":"compact","duration":100"#,
    #""from":0,"to":1000000000,"format":"%25.20f","duration":86400"#,
  ])
  func `one in a list is looked through as far as it is alone`(members: String) {
    let alone = service.post("/v1/frames?as=text", json: #"{\#(members),"frames":"distinct"}"#)
    #expect(alone.status == 200)
    let listed = answer(members, count: 1)
    #expect(listed.status == 200, "\(listed.text)")
    #expect(texts(listed) == alone.text.split(separator: "\n"))
  }

  @Test func `as many frames as are possible are found`() {
    let listed = answer(#""from":0,"to":3999,"curve":"linear""#, count: 9)
    #expect(listed.status == 200, "\(listed.text)")
    #expect(texts(listed).count == 36_000)
  }

  // Each has 25 frames, but 36,001 texts, which are looked for in vain.
  @Test func `what is looked at in vain counts as well`() {
    let service = TestService.charging()
    let members = #""from":0,"to":36000,"curve":"linear","duration":0.1"#
    let listed = answer(members, count: 256, service: service)
    #expect(listed.status == 400)
    #expect(
      listed.text.contains(#""parameter":"frames","detail":"cannot be `distinct` as well: the animations before"#))
    #expect(listed.text.components(separatedBy: #""parameter""#).count == 2)
    #expect((1...1_000).contains(service.charged()))
  }

  @Test func `where one has too many texts, no more are looked through`() {
    let narrow = TestService.charging { $0.maximumFrames = 9_999 }
    let listed = answer(#""from":0,"to":1000000,"curve":"linear","duration":100"#, count: 256, service: narrow)
    #expect(listed.status == 400)
    #expect(listed.text.contains("would make more than 9999 frames of different texts"))
    #expect(listed.text.components(separatedBy: #""parameter""#).count == 2)
    #expect((1...1_000).contains(narrow.charged()))
  }

  @Test func `markers of springs that swing on and on are not looked for without end`() {
    let service = TestService.charging()
    let markers = (1...64).map { "\(Double($0) / 50)" }.joined(separator: ",")
    let members = #""from":0,"to":1,"fps":1,"duration":600,"curve":"spring(1, 1000000, 0)","markers":"\#(markers)""#
    let one = service.post("/v1/frames?as=text", json: "{\(members)}")
    #expect(one.status == 200, "\(one.text)")
    let list = (0..<256).map { #"{"id":"\#($0)","delay":\#($0)}"# }.joined(separator: ",")
    let all = service.post("/v1/frames?as=text", json: "{\(members),\"animations\":[\(list)]}")
    #expect(all.status == 400)
    #expect(all.text.contains(#""parameter":"markers","detail":"cannot be found as well: the animations before"#))
    #expect((1...1_000).contains(service.charged()))
  }

  @Test func `after those that took all, one with all its frames still may come`() {
    let last = #"{"id":"last","frames":"all","to":1,"curve":"linear"}"#
    let first = #"{"id":"first","to":36000,"curve":"linear","frames":"distinct"}"#
    let json = #"{"from":0,"duration":0.1,"fps":10,"animations":[\#(first),\#(last)]}"#
    let answer = service.post("/v1/frames?as=text", json: json)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.text.split(separator: "\n").filter { $0.hasPrefix("last\t") } == ["last\t0", "last\t1"])
  }
}
