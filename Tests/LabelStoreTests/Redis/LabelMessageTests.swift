import Testing

@testable import LabelStore

struct LabelMessageTests {
  private func message(_ payload: String, channel: String = "kinetype:2:{a:b}") -> LabelMessage? {
    LabelMessage(channel: Array(channel.utf8), payload: Array(payload.utf8), database: 2)
  }

  @Test func `a message is a change or an end`() {
    let label = StoredLabel(
      name: "a:b", version: 3, start: 1_795_461_686_452_416, expiry: 9, isPrivate: false, state: Array("{\n}".utf8))
    #expect(
      message("put e n 3 1795461686452416 9\n{\n}")
        == LabelMessage(epoch: "e", node: "n", name: "a:b", version: 3, event: .changed(label)))
    #expect(
      message("put e n 3 5 \n")?.event
        == .changed(StoredLabel(name: "a:b", version: 3, start: 5, isPrivate: false, state: [])))
    #expect(message("gone e n 4 1")?.event == .deleted(name: "a:b", version: 4, isExpired: true))
    #expect(message("gone e n 4 0")?.event == .deleted(name: "a:b", version: 4, isExpired: false))
  }

  @Test(arguments: [
    "", "put", "put e n x 5 \n", "put e n 3 5", "gone e n", "went e n 4 1", "put e n 3 x \n",
    "put e n 9223372036854775807 5 \n", "put e n 0 5 \n", "put e n 3 9223372036854775807 \n",
    "put e n 3 -9223372036854775808 \n", "gone e n 9223372036854775807 1", "gone e n -1 1",
  ])
  func `what no node writes is none`(payload: String) {
    #expect(message(payload) == nil)
  }

  @Test(arguments: ["kinetype:2:a", "kinetype:1:{a}", "kinetype:22:{a}", "{a}", ""])
  func `channels of other databases and programs are not heard`(channel: String) {
    #expect(message("gone e n 4 1", channel: channel) == nil)
  }
}
