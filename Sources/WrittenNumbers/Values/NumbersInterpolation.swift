public import Interpolation
public import TextBytes

/// Literal texts with numbers in between that count from one value to another.
public struct NumbersInterpolation: TextInterpolation {
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

  /// Those that count, or the first of all where none does.
  public var numbers: TextNumbers? { numbers(eachAt: { _, progress in progress }) }

  /// The same where each has come as far at a progress as it does by itself.
  package func numbers(eachAt own: @escaping @Sendable (_ index: Int, _ progress: Double) -> Double) -> TextNumbers {
    let told = told
    return TextNumbers(count: { _ in told.count }) { index, isRounded, progress, text in
      let (number, progress) = (told[index], own(index, progress))
      isRounded ? number.writeShown(at: progress, to: &text) : number.tween.writeExact(at: progress, to: &text)
    }
  }

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

extension TextInterpolation {
  package var asNumbers: NumbersInterpolation? { self as? NumbersInterpolation }
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

  // MARK: - Columns

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

  // MARK: - Writing

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
