import System
import Foundation
import Logging
import MicroHTTP
import TextBytes
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct LogFormatTests {
  private let time = Timestamp(milliseconds: 1_763_762_400_007)

  private func line(_ exchange: Exchange, _ format: LogFormat) -> String {
    var buffer = UTF8Buffer()
    exchange.write(to: &buffer, at: TimestampText(exchange.end), exchange.level, as: format)
    return buffer.text()
  }

  private var exchange: Exchange {
    Exchange(
      requestID: "abc-1", method: "GET", path: "/v1/frames", status: 200, byteCount: 5120,
      duration: .microseconds(1_000_123), end: time, remoteAddress: "127.0.0.1", userAgent: "curl/7 \"x\"\\")
  }

  @Test func `a request is one JSON object`() {
    #expect(
      line(exchange, .json) == #"""
        {"time":"2025-11-21T22:00:00.007Z","level":"info","message":"request","method":"GET","path":"/v1/frames",\#
        "status":200,"requestId":"abc-1","duration":1.000123,"bytes":5120,"remoteAddress":"127.0.0.1",\#
        "userAgent":"curl/7 \"x\"\\"}

        """#)
  }

  @Test func `a request is one line of text`() {
    #expect(
      line(exchange, .text) == #"""
        2025-11-21T22:00:00.007Z info request method=GET path=/v1/frames status=200 requestId=abc-1 duration=1.000123 \#
        bytes=5120 remoteAddress=127.0.0.1 userAgent="curl/7 \"x\"\\"

        """#)
  }

  // CSI as one character, a line separator, and marks that turn the direction of what follows.
  @Test(
    arguments: ["\u{9B}31m", "a\u{2028}b", "\u{202E}txt", "\u{2066}x", "\u{61C}", "é \u{85}\n"],
    [LogFormat.json, .text])
  func `what a viewer would obey is an escape`(text: String, format: LogFormat) throws {
    var exchange = exchange
    exchange.path = text
    exchange.userAgent = "é" + text
    let line = line(exchange, format)
    #expect(line.unicodeScalars.filter { !$0.isASCII }.allSatisfy { $0 == "é" })
    let quoted = try #require(line.firstRange(of: "userAgent=") ?? line.firstRange(of: "\"userAgent\":"))
    let json = line[quoted.upperBound...].prefix { $0 != "}" && $0 != "\n" }
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == "é" + text)
  }

  @Test func `other scripts stand as they are`() {
    var exchange = exchange
    exchange.path = "/שלום/日本"
    #expect(line(exchange, .text).contains(" path=/שלום/日本 "))
  }

  @Test func `a stream says how it ended`() {
    var stream = exchange
    stream.byteCount = nil
    stream.userAgent = nil
    stream.report = StreamReport(reason: .finished, framesSent: 121, framesSkipped: 2)
    let text = line(stream, .text)
    #expect(text.contains(" info stream method=GET "))
    #expect(text.contains(" duration=1.000123 reason=finished framesSent=121 framesSkipped=2 remoteAddress="))
  }

  @Test func `an answer that did not arrive whole says so`() {
    var cut = exchange
    cut.isComplete = false
    #expect(line(cut, .text).contains(" reason=client_left "))
  }

  @Test(arguments: [
    (0, Logger.Level.info), (200, .info), (304, .info), (404, .info), (499, .info), (500, .error), (501, .info),
    (502, .error), (503, .warning), (505, .info),
  ])
  func `the status decides the level`(status: Int, level: Logger.Level) {
    #expect(Exchange(status: status).level == level)
  }

  /// Each line must be an object of its own, whatever a client writes, and no longer than a pipe takes at once.
  @Test func `nothing a client writes breaks a line`() throws {
    for text in ["\u{1}\n\r\t\"\\{}", String(repeating: "\"", count: 5000), "é\u{2028}😀=", ""] {
      var hostile = exchange
      (hostile.path, hostile.userAgent) = (text, text)
      for format in [LogFormat.json, .text] {
        let line = line(hostile, format)
        #expect(line.utf8.count(where: { $0 == 0x0A }) == 1 && line.hasSuffix("\n"))
        #expect(line.utf8.count < 4096)
      }
      let object = try JSONSerialization.jsonObject(with: Data(line(hostile, .json).utf8)) as? [String: Any]
      #expect(object?["status"] as? Int == 200)
    }
  }

  @Test func `messages of swift-log have the same shape`() {
    let output = LineOutput(descriptor: -1)
    var settings = Settings()
    settings.logFormat = "json"
    var handler = LineLogHandler(settings, output: output)
    handler[metadataKey: "b"] = "own"
    let event = LogEvent(
      level: .notice, message: "serving \"x\"", metadata: ["b": "2", "a": "é"], source: "", file: "", function: "",
      line: 0)
    var buffer = UTF8Buffer()
    handler.write(event, at: time, to: &buffer)
    #expect(
      buffer.text() == #"""
        {"time":"2025-11-21T22:00:00.007Z","level":"notice","message":"serving \"x\"","metadata":{"a":"é","b":"2"}}

        """#)
    settings.logFormat = "text"
    handler = LineLogHandler(settings, output: output)
    buffer.truncate()
    handler.write(event, at: time, to: &buffer)
    #expect(buffer.text() == "2025-11-21T22:00:00.007Z notice serving \"x\" a=é b=2\n")
  }
}
