import TextFilms
import TextAnimation
import WrittenNumbers
import TextBytes
import Interpolation
import SeededNumbers
import Testing
import Timing

/// Numbers whose target changes while they are on their way.
@Suite struct AddingNumbersTests {
  @Test func aTargetThatKeepsMovingIsFollowedOneSecondBehindAtConstantSpeed() throws {
    let change = try LabelChange("ease-in-out", 2)
    var label = LabelState(from: nil, to: "0.000", by: change)
    var (shown, times) = ([Double](), [Double]())
    for frame in 0...780 {
      let time = Double(frame) / 60
      if frame % 6 == 0, frame <= 600 { label = label.going(to: "\(frame / 6 * 100).000", at: time, by: change) }
      times.append(time)
      shown.append(try label.value(at: time))
    }
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
    // A hundred every tenth of a second is a thousand a second; half a tenth of one goes by on average.
    for (time, value) in zip(times, shown) where (3...10).contains(time) {
      #expect(abs(value - 1000 * (time - 1.05)) < 10)
    }
    for (before, now) in zip(shown[200...600], shown[201...600]) { #expect(abs((now - before) * 60 - 1000) < 60) }
    #expect(label.text(at: 12) == "10000.000")
    #expect(label.motion.residuals.count <= 20)
  }

  @Test func aShortWayBackFromALongOneStaysWithinItsEndsAndHasNoBreak() throws {
    let label = LabelState(from: "0.000000000", to: "1000.000000000", by: try LabelChange("ease-in-out", 5))
    let next = label.going(to: "0.000000000", at: 4, by: try LabelChange("ease-in-out", 0.2))
    for frame in 0...250 {
      let value = try next.value(at: 4 + Double(frame) / 1000)
      #expect((0...1000).contains(value))
    }
    let (before, after) = (try label.velocity(before: 4), try next.velocity(behind: 4))
    #expect(abs(before - after) < 0.01 * abs(before))
    #expect(abs(try label.value(at: 4) - next.value(at: 4)) < 1e-5)
    #expect(next.text(at: 4.2) == "0.000000000")
  }

  @Test func aLongWayAmidAShortOneIsNotCarriedFarBeyondIt() throws {
    let label = LabelState(from: "0.000000000", to: "1000.000000000", by: try LabelChange("ease-in-out", 0.2))
    let next = label.going(to: "900.000000000", at: 0.1, by: try LabelChange("ease-in-out", 5))
    let (before, after) = (try label.velocity(before: 0.1), try next.velocity(behind: 0.1))
    #expect(before > 5000)
    #expect(abs(before - after) < 0.01 * before)
    for frame in 0...500 { #expect((0...1000).contains(try next.value(at: 0.1 + Double(frame) / 100))) }
    #expect(next.text(at: 5.1) == "900.000000000")
  }

  @Test func additionsCommute() throws {
    let change = try LabelChange("ease", 2)
    let label = LabelState(from: "0.000000000", to: "100.000000000", by: change)
    let one = label.going(to: "112.500000000", at: 0.5, by: change).going(to: "142.500000000", at: 0.5, by: change)
    let other = label.going(to: "130.000000000", at: 0.5, by: change).going(to: "142.500000000", at: 0.5, by: change)
    for time in stride(from: 0.5, through: 2.5, by: 0.1) { #expect(one.text(at: time) == other.text(at: time)) }
  }

  @Test(arguments: ["spring(mass: 1, stiffness: 100, damping: 10)", "bouncy", "smooth"])
  func anInterruptedSpringCarriesItsVelocity(_ spring: String) throws {
    let change = try LabelChange(spring, nil)
    let label = LabelState(from: "0.000000000", to: "1000.000000000", by: change)
    let next = label.going(to: "-500.000000000", at: 0.2, by: change)
    let (before, after) = (try label.velocity(before: 0.2), try next.velocity(behind: 0.2))
    #expect(before > 1000)
    #expect(abs(before - after) < 0.02 * before)
    // Another spring gets the velocity, too.
    let other = label.going(to: "-500.000000000", at: 0.2, by: try LabelChange("snappy(duration: 0.8)", nil))
    #expect(other.motion.residuals.count <= 2)
    #expect(abs(try other.velocity(behind: 0.2) - before) < 0.02 * before)
    #expect(other.text(at: 5) == "-500.000000000")
  }

  @Test func aHundredChangesAtOnceBecomeFewAndStayWithoutABreak() throws {
    let change = try LabelChange("ease-in-out", 2)
    var label = LabelState(from: nil, to: "0.000000000", by: change)
    for step in 1...100 {
      let time = Double(step) / 1000
      let next = label.going(to: "\(step * 10).000000000", at: time, by: change)
      // Where changes are put together, it may go on by the way of a microsecond.
      let (before, after) = (try #require(Double(label.text(at: time))), try #require(Double(next.text(at: time))))
      #expect((0..<0.001).contains(after - before))
      #expect(next.motion.residuals.count <= LabelMotion.residualLimit)
      if step > 1 { #expect(abs(try label.velocity(behind: time) - next.velocity(behind: time)) < 0.5) }
      label = next
    }
    #expect(label.motion.residuals.count < 60)
    #expect(label.text(at: 2.2) == "1000.000000000")
  }

  @Test(arguments: ["ease-in-out", "ease", "linear", "cubic-bezier(0.9, 0, 0.1, 1)"], [1, 2, 5])
  func additionsInQuickSuccessionNeverGoBack(_ curve: String, milliseconds: Int) throws {
    let change = try LabelChange(curve, 0.5)
    var label = LabelState(from: nil, to: "0.000", by: change)
    var last = 0.0
    for step in 1...600 {
      let time = Double(step * milliseconds) / 1000
      label = label.going(to: "\(step).000", at: time, by: change)
      let shown = try #require(Double(label.text(at: time)))
      #expect(shown >= last, "step \(step)")
      last = shown
    }
    let start = Double(600 * milliseconds) / 1000
    for frame in 0...40 {
      let shown = try #require(Double(label.text(at: start + Double(frame) / 60)))
      #expect(shown >= last, "frame \(frame)")
      last = shown
    }
    #expect(label.text(at: start + 0.5) == "600.000")
  }

  @Test func aHundredChangesWithManyNumbersKeepFewerDistances() throws {
    let change = try LabelChange("ease", 2)
    func text(_ step: Int) -> String { (0..<100).map { "\($0 * 1000 + step)" }.joined(separator: " ") }
    var label = LabelState(from: nil, to: text(0), by: change)
    for step in 1...40 {
      label = label.going(to: text(step * 10), at: Double(step) / 100, by: change)
      #expect(label.motion.residuals.count <= 10)
    }
    #expect(label.text(at: 3) == text(400))
  }

  @Test func longDecimalsAreExactAtRest() throws {
    let change = try LabelChange("ease", 2)
    let numbers = [
      "314159265358979323846264338327950288.94", "1.05", "-27182818284590452353602874.71",
    ]
    var label = LabelState(from: "0.25", to: numbers[0], by: change)
    for (step, number) in numbers.enumerated().dropFirst() {
      label = label.going(to: number, at: Double(step) / 2, by: change)
      #expect(!label.motion.residuals.isEmpty)
    }
    #expect(label.text(at: 3) == numbers[2])
    // Just before the end it is as good as there, whatever it has come from.
    #expect(label.text(at: 2.9999).hasPrefix("-271828"))
  }

  @Test(arguments: [nil, "%.3e", "%g", "%.40f", "%x", "%d"])
  func waysOfAnyDigitsAreKeptAsTheyCanBeRead(_ format: String?) throws {
    let writer = try format.map { FormatInterpolator(format: try PrintfFormat($0)) }
    let changes = try ["ease", "linear", "ease-in"].map { curve in
      try writer.map { try LabelChange(curve, 2, writtenBy: $0) } ?? LabelChange(curve, 2)
    }
    let nines = String(repeating: "9", count: 38)
    let targets = [
      "0.001", nines, "-\(nines)", "1", "-\(nines.dropLast(19)).5", "0.\(String(repeating: "0", count: 60))1",
      "0.\(nines)", "12345678901234567.5", "-7",
    ]
    var generator = SeededGenerator(state: 38)
    for _ in 0..<40 {
      var label = LabelState(from: "5.5", to: targets.randomElement(using: &generator) ?? "", by: changes[0])
      for step in 1...12 {
        let change = try #require(changes.randomElement(using: &generator))
        let target = try #require(targets.randomElement(using: &generator))
        let time = Double(step) / 4
        label = label.going(to: target, at: time, by: change)
        #expect(label.motion.residuals.flatMap(\.distances).allSatisfy { Decimal(plain: $0) != nil })
        #expect(LabelState(label.motion, by: change).text(at: time + 0.1) == label.text(at: time + 0.1))
      }
      #expect(format != nil || label.text(at: 100) == label.motion.target)
    }
  }

  @Test func aChangeOfADurationOfZeroShowsItsTarget() throws {
    let label = LabelState(from: "0", to: "100", by: try LabelChange("ease", 2))
    let next = label.going(to: "50", at: 1, by: try LabelChange("ease", 0))
    #expect(next.text(at: 1) == "50")
    #expect(next.restTime == 1_000_000)
  }

  @Test func residualsThatDoNotFitAreLeftOut() throws {
    let change = try LabelChange()
    let strange = [
      Residual(start: 0, curve: "linear", duration: 1, distances: ["1", "2"]),
      Residual(start: 0, curve: "linear", duration: 1, distances: ["one"]),
      Residual(start: 0, curve: "no such curve", duration: 1, distances: ["1"]),
      Residual(start: 0, curve: "linear", duration: -1, distances: ["1"]),
      Residual(start: 0, curve: "linear", duration: .nan, distances: ["1"]),
      Residual(start: 0, curve: "linear", duration: 1, distances: ["1"], velocities: [1, 2]),
      Residual(start: -9_000_000, curve: "linear", duration: 1, distances: ["1"]),
    ]
    for residual in strange {
      let label = LabelState(LabelMotion(to: "9", from: "5", at: 0, residuals: [residual]), by: change)
      #expect(label.text(at: 0.5) == "7", "\(residual)")
    }
  }

  @Test func clampedSpringsStayClampedWhereTheyAddUp() throws {
    let change = try LabelChange("bouncy", nil, clamp: .both)
    let label = LabelState(from: "0.000", to: "100.000", by: change).going(to: "200.000", at: 0.3, by: change)
    for time in stride(from: 0.3, through: 3, by: 0.01) { #expect((0...200).contains(try label.value(at: time))) }
  }

  @Test func theFramesOfAChangeAreThoseOfAnyAnimation() throws {
    let change = try LabelChange("ease", 2)
    let label = LabelState(from: "$950", to: "$1,200", by: change).going(to: "$990", at: 1, by: change)
    let sequence = FrameSequence(label.animation, fps: 60)
    #expect(sequence.count == 121)
    #expect(label.animation.source == label.text(at: 1))
    for index in 0..<121 { #expect(sequence.frame(at: index).text == label.text(at: 1 + Double(index) / 60)) }
    let distinct = try #require(sequence.distinct(limit: 1000))
    let texts = (0..<(distinct.count ?? 0)).map { distinct.frame(at: $0).text }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 })
    #expect(texts.last == "$990")
    #expect(texts.count > 100)
    let numbers = try #require(label.animation.content.numbers)
    var written = UTF8Buffer()
    numbers.write(0, isRounded: true, at: 0, to: &written)
    #expect("$" + written.text() == label.text(at: 1).filter { $0 != "," })
  }
}

extension LabelState {
  /// The number that is shown.
  func value(at seconds: Double) throws -> Double { try #require(Double(text(at: seconds))) }

  /// Units a second right behind a time.
  func velocity(behind seconds: Double) throws -> Double {
    try (value(at: seconds + 0.00002) - value(at: seconds)) / 0.00002
  }

  /// Units a second right before a time.
  func velocity(before seconds: Double) throws -> Double {
    try (value(at: seconds) - value(at: seconds - 0.00002)) / 0.00002
  }
}
