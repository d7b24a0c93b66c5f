import HTTPTypes
import MicroHTTP
import SeededNumbers
import Testing
import TextBytes

@testable import AnimationService
@testable import LiveLabels

/// A running label as one who knows only a value, a rate, since when, and where it ends.
private struct Line {
  /// In millionths, as the time is.
  var value: Int128
  var since: Int64
  /// Units a second.
  var rate: Int128
  var end: Int128?
  var isPaused = false

  func value(at time: Int64) -> Int128 {
    let line = isPaused ? value : value + rate * Int128(time - since)
    guard let end else { return line }
    return rate < 0 ? max(line, min(end, value)) : min(line, max(end, value))
  }

  func anchored(at time: Int64) -> Line {
    var line = self
    (line.value, line.since) = (value(at: time), time)
    return line
  }

  /// What is shown: a number that is reached, as minutes and seconds or as money.
  func text(at time: Int64, isClock: Bool) -> String {
    let scale: Int128 = isClock ? 1_000_000 : 10_000
    let value = value(at: time)
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: scale)
    let units = rate < 0 ? (rest > 0 ? quotient + 1 : quotient) : rest < 0 ? quotient - 1 : quotient
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: isClock ? 60 : 100)
    return (units < 0 ? "-" : "") + (isClock ? "\(whole):" : "$\(whole).") + (part < 10 ? "0\(part)" : "\(part)")
  }
}

/// The same histories each time (SeededGenerator64).
private struct Histories: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

struct RunningLabelOracleTests {
  @Test(arguments: 0..<10) func `a thousand histories show at each instant what a line is then`(part: UInt64) throws {
    var random = Histories(state: part &* 7_919 &+ 1)
    var service = LabelTestService()
    for history in 0..<1_000 {
      if history % 100 == 99 { service = LabelTestService(after: service) { _ in } }
      try check("l\(history % 20)", service, &random)
    }
  }

  private func check(_ name: String, _ service: LabelTestService, _ random: inout Histories) throws {
    let isClock = Bool.random(using: &random)
    // In whole units for a clock, in hundredths for money.
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func text(_ units: Int) -> String {
      Line(value: Int128(units) * (isClock ? 1_000_000 : 10_000), since: 0, rate: 1).text(at: 0, isClock: isClock)
    }
    let duration = Bool.random(using: &random) ? "0" : "0.5"
    let start = number(0...4_000)
    var rate = [-3, -1, 1, 2, 40][number(0...4)]
    let body = #"{"to":"\#(text(start))","rate":\#(rate),"duration":\#(duration),"curve":"linear"}"#
    #expect(service.put(name, body).status < 300)
    var line = Line(
      value: Int128(start) * (isClock ? 1_000_000 : 10_000), since: service.now, rate: Int128(rate),
      end: isClock && rate < 0 ? 0 : nil)
    var log = [body]
    for _ in 0..<number(1...5) {
      service.wait(Double(number(0...4_000_000)) / 1e6)
      let now = service.now
      var answer: Answer
      switch number(0...4) {
      case 0:
        let more = number(-600...600)
        log.append("add \(more)")
        answer =
          isClock ? service.send(.post, "/v1/labels/\(name)/add", "{\"by\":\(more)}") : service.add(name, String(more))
        line = line.anchored(at: now)
        line.value += Int128(more) * 1_000_000
        if let end = line.end { line.value = rate < 0 ? max(line.value, end) : min(line.value, end) }
      case 1:
        log.append("pause")
        answer = service.put(name, #"{"rate":0}"#)
        line = line.anchored(at: now)
        line.isPaused = true
      case 2:
        let former = rate
        rate = [-2, -1, 1, 3][number(0...3)]
        log.append("rate \(rate)")
        answer = service.put(name, "{\"rate\":\(rate)}")
        line = line.anchored(at: now)
        if (rate < 0) != (former < 0) { line.end = nil }
        (line.rate, line.isPaused) = (Int128(rate), false)
        if rate < 0, line.end == nil, isClock, line.value >= 0 { line.end = 0 }
      case 3:
        let (target, seconds) = (number(0...500), number(1...90))
        // A pause is ended by a rate.
        rate = rate < 0 ? -1 : 1
        log.append("to \(text(target)) in \(seconds) s at \(rate)")
        answer = service.put(name, #"{"to":"\#(text(target))","until":\#(seconds),"rate":\#(rate)}"#)
        let end = Int128(target) * (isClock ? 1_000_000 : 10_000)
        line = Line(value: end - Int128(rate * seconds) * 1_000_000, since: now, rate: Int128(rate), end: end)
      default:
        let target = number(0...500)
        log.append("to \(text(target))")
        answer = service.put(name, #"{"to":"\#(text(target))","rate":\#(rate)}"#)
        line = Line(value: Int128(target) * (isClock ? 1_000_000 : 10_000), since: now, rate: Int128(rate))
        if rate < 0, isClock { line.end = 0 }
      }
      log.append("= \(answer["text"] ?? answer.text) at \(now)")
      #expect(answer.status == 200, "\(log)")
      if Bool.random(using: &random) { look(name, service, line, isClock, &random, log) }
    }
    look(name, service, line, isClock, &random, log)
  }

  /// Looks once what was under way has come to rest: at any instant, at one at which a number is reached, and just before.
  private func look(
    _ name: String, _ service: LabelTestService, _ line: Line, _ isClock: Bool, _ random: inout Histories,
    _ log: [String]
  ) {
    service.wait(0.5)
    for _ in 0..<2 {
      let micros = Int64.random(in: 0...3_000_000, using: &random)
      let whole = 1_000_000 - (service.now - line.since) % 1_000_000
      service.wait((Double([micros, whole, max(whole - 1, 0)].randomElement(using: &random) ?? 0) + 0.1) / 1e6)
      let (shown, expected) = (service.text(name), line.text(at: service.now, isClock: isClock))
      #expect(shown == expected + "\n", "\(log) at \(service.now)")
    }
    guard Int.random(in: 0..<20, using: &random) == 0 else { return }
    let path = service.get("/v1/labels/\(name)/frames").fields[.location] ?? ""
    guard let start = path.split(separator: "=").last.flatMap({ Int64($0) }) else { return }
    let rows = service.get(path + "&as=csv").text.split(separator: "\n").dropFirst()
    for row in rows {
      let fields = row.split(separator: ",")
      guard fields.count > 3, let seconds = Double(fields[1]), start + Int64(seconds * 1e6) >= service.now else {
        continue
      }
      let time = start + Int64((seconds * 1e6).rounded())
      #expect(
        fields[3...].joined(separator: ",") == line.text(at: time, isClock: isClock), "\(log) frame at \(time): \(row)")
    }
  }
}
