import Synchronization

/// The painters of the process: one for each thread that draws at the same time.
///
/// What a painter has drawn, it remembers: fonts and glyphs. So each is replaced now and then.
public final class PainterPool: Sendable {
  /// The pictures after which a painter is replaced.
  private static let uses = 128

  private struct Idle: Sendable {
    let painter: TextPainter
    var uses = 0
  }

  private let idle = Mutex<[Idle]>([])

  /// The one of the process.
  public static let shared = PainterPool()

  private init() {}
}

extension PainterPool {
  /// Has a painter draw.
  ///
  /// - Parameter body: Draws, and keeps nothing of the painter.
  /// - Returns: What `body` returns; `nil` where the machine has no Pango, or no font.
  /// - Throws: What `body` throws.
  public func draw<Result, Failure: Error>(
    _ body: (TextPainter) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var taken = idle.withLock({ $0.popLast() }) ?? TextPainter().map({ Idle(painter: $0) }) else { return nil }
    taken.uses += 1
    defer {
      let taken = taken
      if taken.uses < Self.uses { idle.withLock { $0.append(taken) } }
    }
    return try body(taken.painter)
  }
}
