import Testing

@testable import TextBytes

struct EventStreamReaderTests {
  private static let streams = [
    "retry: 1000\nevent: start\ndata: {}\n\nid: 0\ndata: a\n\nid: 1\ndata: b\n\n",
    // The examples of WHATWG HTML §9.2.6.
    "data: YHOO\ndata: +2\ndata: 10\n\n",
    ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
    "data\n\ndata\ndata\n\ndata:",
    "data:test\n\ndata: test\n\n",
    "\u{feff}data: a\r\ndata: b\r\n\r\ndata: c\r\rretry: 5\rretry: x\rretry: \n\n",
    "id: 7\nevent: x\n\ndata: é: ü\n\n:\n\nid: a\u{0}b\ndata: d\nunknown: e\n\nid: 9\ndata: unfinished",
  ]

  @Test(arguments: streams, [1, 2, 3, 7, 1000])
  func `it reads what the standard says, in pieces of any length`(stream: String, length: Int) {
    let bytes = Array(stream.utf8)
    var reader = EventStreamReader()
    var events: [EventStreamReader.Event] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      events += reader.read(bytes[start..<min(start + length, bytes.count)])
    }
    let standard = EventStreamParser(stream)
    #expect(events == standard.messages.map { EventStreamReader.Event(type: $0.type, data: $0.data) })
    #expect(reader.retryMilliseconds == standard.reconnectionTime)
  }

  @Test func `what is unfinished is not the last event, and a new reader goes on behind it`() {
    var reader = EventStreamReader(lastID: "3:1")
    #expect(reader.read("data: a\n\n".utf8) == [EventStreamReader.Event(type: "message", data: "a")])
    #expect(reader.lastID == "3:1")
    _ = reader.read("id: 3:2\ndata: b\n".utf8)
    #expect(reader.lastID == "3:1")
    _ = reader.read("\n".utf8)
    #expect(reader.lastID == "3:2")
  }
}
