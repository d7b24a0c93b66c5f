public import TextBytes

/// Recognises a pair of texts that it can animate: the seed's `animationContextFrom:to:`.
///
/// Prepare once, sample many: all parsing happens here, so that a frame costs only its bytes.
public protocol TextInterpolator: Sendable {
  /// Parses both texts.
  ///
  /// - Throws: ``NotAnimatable`` with the reason when this pair can only be changed without animation.
  func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation
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

  /// Adds the texts at many progresses, each as ``write(at:to:)`` appends it, which by default is called for each.
  ///
  /// One that looks things up for a text looks them up once for all here.
  /// - Parameters:
  ///   - progresses: Finite numbers.
  ///   - run: Where one text is added for each.
  func write(at progresses: Span<Double>, to run: inout TextRun)

  /// Appends the texts at many progresses, each in its slot, where JSON escapes nothing in any of them.
  ///
  /// For those whose texts are so short that copying one takes as long as making it; by default none are.
  /// - Parameters:
  ///   - progresses: Finite numbers.
  ///   - slots: One for each.
  ///   - json: Where all is appended, or nothing.
  /// - Returns: Whether they have been.
  func write(at progresses: Span<Double>, in slots: TextSlots, to json: inout UTF8Buffer) -> Bool

  /// The change of progress that can change no text: half of the last digit shown, as a fraction of the distance.
  var threshold: Double { get }

  /// Itself, where it tells the places of its characters; else `nil`, which is the default.
  ///
  /// Every request asks, and casts, which look the conformance up, took 2 % of an answer's time.
  var glyphInterpolation: (any GlyphInterpolation)? { get }

  /// Itself, where its digits stand in columns; else `nil`, which is the default.
  var columnInterpolation: (any ColumnInterpolation)? { get }

  /// The digits of all numbers that are too long for machine words, at both ends: what a frame's text takes, some 45 ns for
  /// each, and three times as much where the progress is next to nothing. By default there are none.
  var exactDigits: Int { get }
}

extension TextInterpolation {
  /// One text after another.
  @inlinable
  public func write(at progresses: Span<Double>, to run: inout TextRun) {
    for index in progresses.indices {
      run.append { write(at: progresses[index], to: &$0) }
    }
  }

  /// Nothing.
  public func write(at progresses: Span<Double>, in slots: TextSlots, to json: inout UTF8Buffer) -> Bool { false }

  /// No places of characters.
  public var glyphInterpolation: (any GlyphInterpolation)? { nil }

  /// No columns.
  public var columnInterpolation: (any ColumnInterpolation)? { nil }

  /// No long numbers.
  public var exactDigits: Int { 0 }
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
