import Foundation
import Testing

/// POP's number label recipe, row by row.
struct POPTests {
  private let service = SeedService()

  // A custom property starts with a threshold of 1, so that a rating from 0 to 5 snaps from 4.8.
  @Test func `a spring rests when no shown digit can change any more`() {
    for (from, to) in [("0.0", "5.0"), ("0", "5"), ("0.000", "0.005")] {
      let texts = service.texts("from=\(from)&to=\(to)&curve=pop(4,12)&fps=240")
      let units = texts.compactMap { Int($0.filter { $0 != "." }) }
      #expect(texts.last == to)
      #expect(units.count == texts.count)
      #expect(abs(units[units.count - 2] - units[units.count - 1]) <= 1)
    }
  }

  @Test func `a basic animation ends on the target itself`() {
    #expect(service.texts("from=0.1&to=0.7&curve=default&duration=0.4").last == "0.7")
    #expect(service.texts("from=0.1&to=0.7&curve=default&duration=0.4").count == 25)
  }

  @Test func `progress exceeds 1 on overshoot`() {
    #expect(service.frame("from=0&to=1&curve=pop(20,12)&duration=5&time=0.2").contains(#""progress":1."#))
  }

  @Test(arguments: [("none", 90, 110), ("start", 100, 110), ("end", 90, 100), ("both", 100, 100)])
  func `clampMode cuts overshoot at either end`(clamp: String, low: Int, high: Int) {
    let counts = service.texts("from=0&to=100&curve=easeInOutBack&clamp=\(clamp)&fps=240").compactMap(Int.init)
    #expect((counts.min() ?? 0) == (low == 90 ? -10 : 0))
    #expect((counts.max() ?? 0) == high)
  }

  // POP steps by a millisecond and runs two per cent slow at 60 Hz, four at 120.
  @Test func `a spring takes the same time at any frame rate`() {
    let slow = service.frame("from=0.000&to=1.000&curve=pop(4,12)&fps=10&time=0.1")
    let fast = service.frame("from=0.000&to=1.000&curve=pop(4,12)&fps=240&time=0.1")
    #expect(slow.contains(#""text":"0.617""#))
    #expect(fast.contains(#""text":"0.617""#))
  }

  @Test func `rounding can go to whole numbers in any direction`() {
    #expect(service.texts("from=0&to=1&curve=linear&fps=1&rounding=up")[1] == "1")
    #expect(service.texts("from=0&to=1&curve=linear&fps=1&rounding=down")[1] == "0")
  }

  // A velocity of 1000 with POP's deceleration goes 499 units, less what the threshold leaves.
  @Test func `a decay finds its own target`() {
    let texts = service.texts("from=100.0%20m&curve=decay(velocity:1000)")
    #expect(texts.first == "100.0 m")
    #expect(texts.last == "598.9 m")
    #expect(service.texts("from=100&curve=decay(velocity:-50)").last == "76")
    #expect(service.texts("from=0&curve=decay(1000)&duration=2.646509").last == "497")
    #expect(service.frame("from=1&to=2&curve=decay(velocity:9)&index=0").contains("`to` must not be given"))
    #expect(service.frame("from=x&curve=decay(velocity:9)&index=0").contains("`from` cannot decay"))
  }

  // POP: round(v / r)·r, off at 0.
  @Test(arguments: [
    (
      "from=0&to=3&roundingFactor=0.5&curve=linear&duration=1&fps=12", "0 0.5 0.5 1.0 1.0 1.5 1.5 2.0 2.0 2.5 2.5 3.0 3"
    ),
    ("from=0&to=100&roundingFactor=10&curve=linear&duration=1&fps=8", "0 10 30 40 50 60 80 90 100"),
    ("from=7&to=23&roundingFactor=10&curve=linear&duration=1&fps=4", "7 10 20 20 23"),
    ("from=0&to=-30&roundingFactor=10&rounding=down&curve=linear&duration=1&fps=4", "0 -10 -20 -30 -30"),
    (
      "from=0%25&to=1%25&roundingFactor=.25&curve=linear&duration=1&fps=8",
      "0% 0.25% 0.25% 0.50% 0.50% 0.75% 0.75% 1.00% 1%"
    ),
    ("from=0&to=60&format=%2505.1f&roundingFactor=15&curve=linear&duration=1&fps=3", "000.0 015.0 045.0 060.0"),
    ("from=0&to=1&style=percent&roundingFactor=.05&curve=linear&duration=1&fps=7", "0% 15% 30% 45% 55% 70% 85% 100%"),
    ("from=0:00&to=1:00&roundingFactor=15&curve=linear&duration=1&fps=5", "0:00 0:15 0:30 0:30 0:45 1:00"),
    (
      "from=0&to=1000000000000000000000&roundingFactor=400&curve=linear&duration=1&fps=3",
      "0 333333333333333314800 666666666666666629600 1000000000000000000000"
    ),
  ])
  func `values keep to multiples of a roundingFactor, but for the two ends`(query: String, texts: String) {
    #expect(service.texts(query) == texts.split(separator: " ").map(String.init))
  }

  @Test func `multiples are counted once each where only distinct texts are asked for`() {
    #expect(
      service.texts("from=0&to=100&roundingFactor=25&frames=distinct") == ["0", "25", "50", "75", "100"])
    #expect(
      service.frame("from=0&to=100&roundingFactor=25&frames=distinct&curve=linear&duration=8&index=1")
        .contains(#""time":1,"#))
  }

  @Test func `a roundingFactor in whose unit a number has too many digits is refused by name`() {
    let nines = String(repeating: "9", count: 38)
    let written = service.frame("to=\(nines)&index=0&style=decimal&roundingFactor=0.5")
    #expect(written.contains(#""parameter":"roundingFactor""#) && written.contains("cannot be met: "), "\(written)")
    let text = service.frame("from=1+x&to=\(nines)+x&index=0&roundingFactor=0.5")
    #expect(text.contains("more than 38 digits"), "\(text)")
    #expect(service.frame("from=1+x&to=\(nines)+x&index=0&roundingFactor=2").contains(#""text":"1 x""#))
  }

  @Test(arguments: ["0", "-1", "x", "1e3", "1234567890"])
  func `a roundingFactor that is none is refused by name`(factor: String) {
    #expect(
      service.frame("to=1&index=0&roundingFactor=\(factor)").contains("`roundingFactor` must be a number above 0"))
  }

  @Test(arguments: ["typewriter", "scramble", "morph", "odometer", "none"])
  func `an interpolation without values of its own says that a roundingFactor has no effect`(name: String) {
    #expect(
      service.frame("to=1&index=0&roundingFactor=2&interpolation=\(name)").contains(
        #""warnings":[{"parameter":"roundingFactor""#))
  }

  @Test func `a spring with a roundingFactor rests when no multiple can change any more`() {
    let fine = service.texts("from=0&to=10000&curve=spring&fps=240").count
    let coarse = service.texts("from=0&to=10000&curve=spring&fps=240&roundingFactor=100")
    #expect(coarse.count < fine)
    #expect(coarse[coarse.count - 2] == "10000")
    #expect(coarse.last == "10000")
  }

  // POP reports each marker once, in the frame that passes it.
  @Test func `progress markers tell when a progress is first reached`() {
    let answer = service.document("from=0&to=100&curve=linear&duration=2&fps=4&markers=0.3,0.5,1,2")
    #expect(
      answer.contains(
        #""markers":[{"progress":0.3,"time":0.6,"frame":3},{"progress":0.5,"time":1,"frame":4},"#
          + #"{"progress":1,"time":2,"frame":8},{"progress":2}]"#))
    #expect(answer.contains(#"{"index":3,"time":0.75,"progress":0.375,"text":"38","markers":[0.3]}"#))
    #expect(answer.contains(#""text":"50","markers":[0.5]}"#))
    #expect(answer.contains(#""text":"100","markers":[1]}"#))
    #expect(answer.split(separator: "markers").count == 5)
  }

  @Test(arguments: ["x", "0.5,,1", "1e9", "nan"]) func `markers that are no numbers are refused`(markers: String) {
    #expect(service.frame("from=0&to=1&index=0&markers=\(markers)").contains("`markers` must be"))
  }

  // POP's `additive` adds up the changes of all animations that run. A spring's sum with itself is the same spring from
  // the value and the velocity of the moment, so that is how it is asked for.
  @Test func `springs that add up are one spring that carries value and velocity over`() throws {
    func value(_ query: String) throws -> (value: Double, velocity: Double) {
      let frame = service.frame("fps=10&curve=\(query)&include=value,velocity")
      let json = try #require(try JSONSerialization.jsonObject(with: Data(frame.utf8)) as? [String: Any])
      let members = try #require(json["frame"] as? [String: Any])
      return (Double(members["value"] as? String ?? "") ?? .nan, members["velocity"] as? Double ?? .nan)
    }
    let from0 = "spring&from=0.000000000&to=10.000000000"
    let moment = try value("\(from0)&time=0.1")
    let velocity = moment.velocity * 10 / (20 - moment.value)
    for (time, later) in [("0.1", "0.2"), ("0.3", "0.4"), ("0.7", "0.8")] {
      let sum = try value("\(from0)&time=\(later)").value + value("\(from0)&time=\(time)").value
      let carried = try value(
        "spring(velocity:\(velocity))&from=\(moment.value)&to=20.000000000&time=\(time)"
      ).value
      #expect(abs(carried - sum) < 1e-7)
    }
  }

  // POP's tracer: started, wrote, velocity, reached, autoreversed, stopped, each with its time.
  @Test func `a trace of every event can be read off the frames`() throws {
    let text = service.document(
      "from=0&to=100&curve=linear&duration=1&fps=4&autoreverse=true&delay=2&include=value,velocity&markers=1")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let frames = try #require(json["frames"] as? [[String: Any]])
    let times = frames.compactMap { $0["time"] as? Double }
    #expect(times == [0, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4])
    #expect(frames.compactMap { $0["value"] as? String } == ["0", "25", "50", "75", "100", "75", "50", "25", "0"])
    let reached = frames.filter { $0["markers"] != nil }
    #expect(reached.map { $0["time"] as? Double } == [3])
    let velocities = frames.compactMap { $0["velocity"] as? Double }
    let reversed = times[try #require(velocities.firstIndex { $0 < 0 })]
    #expect(velocities.dropFirst().first == 1 && reversed == 3.25)
  }

  // beginTime, paused, repeatCount, repeatForever, autoreverses.
  @Test func `delay, repeat and autoreverse play legs that end exactly`() {
    #expect(
      service.texts("from=0&to=2&curve=pop&duration=1&fps=2&repeat=2&autoreverse=true&delay=1").enumerated()
        .filter { $0.offset % 2 == 0 }.map(\.element) == ["0", "2", "0", "2", "0"])
    #expect(service.frame("from=0&to=2&delay=1&time=0.5").contains(#""text":"0""#))
    #expect(
      service.frame("from=0&to=2&curve=linear&duration=1&repeat=infinite&time=7.5&fps=2").contains(#""text":"1""#))
  }
}
