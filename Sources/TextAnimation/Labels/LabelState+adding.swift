import Interpolation
import WrittenNumbers
internal import Timing

extension LabelState {
  /// The label with another target, to which all that is under way adds up; `nil` where it cannot.
  ///
  /// How the numbers are written is told by the new target and another text: the target before, the text that is shown, or
  /// the one that told it until now. The first is taken with which nothing changes at this time. Where each changes
  /// something, the numbers may get other digits, and where a frozen text could not be animated even other words.
  func adding(_ target: String, by change: LabelChange, at time: Int64, isSummed: Bool) -> LabelState? {
    guard let moving = Moving(self, at: time) else { return nil }
    let (shown, frozen) = (shownText(at: time), source(for: target, by: change, at: time))
    var others: [LabelState] = []
    for source in [restText, frozen, motion.source ?? restText] {
      guard let sum = LabelSum(moving, to: target, from: source, by: change),
        let next = sum.state(by: change, isTimed(as: change) && !isSummed)
      else { continue }
      if next.shownText(at: time) == shown { return next }
      if sum.hasAll { others.append(next) }
    }
    if let alike = others.first(where: { $0.shownText(at: time).letters == shown.letters }) { return alike }
    if case .interpolated = change.content(frozen, target) { return nil }
    return others.first
  }

  /// What is left to do beside a line from a time on; `nil` where its number is not the one that is shown.
  func easing(to line: LabelLine, by change: LabelChange, at time: Int64, isSummed: Bool) -> [Residual]? {
    guard let text = line.number.text(line.run.value),
      text == restText || change.content(restText, text).addable != nil,
      let moving = Moving(self, at: time, isLine: true), let sum = LabelSum(moving, to: line)
    else { return nil }
    return sum.residuals(by: change, isTimed(as: change) && !isSummed)
  }
}

extension String {
  /// Neither digits nor what stands between them.
  fileprivate var letters: String { filter(\.isLetter) }
}

extension Animation.Content {
  /// The interpolation, where its numbers can add up.
  var addable: NumbersInterpolation? {
    guard case .interpolated(let interpolation, _) = self else { return nil }
    if let numbers = interpolation.asNumbers { return numbers }
    return (interpolation as? OdometerInterpolation)?.addable
  }

  /// The same content with numbers that add up.
  func adding(_ numbers: ResidualInterpolation) -> any TextInterpolation {
    guard case .interpolated(let odometer as OdometerInterpolation, _) = self else { return numbers }
    return odometer.adding(numbers) ?? numbers
  }
}

/// All of a label that is under way at a time.
private struct Moving {
  let residuals: [Residual]
  /// What they come to; `nil` where nothing is left of them.
  private let interpolation: ResidualInterpolation?
  /// The numbers that are under way, and where each is without the residuals.
  let numbers: [AnimatedNumber]
  let values: [Decimal]
  let target: String
  let start: Int64
  let time: Int64

  /// `nil` where nothing is under way, unless a line comes or the label has one.
  init?(_ label: LabelState, at time: Int64, isLine: Bool = false) {
    (target, start, self.time) = (label.restText, label.shown.start, time)
    if isLine, label.line == nil, time >= label.restTime || label.residuals == nil && !label.animation.isAnimated {
      guard let number = label.change.number(label.restText), let numbers = number.numbers?.counting else { return nil }
      (residuals, interpolation, self.numbers, values) = ([], nil, numbers, [number.value])
      return
    }
    if let line = label.line {
      guard let all = line.line.number.numbers else { return nil }
      let start = start
      residuals = label.motion.residuals.filter { $0.start.adding(seconds: $0.duration) > time }
      let terms = residuals.compactMap { ResidualTerm($0, from: start, by: label.change) }
      interpolation = ResidualInterpolation(all, less: terms)
      (numbers, values) = (all.counting, [line.line.run.value(at: time)])
      return
    }
    guard time < label.restTime else { return nil }
    if let interpolation = label.residuals {
      self.interpolation = interpolation
      numbers = interpolation.texts.counting
      values = numbers.map(\.tween.source)
      residuals = label.motion.residuals.filter { $0.start.adding(seconds: $0.duration) > time }
      return
    }
    guard let numbers = label.animation.content.addable else { return nil }
    let distances = numbers.counting.compactMap(\.tween.distance)
    guard distances.count == numbers.counting.count else { return nil }
    let residual = Residual(
      start: start, curve: label.change.curveText, duration: label.animation.duration,
      distances: distances.map(\.description))
    guard let term = ResidualTerm(residual, from: start, by: label.change),
      let interpolation = ResidualInterpolation(numbers, less: [term])
    else { return nil }
    self.interpolation = interpolation
    self.numbers = interpolation.texts.counting
    values = self.numbers.map(\.tween.source)
    residuals = [residual]
  }

  /// What all residuals of a number come to.
  func remainder(_ index: Int) -> ResidualInterpolation.Remainder {
    interpolation?.remainder(ofNumber: index, at: start.seconds(to: time)) ?? (.zero, 0, 0)
  }
}

/// What is under way and a new target, number by number.
private struct LabelSum {
  private let moving: Moving
  private let source: String
  private let target: String
  /// How the numbers are written from now on.
  private let content: Animation.Content
  private let numbers: NumbersInterpolation
  /// The place of each among those that are under way; `nil` for one that was the same in both texts before.
  private let places: [Int?]
  /// What the new target adds to each.
  private let distances: [Decimal]
  /// Whether the text is the target before, which is read as it was, and none that is under way is left out.
  let hasAll: Bool
  /// The share of half a digit that can be seen.
  private let digitShare: Double

  /// Pairs the numbers; `nil` where those of the two texts cannot be animated, count something else, or are so far apart
  /// that the way has too many digits.
  init?(_ moving: Moving, to target: String, from source: String, by change: LabelChange) {
    let content = change.content(source, target)
    guard let numbers = content.addable else { return nil }
    let old = moving.numbers
    let places = old.places(of: numbers.counting)
    var distances: [Decimal] = []
    var hasAll = source == moving.target && places.count { $0 != nil } == old.count
    for (number, place) in zip(numbers.counting, places) {
      let start = place.map { moving.values[$0] } ?? number.tween.source
      guard let distance = number.tween.target.subtracting(start) else { return nil }
      distances.append(distance)
      guard let place else { continue }
      guard number.unit == old[place].unit else { return nil }
      hasAll = hasAll && number.tween.source == start
    }
    (self.moving, self.source, self.target, self.content) = (moving, source, target, content)
    (self.numbers, self.places, self.distances, self.hasAll) = (numbers, places, distances, hasAll)
    digitShare = content.columns == nil ? 1 : Roll.visibleShare
  }

  /// Pairs the number with that of a line; `nil` where that counts something else.
  init?(_ moving: Moving, to line: LabelLine) {
    let content = line.number.content(line.run.value, line.number.step)
    guard let numbers = line.number.numbers, moving.numbers.count == 1, numbers.counting.count == 1,
      numbers.counting[0].unit == moving.numbers[0].unit,
      let distance = line.run.value.subtracting(moving.values[0])
    else { return nil }
    (self.moving, source, target, self.content) = (moving, "", "", content)
    (self.numbers, places, distances, hasAll) = (numbers, [0], [distance], true)
    digitShare = content.columns == nil ? 1 : Roll.visibleShare
  }
}

extension [AnimatedNumber] {
  /// Which of them each of others is, by its place in the text.
  fileprivate func places(of others: [AnimatedNumber]) -> [Int?] {
    let (ordinals, wanted) = (map(\.ordinal), others.map(\.ordinal))
    // The parts of a template have no places of their own.
    if ordinals == wanted { return indices.map(Optional.some) }
    let places = Dictionary(zip(ordinals, indices)) { first, _ in first }
    return wanted.map { places[$0] }
  }
}

extension LabelSum {
  /// The most distances that are kept of a label.
  private static let distanceLimit = 1024

  /// The label from now on, which sets out as it is; `nil` where nothing of it moves, or the target shows at once.
  ///
  /// `isTimed` tells whether what is under way has the same curve and duration.
  func state(by change: LabelChange, _ isTimed: Bool) -> LabelState? {
    guard let residuals = residuals(by: change, isTimed) else { return nil }
    let motion = LabelMotion(to: target, from: source, at: moving.time, residuals: residuals)
    let state = LabelState(motion, by: change, content)
    return state.residuals == nil ? nil : state
  }

  /// What is left to do from now on; `nil` where that has too many digits.
  func residuals(by change: LabelChange, _ isTimed: Bool) -> [Residual]? {
    let limit = min(LabelMotion.residualLimit, Self.distanceLimit / max(numbers.counting.count, 1))
    guard var residuals = isTimed ? added(by: change) : collapsed(by: change) else { return nil }
    if residuals.count > limit { residuals = residuals.merged(at: moving.time, by: change) }
    if residuals.count > limit {
      guard let one = collapsed(by: change) else { return nil }
      residuals = one
    }
    return residuals
  }

  private func added(by change: LabelChange) -> [Residual] {
    let before = moving.residuals.map { residual in
      var moved = residual
      moved.distances = places.map { place in place.map { residual.distances[$0] } ?? "0" }
      if !residual.velocities.isEmpty { moved.velocities = places.map { $0.map { residual.velocities[$0] } ?? 0 } }
      return moved
    }
    return distances.allSatisfy(\.isZero) ? before : before + [residual(distances, by: change)]
  }

  /// One residual in the place of all, which keeps position and velocity; `nil` where its ways have too many digits.
  private func collapsed(by change: LabelChange) -> [Residual]? {
    let remainders = places.map { $0.map(moving.remainder) ?? (.zero, 0, 0) }
    let sums = zip(distances, remainders).compactMap { $0.addingNearly($1.distance) }
    guard sums.count == distances.count else { return nil }
    var residual = residual(sums, by: change)
    let slope = slope(of: residual, by: change)
    residual.velocities = remainders.map { remainder in
      let velocity = remainder.velocity + remainder.distance.approximation * slope
      return velocity.isFinite ? velocity : 0
    }
    let ways = zip(distances, remainders).map { $1.way + abs($0.approximation) }
    return residual.keepingVelocities(within: ways)
  }

  /// What a change does to the numbers from now on.
  private func residual(_ distances: [Decimal], by change: LabelChange) -> Residual {
    let threshold = zip(numbers.counting, distances).map { number, distance in number.threshold(of: distance) }
    return Residual(
      start: moving.time, curve: change.curveText,
      duration: Animation.seconds(change.duration, of: change.curve, threshold: digitShare * (threshold.min() ?? 1)),
      distances: distances.map(\.description))
  }

  /// The steepest start of a curve that a velocity is kept beside, in whole ways in its duration.
  ///
  /// A curve that jumps or starts as good as upright has no velocity to make up for.
  private static let steepest = 10.0

  /// How fast the curve starts, in whole ways a second.
  private func slope(of residual: Residual, by change: LabelChange) -> Double {
    guard let term = ResidualTerm(residual, from: moving.time, by: change) else { return 0 }
    let slope = -term.velocity(at: 0)
    return abs(slope) * residual.duration <= Self.steepest ? slope : 0
  }
}

extension Residual {
  /// The share of the ways before by which a velocity that is kept may carry a number on.
  private static let carriedShare = 0.25
  /// The shortest time in which a velocity can be seen to die away, in seconds.
  private static let shortestPush = 0.001

  /// The residual, with its velocities in a shorter one where they would carry a number far beyond its ways.
  ///
  /// So it is where a long change comes amid a short and fast one.
  fileprivate func keepingVelocities(within ways: [Double]) -> [Residual] {
    let longest = zip(velocities, ways).reduce(Double.infinity) { longest, number in
      let (velocity, way) = (abs(number.0), number.1)
      return velocity > 0 ? min(longest, Self.carriedShare * way / (ResidualTerm.highestPush * velocity)) : longest
    }
    if longest >= ResidualTerm.pushShare * duration { return [self] }
    var (slow, push) = (self, self)
    slow.velocities = []
    push.distances = distances.map { _ in "0" }
    push.duration = longest / ResidualTerm.pushShare
    return longest >= Self.shortestPush ? [slow, push] : [slow]
  }
}

extension AnimatedNumber {
  /// Half of the last digit shown, as a fraction of a way to the target.
  fileprivate func threshold(of distance: Decimal) -> Double {
    let way = tween.target.subtracting(distance).flatMap { source in
      try? Tween(
        from: source, to: tween.target, places: tween.places + tween.zeros, rounding: tween.rounding,
        factor: tween.factor)
    }
    return (way ?? tween).threshold
  }
}
