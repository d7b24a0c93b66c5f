public import TextBytes

/// Recognises a pair of texts that it can animate: the seed's `animationContextFrom:to:`.
///
/// Prepare once, sample many: all parsing happens here, so that a frame costs only its bytes.
public protocol TextInterpolator: Sendable {
  /// Parses both texts, and spends what that takes: ``TextBytes/Meter/charge(_:_:)`` where the bytes of the two texts say it.
  ///
  /// An interpolator whose texts take longer spends that before its loops or within them, and ends early once nothing is
  /// left, whichever way: nobody looks at what it returns or throws then.
  /// - Throws: ``NotAnimatable`` with the reason when this pair can only be changed without animation.
  func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation
}

extension TextInterpolator {
  /// Parses both texts, however long it takes.
  ///
  /// - Throws: ``NotAnimatable`` with the reason when this pair can only be changed without animation.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    var meter = Meter(limit: .max)
    return try prepare(from: source, to: target, spending: &meter)
  }
}

extension Meter {
  /// Spends 150 ns for each byte of two texts, and 600 where not all are ASCII; throws once nothing is left.
  public mutating func charge(_ source: String, _ target: String) throws(NotAnimatable) {
    guard spend(Self.units(of: source) + Self.units(of: target), .texts) else { throw .outOfUnits }
  }

  private static func units(of text: String) -> Int {
    (text.utf8.contains { $0 >= 0x80 } ? 600 : 150) * text.utf8.count
  }
}

/// Two texts made ready, and every text between them: the seed's `textAtRatio:`.
public protocol TextInterpolation: Sendable {
  /// Appends the text at `progress`: 0 is the source, 1 the target; springs leave 0…1.
  ///
  /// Called once a frame and possibly for any frame at any time, so it must depend on nothing but its argument.
  /// - Parameters:
  ///   - progress: Any finite number.
  ///   - text: Where the text is appended.
  func write(at progress: Double, to text: inout UTF8Buffer)

  /// Writes a frame for each of many progresses, with the text that ``write(at:to:)-(Double,_)`` appends; by default it is
  /// called for each.
  ///
  /// An interpolation that looks things up for a text can look them up once for all texts here.
  /// - Parameters:
  ///   - progresses: Finite numbers.
  ///   - writer: Where the frames are written.
  func write(at progresses: Span<Double>, to writer: inout FrameWriter)

  /// The change of progress that can change no text: half of the last digit shown, as a fraction of the distance.
  var threshold: Double { get }

  /// What counts the changes of the text; `nil`, the default, where they cannot be counted, or only with more than a few
  /// machine words.
  var steps: TextSteps? { get }

  /// The numbers that its texts show, where they can be told by themselves; by default none.
  var numbers: TextNumbers? { get }

  /// What knows how far each digit has rolled at a progress, any finite number: the pieces of the text from left to right,
  /// which at 0 and at 1 are the caller's texts, character for character, at rest; by default nothing.
  var columns: (@Sendable (Double) -> [Column])? { get }

  /// What knows where each character stands at a progress, any finite number, and how it looks: those that are visible, the
  /// source's own at 0 and the target's at 1, at rest; by default nothing.
  var glyphs: (@Sendable (Double) -> [Glyph])? { get }

  /// The same way to the target from another text, which glyphs show that are not at rest; by default none.
  ///
  /// - Parameters:
  ///   - source: What is shown as plain text.
  ///   - glyphs: Its characters, and others that are on their way out.
  /// - Returns: An interpolation whose glyphs at 0 are those given.
  func settingOut(from source: String, _ glyphs: [Glyph]) -> (any TextInterpolation)?

  /// About the bytes that it keeps in memory, by which open streams are limited; by default none are known of.
  var byteCount: Int { get }

  /// The positions of curves that a text takes beside the one that gives its progress, or as much work as they are, some
  /// 50 ns each; by default none.
  var positionCount: Int { get }
}

extension TextInterpolation {
  /// They cannot be counted.
  @inlinable
  public var steps: TextSteps? { nil }

  /// None.
  @inlinable
  public var numbers: TextNumbers? { nil }

  /// Nothing.
  @inlinable
  public var columns: (@Sendable (Double) -> [Column])? { nil }

  /// Nothing.
  @inlinable
  public var glyphs: (@Sendable (Double) -> [Glyph])? { nil }

  /// None.
  @inlinable
  public func settingOut(from source: String, _ glyphs: [Glyph]) -> (any TextInterpolation)? { nil }

  /// None.
  @inlinable
  public var byteCount: Int { 0 }

  /// None.
  @inlinable
  public var positionCount: Int { 0 }

  /// One text after another.
  @inlinable
  public func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    for index in progresses.indices {
      writer.append { write(at: progresses[index], to: &$0) }
    }
  }
}

extension NotAnimatable {
  /// What is thrown once nothing is left to be spent; nobody looks at it.
  package static var outOfUnits: NotAnimatable { NotAnimatable(reason: "it takes too long") }
}

/// Why a text changes without animation.
public struct NotAnimatable: Error, Equatable, Sendable {
  /// One sentence for the reader, naming the character that differs.
  public var reason: String

  /// Creates a refusal with its reason.
  public init(reason: String) {
    self.reason = reason
  }
}

/// What tells how often a text has changed, where it changes only at certain levels of the progress.
public struct TextSteps: Sendable {
  /// The ordinal of the text at a progress: an integer that never falls while the progress rises and differs wherever the
  /// text does, except among numbers next to zero.
  ///
  /// There are about 0.5 / ``TextInterpolation/threshold`` steps from source to target.
  public let count: @Sendable (Double) -> Int
  /// What counting once takes, in positions of a curve, some 50 ns each.
  public let cost: Int
  /// The largest rise at any one progress; `nil` where it is unknown.
  public let stride: Int?

  /// Takes what counts.
  public init(cost: Int = 1, stride: Int? = nil, _ count: @escaping @Sendable (Double) -> Int) {
    (self.count, self.cost, self.stride) = (count, cost, stride)
  }
}

/// What tells the numbers that a text shows.
public struct TextNumbers: Sendable {
  private let counted: @Sendable (Double) -> Int
  private let written: @Sendable (Int, Bool, Double, inout UTF8Buffer) -> Void

  /// Takes what counts the numbers at a progress, and what appends one of them.
  public init(
    count: @escaping @Sendable (Double) -> Int,
    write: @escaping @Sendable (_ index: Int, _ isRounded: Bool, _ progress: Double, _ text: inout UTF8Buffer) -> Void
  ) {
    (counted, written) = (count, write)
  }

  /// How many numbers can be told at a progress.
  public func count(at progress: Double) -> Int { counted(progress) }

  /// Appends a number at `progress`, in plain digits: `-1234.5`.
  ///
  /// - Parameters:
  ///   - index: Which of the numbers, from 0.
  ///   - isRounded: Whether it is rounded as it is shown, with the zeros that are shown: `-1234.50`.
  ///   - progress: Any finite number.
  ///   - text: Where it is appended.
  public func write(_ index: Int, isRounded: Bool, at progress: Double, to text: inout UTF8Buffer) {
    written(index, isRounded, progress, &text)
  }
}

/// A text that changes at once, for an animation that moves whole labels instead of their characters.
public struct InstantInterpolation: TextInterpolation {
  private let target: [UInt8]

  /// Creates the change to a text.
  public init(to target: String) {
    self.target = Array(target.utf8)
  }

  /// The target.
  public func write(at progress: Double, to text: inout UTF8Buffer) {
    text.append(contentsOf: target)
  }

  /// Those of the target.
  public var byteCount: Int { target.capacity }

  /// A thousandth, which suits the labels that move, since the text itself does not change.
  public var threshold: Double { 0.001 }
}
