public import TextBytes

/// A text between two texts that shows numbers, the first of which can be told by itself.
public protocol ValueInterpolation: TextInterpolation {
  /// The texts and their numbers.
  var numbers: NumbersInterpolation { get }
}

extension ValueInterpolation {
  /// Appends the first animated number at `progress`, rounded as it is shown, in plain digits: `-1234.50`.
  public func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    numbers.writeFirst(at: progress, to: &text)
  }
}

/// Literal texts with numbers in between that count from one value to another.
public struct NumbersInterpolation: ValueInterpolation {
  /// All that count, in order.
  let counting: [AnimatedNumber]
  /// What follows the last number.
  let rest: Literal
  /// The first that counts, or the first of all where none does.
  private let first: AnimatedNumber

  init(_ counting: [AnimatedNumber], rest: Literal, first: AnimatedNumber) {
    self.counting = counting
    self.rest = rest
    self.first = first
  }

  /// Two numbers and all between them in one way of writing, between two texts.
  init(
    from source: Decimal, to target: Decimal, _ template: NumberTemplate, rounding: Rounding,
    before prefix: Literal = .empty, after suffix: Literal = .empty
  ) {
    let digits = template.fractionDigits(showing: source, target, factor: nil, rounding)
    let places = template.places(showing: target, fractionDigits: digits)
    let tween = DecimalTween(from: source, to: target, places: places, rounding: rounding)
    let number = AnimatedNumber(after: prefix, tween, template, fractionDigits: digits)
    self.init([number], rest: suffix, first: number)
  }

  /// Itself.
  public var numbers: NumbersInterpolation { self }

  /// Half of the last digit of the number that counts most steps, as a fraction of its distance.
  public var threshold: Double {
    counting.reduce(.infinity) { min($0, $1.tween.threshold) }
  }

  /// The same texts at both ends, and only multiples of `factor` between them; it must be one (``Decimal/isFactor``).
  ///
  /// This is POP's `roundingFactor`. Numbers in texts show as many fraction digits as the factor has, if they have fewer.
  public func rounded(toMultiplesOf factor: Decimal) -> NumbersInterpolation {
    let rounded = counting.map { $0.rounded(toMultiplesOf: factor) }
    return NumbersInterpolation(rounded, rest: rest, first: rounded.first ?? first.rounded(toMultiplesOf: factor))
  }

  /// The digits of all numbers that are too long for machine words, at both ends: what a frame's text takes, some 45 ns for
  /// each, and three times as much where the progress is next to nothing.
  public var exactDigits: Int { counting.reduce(0) { $0 + $1.tween.exactDigits } }
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

  fileprivate func writeFirst(at progress: Double, to text: inout UTF8Buffer) {
    first.writeValue(at: progress, to: &text)
  }
}

extension NumberTemplate {
  /// The digits after the separator of the value that is rounded, before it is shifted.
  fileprivate func places(showing target: Decimal, fractionDigits: Int) -> Int {
    switch style {
    case .fixed, .clock, .radix: fractionDigits + decimalShift
    case .scientific(let style): style.places(at: target.exponent)
    case .compact(let style): style.places(at: target.isZero ? -style.decimalShift : target.exponent - 1)
    }
  }
}

extension NumbersInterpolation: SteppedInterpolation {
  /// The steps of all numbers together; `nil` where those of one cannot be counted.
  public var steps: (@Sendable (Double) -> Int)? {
    let steps = counting.compactMap(\.steps)
    guard steps.count == counting.count else { return nil }
    if steps.count == 1 { return steps[0] }
    return { progress in steps.reduce(0) { $0 &+ $1(progress) } }
  }

  /// One for each number.
  public var stepCost: Int { max(counting.count, 1) }

  /// One for each number, where all of them count evenly.
  public var stepStride: Int? { counting.allSatisfy(\.countsEvenly) ? stepCost : nil }
}

extension Animation {
  /// The digits that each frame's text is computed from one by one; 0 where machine words hold its numbers.
  public var exactDigits: Int {
    content.value?.numbers.exactDigits ?? 0
  }
}
