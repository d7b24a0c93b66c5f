/// Counts what a piece of work takes, and says when that is enough.
///
/// Loops whose length a client decides spend from it, some microseconds' worth at a time, and return early once nothing is
/// left. It is sticky and never thrown, or whoever catches why texts cannot be animated would take exhaustion for that: the
/// results of an exhausted meter mean nothing, and the one who made it looks at its end.
///
/// Units are nanoseconds of a core, by constants that were measured once: the same work takes the same number of them
/// on every machine, however busy it is and whatever is cached.
public struct Meter: ~Copyable {
  /// What work is for.
  public enum Site: Sendable {
    /// Reading what is asked for.
    case reading
    /// Reading the two texts, and matching them.
    case texts
    /// The changes before.
    case earlier
    /// The search for distinct texts.
    case distinct
    /// The search for markers.
    case markers
    /// The search for the widest text.
    case widest
    /// Writing frames.
    case frames
    /// What frames say beside their texts.
    case members
    /// Opening what pictures are drawn with.
    case form
    /// The curve.
    case curve
    /// Several animations together.
    case animations
    /// The seconds that a picture of a label shows.
    case seconds
  }

  private let limit: Int
  /// The units that have been spent, those beyond the limit included.
  public private(set) var spent = 0
  /// What has spent the last unit; `nil` while something is left.
  public private(set) var blamed: Site?

  /// Creates a meter with so many units.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The units that are left; below 0 where more was spent.
  public var left: Int { limit - spent }

  /// Whether nothing is left.
  public var isExhausted: Bool { blamed != nil }

  /// Spends some units, at most 2⁵⁰.
  ///
  /// - Returns: Whether the work may go on; once it may not, it never may.
  @discardableResult
  public mutating func spend(_ units: Int, _ site: Site) -> Bool {
    // Whatever is asked for, the sum stays far from its end.
    spent = min(spent + min(max(units, 0), 1 << 50), 1 << 60)
    if spent > limit, blamed == nil { blamed = site }
    return blamed == nil
  }

  /// Spends nothing, but has nothing left where work is known to take more than is: it need not begin then.
  ///
  /// - Returns: Whether the work may begin.
  @discardableResult
  public mutating func demand(_ units: Int, _ site: Site) -> Bool {
    if units > left, blamed == nil { blamed = site }
    return blamed == nil
  }

  /// Blames something else where nothing is left.
  public mutating func blame(_ site: Site) {
    if blamed != nil { blamed = site }
  }
}
