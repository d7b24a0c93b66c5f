import Foundation
import Testing

/// A new target while the label still moves: what each seed gets wrong in its own way, and POP right for springs alone.
///
/// The service keeps no label. A client asks the frame of the moment for its `value` and `velocity` and starts the
/// next animation from there; a velocity is in distances a second, so it is scaled by the two distances.
struct RetargetingTests {
  private let service = SeedService()

  private static let curves = [
    "linear", "easeInOut", "ease", "easeIn", "easeOut", "easeOutBounce", "easeInOutBack", "bouncy", "pop(10,10)",
    "linear(0,.2,1)",
  ]

  /// The velocity of a moment on the way from 0 to 100, as that of one on the way from its value to a new target.
  private func velocity(of moment: (progress: Double, value: Double, velocity: Double), to target: Double) -> Double {
    moment.velocity * 100 / (target - moment.value)
  }

  @Test(arguments: curves, [300.0, -50])
  func `a spring goes on from any curve without a jump in value or speed`(curve: String, target: Double) throws {
    for time in [0.1, 0.3, 0.55] {
      let before = try service.moment("from=0.000000&to=100.000000&curve=\(curve)&duration=1&fps=20&time=\(time)")
      let carried = velocity(of: before, to: target)
      let next = "from=\(before.value)&to=\(target)00000&curve=spring(velocity:\(carried))&fps=200"
      let first = try service.moment("\(next)&index=0")
      let second = try service.moment("\(next)&index=1")
      #expect(first.value == before.value)
      #expect(abs(first.velocity - carried) < 1e-9 * max(1, abs(carried)))
      // A 200th of a second later it is where that speed has brought it, but for what the spring pulls meanwhile.
      let pull = 100 * abs(target - before.value) / 200 / 200
      #expect(abs(second.value - before.value - before.velocity * 100 / 200) < pull)
    }
  }

  // POP's basic animation keeps its start and its clock, so that it jumps.
  @Test(arguments: curves) func `a Bézier goes on at the speed of any curve`(curve: String) throws {
    let before = try service.moment("from=0.000000&to=100.000000&curve=\(curve)&duration=1&fps=20&time=0.4")
    // Over a duration of 1, the first control point lies in the direction of the velocity.
    let carried = velocity(of: before, to: 300)
    let next = "from=\(before.value)&to=300.000000&curve=cubic-bezier(.25,\(0.25 * carried),.5,1)&duration=1"
    let first = try service.moment("\(next)&index=0")
    #expect(first.value == before.value)
    #expect(abs(first.velocity - carried) < 1e-9 * max(1, abs(carried)))
    #expect(service.texts(next).last == "300.000000")
  }

  // animated-ui-label goes on from the whole number that it shows, and loses what lies behind it.
  @Test func `a value between two digits is kept, and the shown text does not jump`() throws {
    let shown = service.frame("from=0&to=100&curve=easeOut&duration=1&time=.25")
    #expect(shown.contains(#""progress":0.578125,"text":"58"}"#))
    let next = "from=57.8125&to=400&fractionDigits=0&curve=linear&duration=1&fps=100"
    #expect(Array(service.texts(next).prefix(3)) == ["58", "61", "65"])
    #expect(service.texts("from=58&to=400&curve=linear&duration=1&fps=100")[1] == "61")
    #expect(service.texts("from=57.4&to=58&fractionDigits=0&curve=linear&duration=1&fps=5")[1] == "58")
  }

  @Test func `a text of any kind goes on from the text that is shown`() {
    let moment = "interpolation=typewriter&curve=linear&duration=1&fps=10&from=&to=Hello,%20you"
    #expect(service.frame("\(moment)&time=.6").contains(#""text":"Hello,""#))
    #expect(
      service.texts("interpolation=typewriter&curve=linear&duration=1&fps=4&from=Hello,&to=Help")
        == ["Hello,", "Hello", "Hell", "Hel", "Help"])
  }

  // POP's `additive` adds up all animations of a label. Several animations have one clock, so their values are there to
  // be added, of whatever curve.
  @Test func `animations on one clock add up`() throws {
    let answer = service.post(
      #"{"include":"value","fps":10,"duration":1,"from":"0.00","as":"ndjson","animations":["#
        + #"{"id":"a","to":"100.00","curve":"easeOut"},{"id":"b","to":"-40.00","curve":"easeInOut","delay":0.5}]}"#)
    var values = ["a": 0.0, "b": 0.0]
    var sums: [Double] = []
    for line in answer.split(separator: "\n") {
      let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let id = json["id"] as? String, let value = Double(json["value"] as? String ?? "") else { continue }
      values[id] = value
      if id == "a" || json["time"] as? Double ?? 0 > 1 { sums.append((values["a"] ?? 0) + (values["b"] ?? 0)) }
    }
    #expect(sums.first == 0 && sums.last == 60)
    #expect(zip(sums, sums.dropFirst()).allSatisfy { abs($1 - $0) < 28 })
  }

  // The third text of BBCyclingLabel takes over the first label, wherever that is on its way.
  @Test func `a label that is on its way in leaves from where it is`() {
    let moment = service.frame("from=one&to=two&effect=crossFade,zoomIn&curve=linear&duration=1&fps=4&index=1")
    let look = #""opacity":0.25,"scale":0.625,"rotation":0,"offsetX":0,"offsetY":0}"#
    #expect(moment.contains(#""enter":{"text":"two",\#(look)"#))
    let next = service.post(
      #"{"from":"two","to":"three","curve":"linear","duration":1,"fps":4,"transition":{"#
        + #""exit":[{"at":0,"opacity":0.25,"scale":0.625},{"at":1,"opacity":0}],"#
        + #""enter":[{"at":0,"opacity":0},{"at":1,"opacity":1}]}}"#)
    #expect(next.contains(#"{"index":0,"time":0,"progress":0,"text":"two","labels":{"exit":{"text":"two",\#(look)"#))
    #expect(next.contains(#""index":4,"time":1,"progress":1,"text":"three","labels":{"exit":null"#))
  }

  // Every seed may still be written to by what ran before: its frames are the client's to drop, and no two requests
  // know of each other.
  @Test func `the same moment is the same however often and in whatever order it is asked`() {
    let query = "from=0&to=100&curve=bouncy&include=value,velocity&index="
    let once = (0..<20).map { service.frame("\(query)\($0)") }
    let again = (0..<20).reversed().map { service.frame("\(query)\($0)") }
    #expect(once == again.reversed())
  }
}
