import Documents
import Interpolation
import LabelStore
import Requests
import TextAnimation
import TextBytes
import WrittenNumbers

/// The line that `to`, `rate` and `until` give together, and the texts that go with it.
struct LabelCourse {
  /// `nil` for a label that rests at its target.
  var run: LabelRun?
  var target: String
  /// How numbers are written, where that is not said by the target.
  var form: String?
  /// The rate as it is told: units, or seconds of a time.
  var rate: Decimal?
  /// The plural of the target's word, which that may show in the singular.
  var plural: String?

  func motion(from source: String? = nil, at time: LabelTime) -> LabelMotion {
    LabelMotion(
      to: target, from: run == nil ? source : form == target ? nil : form, at: time.microseconds,
      run: run)
  }
}

extension LabelRetargeting {
  /// Finds what a label does from a time on: where it runs, `to` is what it shows now, and with `until` what it shows then.
  ///
  /// Of all parameters those are `given` that are not kept; 400 for what cannot run.
  func course(
    given: Set<String>, _ parameters: LabelParameterSet, after current: PreparedLabel?, at time: LabelTime
  ) throws(Problem) -> LabelCourse {
    let old = given.contains("to") ? nil : current?.record.motion
    let (running, until) = (old?.run, parameters.until)
    var course = LabelCourse(target: parameters.target, form: running == nil ? nil : old?.source ?? old?.target)
    course.rate = parameters.rate
    if until == nil, course.rate?.isZero ?? true { return try standing(course, running, at: time, parameters) }
    let reading = { (isFalling: Bool) throws(NotAnimatable) in
      try parameters.number(
        of: course.form ?? course.target, rounding: isFalling ? .ceil : .floor, in: directory.requests)
    }
    var number: RunningNumber
    do throws(NotAnimatable) {
      guard parameters.template == nil else { throw NotAnimatable(reason: "it has a template") }
      number = try reading(course.rate?.isNegative ?? true)
    } catch {
      // What comes after a clock need not be one.
      if given.isDisjoint(with: ["rate", "until"]) { return LabelCourse(target: parameters.target) }
      let name = given.contains("until") ? "until" : given.contains("rate") && !given.contains("to") ? "rate" : "to"
      throw .refused(name, "cannot run: \(error.reason)")
    }
    let written = number.written
    guard let rate = course.rate ?? written?.secondsOfUnit.map({ _ in Decimal(-1) }), !rate.isZero else {
      throw .refused("until", "needs a `rate`, since `\(course.target.excerpt)` is no time")
    }
    course.rate = rate
    guard let units = written?.secondsOfUnit.map({ rate.divided(by: $0) }) ?? rate,
      let farthest = units.multiplied(by: 1_000_000_000)?.adding(running?.value ?? number.value),
      number.step.count(in: farthest.magnitude, .floor).magnitude < UInt128(1) << 110
    else { throw .refused("rate", "leads to a number of too many digits within 31 years") }
    if let running {
      course.run = running.anchored(at: time.microseconds)
      if units.isNegative != running.rate.isNegative { course.run?.end = nil }
    } else {
      course.run = LabelRun(number.value, since: time.microseconds, rate: units)
    }
    course.run?.rate = units
    course.run?.isPaused = false
    if let until {
      try end(&course, number, at: until, time.microseconds, hasEnd: running == nil)
    } else if course.run?.end == nil, rate.isNegative, written?.stopsAtZero ?? false,
      !(course.run?.value.isNegative ?? true)
    {
      course.run?.end = .zero
      course.form = course.form ?? course.target
      course.target = number.text(.zero) ?? course.target
    }
    if let run = course.run, run.end == nil, running != nil {
      course.target = number.text(run.value) ?? course.target
    }
    return course
  }

  /// A label that is paused, or does not run.
  private func standing(
    _ course: LabelCourse, _ running: LabelRun?, at time: LabelTime, _ parameters: LabelParameterSet
  ) throws(Problem) -> LabelCourse {
    guard let running, let form = course.form else { return LabelCourse(target: course.target) }
    var course = course
    let number = try? parameters.number(of: form, rounding: running.rounding, in: directory.requests)
    course.run = running.anchored(at: time.microseconds)
    guard course.rate != nil else {
      // What is shown stays.
      let shown = course.run.flatMap { number?.text($0.value) }
      return LabelCourse(
        target: running.end == course.run?.value ? course.target : shown ?? course.target,
        plural: number?.written?.plural)
    }
    course.run?.isPaused = true
    if running.end == nil { course.target = course.run.flatMap { number?.text($0.value) } ?? course.target }
    return course
  }

  /// Has a line be at its end at a moment.
  private func end(
    _ course: inout LabelCourse, _ number: RunningNumber, at until: Instant, _ time: Int64, hasEnd: Bool
  ) throws(Problem) {
    let moment: Int64
    do throws(ParameterRefusal) { moment = try until.time(from: time) } catch { throw .refused("until", error.detail) }
    guard var run = course.run, let end = hasEnd ? number.value : run.end else {
      throw .refused("until", "needs `to`: the label has no end")
    }
    (run.end, run.value) = (end, end)
    if moment > time, let way = run.rate.multiplied(by: UInt64(moment - time))?.shifted(by: -6) {
      run.value = end.subtracting(way)?.withoutZeros ?? end
    }
    course.run = run
  }

  /// Moves the number of a label that runs; where that goes beyond its end, the label stands there.
  func added(_ addend: Addend, to current: PreparedLabel, _ run: LabelRun, at time: LabelTime) throws(Problem)
    -> LabelMotion
  {
    let motion = current.record.motion
    var run = run.anchored(at: time.microseconds)
    var target = motion.target
    do throws(NotAnimatable) {
      let number = try current.parameters.number(
        of: motion.source ?? motion.target, rounding: run.rounding, in: directory.requests)
      var way: Decimal
      if let written = number.written {
        way = try addend.value(in: written)
      } else if case .number(let value) = addend {
        way = value
      } else {
        throw .noTime
      }
      guard let sum = run.value.adding(way) else {
        throw NotAnimatable(reason: "the sum has more than \(NumberLimits.digits) digits")
      }
      run.value = sum
      if let end = run.end, run.isFalling ? sum < end : sum > end { run.value = end }
      if run.end == nil { target = number.text(run.value) ?? target }
    } catch {
      throw .noSum("\(error.reason).")
    }
    return LabelMotion(
      to: target, from: motion.source ?? (motion.target == target ? nil : motion.target), at: time.microseconds,
      run: run)
  }
}

extension TextNumber {
  /// Whether it counts down to nothing: no date, and no plain number.
  fileprivate var stopsAtZero: Bool { kind != .date && secondsOfUnit != nil }
}

extension Problem {
  fileprivate static func refused(_ parameter: String, _ detail: String) -> Problem {
    .invalidParameters([ParameterProblem(parameter: parameter, detail: detail)])
  }
}
