public import Interpolation
public import TextBytes

/// A text between two texts that shows numbers, which can be told by themselves.
public protocol ValueInterpolation: TextInterpolation {
  /// The texts and their numbers that are shown at a progress, and how far these have come; `nil` where there are none.
  func counting(at progress: Double) -> (numbers: NumbersInterpolation, progress: Double)?

  /// How far one of the numbers that count has come at a progress; by default as far as all.
  func progress(ofNumber index: Int, at progress: Double) -> Double
}

extension ValueInterpolation {
  /// The progress itself.
  public func progress(ofNumber index: Int, at progress: Double) -> Double { progress }

  /// How many numbers can be told at a progress: those that count, or the first of all where none does.
  public func valueCount(at progress: Double) -> Int { counting(at: progress)?.numbers.told.count ?? 0 }

  /// Appends a number at `progress`, in plain digits: `-1234.5`.
  ///
  /// - Parameters:
  ///   - index: Which of the numbers, from 0.
  ///   - isRounded: Whether it is rounded as it is shown, with the zeros that are shown: `-1234.50`.
  ///   - progress: Any finite number.
  ///   - text: Where it is appended.
  public func writeValue(_ index: Int, isRounded: Bool, at progress: Double, to text: inout UTF8Buffer) {
    guard let (numbers, common) = counting(at: progress) else { return }
    let (number, own) = (numbers.told[index], self.progress(ofNumber: index, at: common))
    if isRounded { number.writeShown(at: own, to: &text) } else { number.writeValue(at: own, to: &text) }
  }
}

/// An interpolation whose texts all have the same numbers.
package protocol NumberedInterpolation: ValueInterpolation {
  var numbers: NumbersInterpolation { get }
}

extension NumberedInterpolation {
  package func counting(at progress: Double) -> (numbers: NumbersInterpolation, progress: Double)? {
    (numbers, progress)
  }

  package var positionCount: Int { numbers.positionCount }
}

/// Literal texts with numbers in between that count from one value to another.
public struct NumbersInterpolation: ValueInterpolation {
  /// All that count, in order.
  package let counting: [AnimatedNumber]
  package let rest: Literal
  /// Those that count, or the first of all where none does.
  fileprivate let told: [AnimatedNumber]

  package init(_ counting: [AnimatedNumber], rest: Literal) {
    self.counting = counting
    self.rest = rest
    told = counting
  }

  /// A text with numbers none of which counts; the first of them can be told.
  package init(_ text: Literal, showing constant: AnimatedNumber) {
    counting = []
    rest = text
    told = [constant]
  }

  /// Two numbers and all between them in one way of writing, between two texts.
  init(
    from source: Decimal, to target: Decimal, _ template: NumberTemplate, rounding: Rounding,
    before prefix: Literal = .empty, after suffix: Literal = .empty
  ) throws(NotAnimatable) {
    let digits = template.fractionDigits(showing: source, target, factor: nil, rounding)
    let places = template.places(showing: target, fractionDigits: digits)
    let tween = try Tween(from: source, to: target, places: places, rounding: rounding)
    let number = AnimatedNumber(after: prefix, tween, template, fractionDigits: digits)
    self.init([number], rest: suffix)
  }

  /// Itself.
  public func counting(at progress: Double) -> (numbers: NumbersInterpolation, progress: Double)? { (self, progress) }

  /// About the bytes of its numbers, and of their templates where neighbours do not share one.
  public var byteCount: Int {
    var (count, template) = (rest.byteCount, NumberWriting.wholeTemplate)
    for number in told {
      if number.template !== template { count += NumberTemplate.byteCount }
      template = number.template
      count += number.byteCount
    }
    return count
  }

  /// What its numbers take beyond a single one in digits alone.
  public var positionCount: Int { max(counting.reduce(0) { $0 + $1.positionCount } - 1, 0) }

  /// Half of the last digit of the number that counts most steps, as a fraction of its distance.
  public var threshold: Double {
    counting.reduce(.infinity) { min($0, $1.tween.threshold) }
  }

  /// The same texts at both ends, and only multiples of `factor` between them; it must be one (``Decimal/isFactor``).
  ///
  /// This is POP's `roundingFactor`. Numbers in texts show as many fraction digits as the factor has, if they have fewer.
  /// - Throws: ``NotAnimatable`` where a number has too many digits in its unit.
  public func rounded(toMultiplesOf factor: Decimal) throws(NotAnimatable) -> NumbersInterpolation {
    if counting.isEmpty { return self }
    return NumbersInterpolation(
      try counting.map { number throws(NotAnimatable) in try number.rounded(toMultiplesOf: factor) }, rest: rest)
  }
}

// MARK: - Joining

extension NumbersInterpolation {
  package func preceded(by literal: Literal) -> NumbersInterpolation {
    guard let number = counting.first else {
      return NumbersInterpolation(literal.followed(by: rest), showing: told[0])
    }
    return NumbersInterpolation([number.preceded(by: literal)] + counting.dropFirst(), rest: rest)
  }

  package func followed(by literal: Literal) -> NumbersInterpolation {
    let rest = rest.followed(by: literal)
    return counting.isEmpty
      ? NumbersInterpolation(rest, showing: told[0]) : NumbersInterpolation(counting, rest: rest)
  }

  package func followed(by other: NumbersInterpolation) -> NumbersInterpolation {
    let other = other.preceded(by: rest)
    return NumbersInterpolation(counting + other.counting, rest: other.rest)
  }
}

// MARK: - Columns

extension NumbersInterpolation {
  /// The same texts between the numbers that are shown at both ends, for digits that roll; throws where these do not stay in
  /// their places.
  package func resting() throws(NotAnimatable) -> NumbersInterpolation {
    var resting: [AnimatedNumber] = []
    for number in counting where number.hasColumns { resting.append(try number.resting()) }
    guard resting.count == counting.count else {
      let reason =
        "digits roll only in numbers that are not padded (`%02d` pads, `%.2d` does not), have no plural forms, and always "
        + "have the same count of digits behind the point"
      throw NotAnimatable(reason: reason)
    }
    return NumbersInterpolation(resting, rest: rest)
  }
}

// MARK: - Writing

extension NumbersInterpolation {
  /// Appends the text at `progress`.
  public func write(at progress: Double, to text: inout UTF8Buffer) {
    for number in counting { number.write(at: progress, to: &text) }
    text.append(rest)
  }

  /// Writes a frame for each of many progresses.
  public func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    var index = 0
    while index < progresses.count {
      if let room { index += write(at: progresses.extracting(index..<progresses.count), to: &writer, room: room) }
      guard index < progresses.count else { return }
      writer.append { write(at: progresses[index], to: &$0) }
      index += 1
    }
  }

  /// Writes frames until a text has a number of more than 16 digits; gives their count.
  private func write(at progresses: Span<Double>, to writer: inout FrameWriter, room: Int) -> Int {
    let rest = rest
    guard counting.count == 1 else {
      return writer.append(progresses, atMost: room, of: occurring) { progress, cursor in
        for number in counting {
          guard number.put(at: progress, number.near, number.digits, to: &cursor) else { return false }
        }
        cursor.put(rest)
        return true
      }
    }
    let number = counting[0]
    let (near, digits) = (number.near, number.digits)
    return writer.append(progresses, atMost: room, of: occurring) { progress, cursor in
      guard number.put(at: progress, near, digits, to: &cursor) else { return false }
      cursor.put(rest)
      return true
    }
  }

  /// Every byte that can occur in a text of few digits.
  private var occurring: ByteSet { counting.reduce(ByteSet(rest)) { $0.union($1.occurring) } }

  /// The most bytes of a text where all its numbers have few digits; `nil` where one never has.
  private var room: Int? {
    var room = rest.count
    for number in counting {
      guard let more = number.room else { return nil }
      room += more
    }
    return counting.isEmpty ? nil : room
  }
}

extension NumberTemplate {
  /// The digits after the separator of the value that is rounded, before it is shifted.
  func places(showing target: Decimal, fractionDigits: Int) -> Int {
    form?.places(showing: target) ?? fractionDigits + decimalShift
  }
}

extension NumbersInterpolation {
  /// The steps of all numbers together; `nil` where those of one cannot be counted.
  public var steps: TextSteps? {
    // A closure that is taken out of an array is called through a thunk, for each look of a search.
    if counting.count == 1 {
      guard let steps = counting[0].steps else { return nil }
      return TextSteps(stride: counting[0].countsEvenly ? 1 : nil, steps)
    }
    let steps = counting.compactMap(\.steps)
    guard steps.count == counting.count else { return nil }
    let cost = max(steps.count, 1)
    return TextSteps(cost: cost, stride: counting.allSatisfy(\.countsEvenly) ? cost : nil) { progress in
      steps.reduce(0) { ($0 + $1(progress)).clamped(to: -Tween.stepLimit...Tween.stepLimit) }
    }
  }
}
