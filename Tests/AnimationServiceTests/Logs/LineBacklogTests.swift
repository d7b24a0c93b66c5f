import TextBytes
import Testing

@testable import AnimationService

struct LineBacklogTests {
  /// Takes so many bytes and remembers them.
  private final class Sink {
    var room = 0
    var text = ""

    func take(_ bytes: Span<UInt8>) -> Int {
      let count = min(room, bytes.count)
      for index in 0..<count { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
      room -= count
      return count
    }
  }

  private func flush(_ backlog: inout LineBacklog, to sink: Sink) {
    backlog.flush(to: sink.take) { $1.append(contentsOf: "dropped \($0)\n") }
  }

  @Test func `lines leave together and once`() {
    var backlog = LineBacklog()
    let sink = Sink()
    sink.room = 100
    backlog.append { $0.append("a\n") }
    backlog.append { $0.append("b\n") }
    flush(&backlog, to: sink)
    flush(&backlog, to: sink)
    #expect(sink.text == "a\nb\n")
    let isEmpty = backlog.isEmpty
    #expect(isEmpty)
  }

  @Test func `what is not taken waits, in order`() {
    var backlog = LineBacklog(limit: 4)
    let sink = Sink()
    for line in ["one\n", "two\n", "three\n", "four\n"] {
      backlog.append { $0.append(contentsOf: line) }
      sink.room = 3
      flush(&backlog, to: sink)
    }
    sink.room = 1000
    flush(&backlog, to: sink)
    #expect(sink.text == "one\ntwo\nthree\ndropped 1\n")
  }

  @Test func `what is too much is dropped, counted, and told of when there is room again`() {
    var backlog = LineBacklog(limit: 10)
    let sink = Sink()
    for _ in 0..<1000 {
      backlog.append { $0.append("12345\n") }
      flush(&backlog, to: sink)
    }
    let dropped = backlog.droppedCount
    #expect(dropped == 998)
    sink.room = 6
    flush(&backlog, to: sink)
    #expect(sink.text == "12345\n")
    sink.room = 100
    flush(&backlog, to: sink)
    #expect(sink.text == "12345\n12345\ndropped 998\n")
    let isEmpty = backlog.isEmpty
    #expect(isEmpty)
  }
}
