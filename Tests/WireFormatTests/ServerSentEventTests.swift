import TextBytes
import Testing
import WireFormat

@Suite struct ServerSentEventTests {
  @Test func `a stream is written as the contract shows it`() {
    let stream = written { buffer in
      buffer.append(ServerSentEvent(event: "start", retry: 1_000, data: #"{"animation":{}}"#))
      buffer.appendEventStart(id: 0)
      buffer.append("{\"index\":0}\n\n")
      buffer.append(ServerSentEvent(event: "end", data: #"{"reason":"finished"}"#))
    }
    #expect(
      stream == """
        retry: 1000
        event: start
        data: {"animation":{}}

        id: 0
        data: {"index":0}

        event: end
        data: {"reason":"finished"}


        """)
  }

  @Test(arguments: [
    ("", "data: \n\n"),
    ("a", "data: a\n\n"),
    ("a\nb", "data: a\ndata: b\n\n"),
    ("a\rb", "data: a\ndata: b\n\n"),
    ("a\r\nb", "data: a\ndata: b\n\n"),
    ("a\n\rb", "data: a\ndata: \ndata: b\n\n"),
    ("a\n\nb\n", "data: a\ndata: \ndata: b\ndata: \n\n"),
    ("\r\n", "data: \ndata: \n\n"),
    (" a: b", "data:  a: b\n\n"),
  ])
  func `data is split at every line break`(data: String, text: String) {
    #expect(written { $0.append(ServerSentEvent(data: data)) } == text)
  }

  @Test(arguments: ["a\nb", "a\rb", "\r\n", "a\0b"])
  func `a line cannot leave its field`(text: String) {
    #expect(ServerSentEvent.Line(text) == nil)
  }

  @Test func `a client sees what was written`() throws {
    var random = SplitMix(seed: 6)
    var (stream, expected): (String, [EventStreamParser.Message]) = ("", [])
    for index in 0..<1_000 {
      let isTyped = index.isMultiple(of: 3)
      let data = random.oddText(upTo: 20).filter { isTyped || !$0.isNewline }
      if isTyped {
        stream += written { $0.append(ServerSentEvent(id: .init(index), event: "typed", data: data)) }
      } else {
        stream += written {
          $0.appendEventStart(id: index)
          $0.append(contentsOf: data + "\n\n")
        }
      }
      expected.append(.init(type: isTyped ? "typed" : "message", data: lines(data), lastEventID: "\(index)"))
    }
    let messages = EventStreamParser(stream).messages
    #expect(messages.count == expected.count)
    for (message, sent) in zip(messages, expected) { #expect(message == sent) }
  }

  @Test func `an event without data sets the cursor and the reconnection time`() {
    let stream = written {
      $0.append(ServerSentEvent(id: "abc", retry: .max))
      $0.append(ServerSentEvent(data: "x"))
    }
    let parser = EventStreamParser(stream)
    #expect(parser.reconnectionTime == 4_294_967_295)
    #expect(parser.messages == [.init(type: "message", data: "x", lastEventID: "abc")])
  }

  /// The text with every line break as the line feed that a client sees.
  private func lines(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar != "\n" || last != "\r" { scalars.append(scalar == "\r" ? "\n" : scalar) }
      last = scalar
    }
    return String(scalars)
  }
}
