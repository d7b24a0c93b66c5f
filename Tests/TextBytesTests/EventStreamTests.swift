import TextBytes
import SeededNumbers
import Testing

@Suite struct EventStreamTests {
  @Test func `a client sees each event as it was written`() {
    var random = SeededGenerator(state: 6)
    var (stream, expected): (String, [EventStreamParser.Message]) = ("", [])
    for index in 0..<1_000 {
      let text = random.oddText(upTo: 20)
      let json = written { text.writeJSON(to: &$0) }
      stream += written {
        $0.appendEventStart(id: index)
        text.writeJSON(to: &$0)
        $0.append("\n\n")
      }
      expected.append(.init(type: "message", data: json, lastEventID: "\(index)"))
    }
    #expect(EventStreamParser(stream).messages == expected)
  }
}
