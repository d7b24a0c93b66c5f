package import Documents
import Interpolation
package import LabelStore
import Requests
import TextAnimation
package import TextBytes
package import WrittenNumbers

/// What becomes of a label.
package struct DecidedChange: Sendable {
  let decision: LabelDecision
  /// What the decision stores, ready to be shown; `nil` where it stores nothing.
  var label: PreparedLabel?
}

/// Decides what becomes of a label, on the store's own queue or before.
package struct LabelRetargeting: Sendable {
  let directory: LabelDirectory
  /// What must be true of the version; asked last, since what is wrong anyway is said first (RFC 9110 section 13.2.1).
  let condition: VersionCondition
  /// What it takes; where nothing is left, what was decided means nothing.
  var meter = SharedMeter()

  /// Reads what is stored; 503 for what this version cannot read.
  private func current(_ stored: StoredLabel?) throws(Problem) -> PreparedLabel? {
    guard let stored else { return nil }
    if let label = directory.prepared(stored) {
      meter.spend(PreparedLabel.unitsOfByte * stored.state.count, .reading)
      return label
    }
    let label = Result { () throws(Problem) in try PreparedLabel(stored, in: directory.requests, spending: meter) }
    if !meter.isExhausted { directory.note(label, of: stored.name) }
    return try label.get()
  }

  /// Ends what has no sense any more.
  private func checkMeter() throws(Problem) {
    if meter.isExhausted { throw .tooMuchWork }
  }
}

// MARK: - PUT

extension LabelRetargeting {
  /// Puts what was given after what is stored.
  ///
  /// What is left out stays as it was; `null` takes it back.
  package func put(
    _ given: [JSONValue.Member], on stored: StoredLabel?, at time: LabelTime, creating: Bool = true
  ) -> DecidedChange {
    decision { () throws(Problem) in
      guard creating || stored != nil else { throw .noVisitorLabel }
      let outcome = try changed(by: given, stored, at: time)
      try condition.check(stored?.version)
      return outcome
    }
  }

  private func changed(
    by given: [JSONValue.Member], _ stored: StoredLabel?, at time: LabelTime
  ) throws(Problem) -> DecidedChange {
    let current = try current(stored)
    try checkMeter()
    let names = Set(given.map(\.name))
    let movedByDefault = current?.record.movesByDefault ?? true
    let movesByDefault = movedByDefault && !given.contains(where: saysHow)
    var kept = (current?.record.parameters ?? [Self.motion]).filter {
      !names.contains($0.name) && ($0.name != "curve" || movesByDefault || !movedByDefault)
    }
    if let current, !names.contains("to") { kept.append(.init("to", .string(current.target(after: given)))) }
    let known = names.isDisjoint(with: ["to", "locale"]) ? current?.record : nil
    var parameters = try LabelParameterSet(
      given, after: kept, decimalSeparator: known?.decimalSeparator, plural: known?.plural, in: directory.requests)
    if current != nil, parameters.source != nil {
      throw .invalidParameters([
        ParameterProblem(
          parameter: "from", detail: "cannot be given after the first change: a label moves from what it shows")
      ])
    }
    let unwritable = parameters.unwritableTexts
    guard unwritable.isEmpty else { throw .invalidParameters(unwritable) }
    let course = try course(given: names, parameters, after: current, at: time)
    parameters = parameters.rounding(by: course.run)
    let change = parameters.change(in: directory.requests, spending: meter)
    var stored = (kept + given).filter { !$0.value.isNull && !Self.notKept.contains($0.name) }
    // No version before this one shows a line at rest.
    if course.run != nil, let rate = course.rate { stored.append(.init("rate", .number(rate.description))) }
    let record = LabelRecord(
      parameters: stored,
      isPrivate: names.contains("private") ? parameters.isPrivate : current?.record.isPrivate ?? false,
      movesByDefault: movesByDefault, decimalSeparator: known?.decimalSeparator, plural: course.plural ?? known?.plural,
      motion: course.motion(at: time))
    // What is made public sets out from nothing that was private: not from its text, and not from its numbers under way.
    let shown = current.flatMap { $0.isPrivate && !record.isPrivate ? nil : $0 }
    let (bytes, label) = try readable(record) { detail in
      guard let shown else { return LabelState(course.motion(from: parameters.source, at: time), by: change) }
      return shown.state.retargeted(to: record.motion, by: change, keeping: detail)
    }
    var expiry = names.contains("expires") ? nil : current?.expiry
    if let seconds = parameters.expires { expiry = directory.wallTime + Int64(seconds * 1e6) }
    return DecidedChange(decision: .replace(state: bytes, expiry: expiry, isPrivate: record.isPrivate), label: label)
  }

  /// How a label moves from its first change on where nothing is said of it, as `<kinetic-text>` does: a spring of some
  /// 0.9 seconds, which keeps its speed when the next change comes.
  private static let motion = JSONValue.Member("curve", .string("smooth(0.6)"))

  /// Whether a parameter says how the label moves, so that the spring goes.
  private func saysHow(_ member: JSONValue.Member) -> Bool {
    switch member.name {
    case "curve": true
    case "duration", "effect", "transition": !member.value.isNull
    case "interpolation":
      directory.requests.interpolators.entries.contains { $0.isTyped && member.value == .string($0.name) }
    default: false
    }
  }

  /// Parameters that are stored in another way, or not at all.
  private static let notKept: Set<String> = [
    "to", "from", "private", "expires", "as", "key", "token", "rate", "until",
  ]
}

// MARK: - Adding and deleting

extension LabelRetargeting {
  /// Adds to the only number of the target.
  package func add(_ addend: Addend, to stored: StoredLabel?, at time: LabelTime) -> DecidedChange {
    decision { () throws(Problem) in
      guard let stored, let current = try current(stored) else { throw .noLabel }
      try checkMeter()
      var record = current.record
      if let run = record.motion.run {
        record.motion = try added(addend, to: current, run, at: time)
      } else {
        let (target, written) = try sum(current, addend)
        record.decimalSeparator = written?.decimalSeparator ?? record.decimalSeparator
        record.plural = written?.plural ?? record.plural
        record.motion = LabelMotion(to: target, at: time.microseconds)
      }
      let change = current.parameters.reading(decimalSeparator: record.decimalSeparator, plural: record.plural)
        .change(in: directory.requests, spending: meter)
      let (bytes, label): ([UInt8], PreparedLabel)
      do throws(Problem) {
        (bytes, label) = try readable(record) { detail in
          current.state.retargeted(to: record.motion, by: change, keeping: detail)
        }
      } catch {
        throw .noSum(error.detail)
      }
      try condition.check(stored.version)
      return DecidedChange(
        decision: .replace(state: bytes, expiry: current.expiry, isPrivate: current.isPrivate), label: label)
    }
  }

  private func sum(
    _ current: PreparedLabel, _ addend: Addend
  ) throws(Problem) -> (String, TextSum?) {
    let (text, parameters) = (current.record.motion.target, current.parameters)
    if let count = parameters.template?.names.count, count > 1 {
      throw .noSum("its template has \(count) values.")
    }
    let how = parameters.animation.how
    let symbols = how.manner.options.symbols
    let (sum, written): (String, TextSum?)
    do throws(NotAnimatable) {
      if how.writesNumbers {
        (sum, written) = (try TextSum.number(text, plus: addend, symbols: symbols), nil)
      } else {
        let textSum = try TextSum(text, plus: addend, symbols: symbols)
        (sum, written) = (textSum.text, textSum)
      }
    } catch {
      throw .noSum("\(error.reason).")
    }
    do throws(ParameterRefusal) {
      try directory.requests.limits.text.check(parameters.text(of: sum))
    } catch {
      throw .noSum("the text with the sum \(error.detail).")
    }
    if let refusal = parameters.refusal(of: sum) {
      throw .noSum("the sum \(refusal.detail).")
    }
    return (sum, written)
  }

  package func delete(_ stored: StoredLabel?) -> DecidedChange {
    decision { () throws(Problem) in
      guard let stored else { throw .noLabel }
      try condition.check(stored.version)
      return DecidedChange(decision: .delete)
    }
  }
}

extension LabelRetargeting {
  private func decision(_ decide: () throws(Problem) -> DecidedChange) -> DecidedChange {
    do throws(Problem) {
      return try decide()
    } catch {
      // What is not there yet, or not in this version or at this moment, may be when the same request comes again.
      return DecidedChange(decision: .refuse(error, isFinal: error.type == .noSingleNumber))
    }
  }

  /// What is stored of a label's next state, with as much of what is under way as there is room for.
  ///
  /// It is read back as it will be later, so that nothing is kept that cannot be read: 400 for that, for what is longer than
  /// it may be, and where there is no room for the text and the parameters.
  private func readable(
    _ record: LabelRecord, _ state: (LabelDetail) -> LabelState
  ) throws(Problem) -> ([UInt8], PreparedLabel) {
    var (record, refusal) = (record, "")
    for detail in LabelDetail.allCases {
      record.motion = state(detail).motion
      try checkMeter()
      let (bytes, limit) = (record.bytes, directory.maximumLabelBytes)
      guard bytes.count <= limit else {
        refusal = "takes \(bytes.count) bytes together with the other parameters; \(limit) are allowed"
        continue
      }
      guard
        let label = try? PreparedLabel(
          StoredLabel(
            name: "", version: 1, start: LabelTime(microseconds: record.motion.start), isPrivate: record.isPrivate,
            state: bytes),
          in: directory.requests, spending: meter)
      else {
        refusal = "cannot be read back together with the other parameters"
        continue
      }
      guard label.state.motion.run == nil || label.state.isRunning else {
        refusal = "cannot run: how it is shown counts no number at this rate"
        continue
      }
      try label.parameters.animation.checkLength(
        of: label.prepared.sequence, limits: directory.requests.limits, settles: !label.isRunning)
      return (bytes, label)
    }
    throw .invalidParameters([ParameterProblem(parameter: "to", detail: refusal)])
  }
}

extension Problem {
  /// 404 for a label that nobody has put.
  package static let noLabel = Problem(type: .notFound, detail: "There is no label of this name; PUT creates one.")

  /// 404 for a visitor's label that is gone.
  fileprivate static let noVisitorLabel = Problem(
    type: .notFound, detail: "There is no label of this name any more; `POST /v1/labels` makes another.")

  /// 409 for a label to which nothing can be added, for a reason that is the end of a sentence.
  static func noSum(_ reason: String) -> Problem {
    Problem(type: .noSingleNumber, detail: "Nothing can be added: \(reason)")
  }
}

extension PreparedLabel {
  /// The target for a change that names none: without its template, the text that this has made.
  fileprivate func target(after given: [JSONValue.Member]) -> String {
    let losesTemplate = parameters.template != nil && given.contains { $0.name == "template" && $0.value.isNull }
    return losesTemplate && !parameters.animation.how.writesNumbers ? state.restText : record.motion.target
  }
}
