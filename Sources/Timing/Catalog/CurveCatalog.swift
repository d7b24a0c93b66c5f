/// The curves that have names, and the one parser of their texts: only what is listed can be written.
public struct CurveCatalog: Sendable {
  /// All entries, in the order in which they are tried; several may share a name and differ in parameters.
  public private(set) var entries: [CurveEntry]

  /// The entries by their names in small letters, as CSS compares them.
  private var named: [String: [CurveEntry]]

  /// The curves of names without arguments, which is how most curves are written; these need no parsing.
  ///
  /// Grouped by the length of the name: comparing a text with the few names of its length costs a third of hashing it.
  private var bare: [[(name: String, curve: any TimingCurve)]] = []

  /// Creates a catalogue of its own.
  public init(_ entries: [CurveEntry] = []) {
    self.entries = entries
    named = Dictionary(grouping: entries) { $0.name.lowercasedASCII }
    readNames()
  }

  /// Every curve that the service knows.
  public static let standard = CurveCatalog(
    [cssEntries, coreAnimationEntries, countingEntries, pennerEntries, springEntries, decayEntries].flatMap { $0 })

  /// Adds a curve, which is tried before those already there.
  public mutating func register(_ entry: CurveEntry) {
    entries.insert(entry, at: 0)
    named[entry.name.lowercasedASCII, default: []].insert(entry, at: 0)
    readNames()
  }

  private mutating func readNames() {
    let names = Set(entries.map(\.name))
    bare = Array(repeating: [], count: 1 + (names.map(\.utf8.count).max() ?? 0))
    for name in names {
      if let curve = try? read(name) { bare[name.utf8.count].append((name, curve)) }
    }
  }

  private func bareCurve(_ text: String) -> (any TimingCurve)? {
    let length = text.utf8.count
    guard length < bare.count else { return nil }
    for place in bare[length].indices where bare[length][place].name == text { return bare[length][place].curve }
    return nil
  }

  /// Reads a curve's text: `ease-out`, `steps(4, jump-none)`, `spring(duration: 0.5, bounce: 0.3)`.
  ///
  /// Tokens follow CSS Syntax 3, so comments, escapes and a missing last parenthesis are understood.
  ///
  /// - Throws: ``CurveSyntaxError`` with what is wrong.
  /// - Complexity: O(n) in the length of the text, which the caller limits.
  public func curve(_ text: String) throws(CurveSyntaxError) -> any TimingCurve {
    if let curve = bareCurve(text) { return curve }
    return try read(text)
  }
}

// MARK: - Reading

extension CurveCatalog {
  private func read(_ text: String) throws(CurveSyntaxError) -> any TimingCurve {
    var cursor = TokenCursor(text)
    let curve: any TimingCurve
    switch cursor.current {
    case .identifier(let name):
      cursor.advance()
      curve = try self.curve(named: name)
    case .function(let name):
      cursor.advance()
      curve = try self.curve(called: name, &cursor)
    default:
      throw cursor.unexpected("A curve begins with its name")
    }
    guard cursor.current == .end else {
      throw CurveSyntaxError("Nothing can follow a curve, but \(cursor.current.description) does.")
    }
    return curve
  }

  private func curve(named name: String) throws(CurveSyntaxError) -> any TimingCurve {
    let candidates = try entries(called: name)
    for entry in candidates {
      switch entry.form {
      case .keyword(let curve): return curve
      case .function: return try make([entry], of: name, with: WrittenArguments())
      case .notation: continue
      }
    }
    let example = candidates.first.map { ", as in `\($0.example)`" } ?? ""
    throw CurveSyntaxError("\(name.quoted) needs arguments\(example).")
  }

  private func curve(called name: String, _ cursor: inout TokenCursor) throws(CurveSyntaxError) -> any TimingCurve {
    let candidates = try entries(called: name)
    for entry in candidates {
      switch entry.form {
      case .keyword:
        continue
      case .notation(let read):
        let curve = try read(&cursor)
        try close(name, &cursor)
        return curve
      case .function:
        let written = try WrittenArguments(of: name, from: &cursor)
        try close(name, &cursor)
        return try make(candidates, of: name, with: written)
      }
    }
    throw CurveSyntaxError("\(name.quoted) takes no arguments.")
  }

  private func close(_ name: String, _ cursor: inout TokenCursor) throws(CurveSyntaxError) {
    guard cursor.isAtEndOfArguments else {
      throw cursor.unexpected("\(name.quoted) needs a comma or `)` after an argument")
    }
    cursor.advance()
  }

  private func entries(called name: String) throws(CurveSyntaxError) -> [CurveEntry] {
    let candidates = named[name.lowercasedASCII, default: []].filter { $0.isCalled(name) }
    guard !candidates.isEmpty else { throw .unknown("curve", name, among: entries.map(\.name)) }
    return candidates
  }

  /// Makes the first curve whose parameters take the arguments.
  private func make(
    _ candidates: [CurveEntry], of name: String, with written: WrittenArguments
  ) throws(CurveSyntaxError) -> any TimingCurve {
    for entry in candidates where written.fit(entry.parameters) {
      guard case .function(let make) = entry.form else { continue }
      return try make(try CurveArguments(written, for: entry.parameters, of: name))
    }
    throw misfit(candidates, of: name, with: written)
  }

  private func misfit(
    _ candidates: [CurveEntry], of name: String, with written: WrittenArguments
  ) -> CurveSyntaxError {
    let known = candidates.flatMap { $0.parameters.map(\.name) }
    if let stranger = written.named.first(where: { !known.contains($0.name) }) {
      return .unknown("parameter", stranger.name, among: known)
    }
    let choices = candidates.map { entry in
      entry.parameters.isEmpty ? "no arguments" : entry.parameters.map(\.name).joined(separator: ", ")
    }
    return CurveSyntaxError("\(name.quoted) takes \(choices.joined(separator: "; or ")).")
  }
}

extension CurveCatalog {
  static let cssEntries: [CurveEntry] = [
    .keyword("linear", .css, "Constant speed.", Linear()),
    .keyword("ease", .css, "Fast start, slow end.", CubicBezier.ease),
    .keyword("ease-in", .css, "Slow start.", CubicBezier.easeIn),
    .keyword("ease-out", .css, "Slow end.", CubicBezier.easeOut),
    .keyword("ease-in-out", .css, "Slow start and end: a Bézier, where `easeInOut` is a power.", CubicBezier.easeInOut),
    .keyword("step-start", .css, "One jump at the start.", Steps(1, .jumpStart)),
    .keyword("step-end", .css, "One jump at the end.", Steps(1)),
    CurveEntry(
      "cubic-bezier", .css, [.time("x1"), .progress("y1"), .time("x2"), .progress("y2")],
      "A curve drawn by two control points.", "cubic-bezier(0.34, 1.56, 0.64, 1)",
      .notation { cursor throws(CurveSyntaxError) in try CubicBezier(css: &cursor) }),
    CurveEntry(
      "linear", .css, [], "Straight lines between stops: a progress each, with up to two percentages.",
      "linear(0, 0.7 25%, 1)",
      .notation { cursor throws(CurveSyntaxError) in try PiecewiseLinear(css: &cursor) }),
    CurveEntry(
      "steps", .css, [CurveParameter("count", nil, in: 1...Double(Int32.max))],
      "Equal jumps: at the end of each step, or as jump-start, jump-end, jump-none or jump-both say.",
      "steps(4, jump-none)",
      .notation { cursor throws(CurveSyntaxError) in try Steps(css: &cursor) }),
  ]

  static let coreAnimationEntries: [CurveEntry] = [
    .keyword("default", .coreAnimation, "The same as `ease`.", CubicBezier.ease),
    .keyword("easeInEaseOut", .coreAnimation, "The same as `ease-in-out`.", CubicBezier.easeInOut),
  ]
}

extension CurveEntry {
  fileprivate static func keyword(
    _ name: String, _ kind: Kind, _ summary: String, _ curve: any TimingCurve
  ) -> CurveEntry {
    CurveEntry(name, kind, [], summary, name, .keyword(curve))
  }
}

extension CurveParameter {
  fileprivate static func time(_ name: String) -> CurveParameter {
    CurveParameter(name, nil, in: 0...1)
  }

  fileprivate static func progress(_ name: String) -> CurveParameter {
    let limit = Double(Float.greatestFiniteMagnitude)
    return CurveParameter(name, nil, in: -limit...limit)
  }
}

extension CurveCatalog {
  /// UICountingLabel's modes; its bounces are Penner's.
  static let countingEntries: [CurveEntry] =
    EasingDirection.allCases.map { direction in
      CurveEntry(
        "ease" + direction.title, kind: .counting, parameters: [CurveParameter("rate", 3, in: 0.1...20)],
        summary: "A power of time, \(direction.summary); `\(direction.keyword)` is CSS's Bézier.",
        example: "ease\(direction.title)(2.5)"
      ) { Directed(.power($0["rate"]), direction) }
    } + [
      CurveEntry(
        "easeInBounceAsShipped", kind: .counting,
        summary: "UICountingLabel's EaseInBounce with its mistake: from the target to its mirror image, then a leap."
      ) { _ in Directed(.mistakenBounce, .in) }
    ]

  /// Penner's thirty.
  static let pennerEntries: [CurveEntry] = EasingDirection.allCases.flatMap { direction in
    [
      penner("Quad", "A square", direction) { _ in Directed(.power(2), direction) },
      penner("Cubic", "A cube", direction) { _ in Directed(.power(3), direction) },
      penner("Quart", "A fourth power", direction) { _ in Directed(.power(4), direction) },
      penner("Quint", "A fifth power", direction) { _ in Directed(.power(5), direction) },
      penner("Sine", "A sine wave", direction) { _ in Directed(.sine, direction) },
      penner("Expo", "A power of two", direction) { _ in Directed(.exponential, direction) },
      penner("Circ", "A circle", direction) { _ in Directed(.circular, direction) },
      penner("Back", "Overshoots", direction, [CurveParameter("overshoot", 1.70158, in: 0...20)]) {
        Directed(.back(overshoot: $0["overshoot"] * (direction == .inOut ? 1.525 : 1)), direction)
      },
      penner(
        "Elastic", "Swings", direction,
        [
          CurveParameter("amplitude", 1, in: 1...10),
          CurveParameter("period", direction == .inOut ? 0.45 : 0.3, in: 0.01...10),
        ]
      ) { Directed(.elastic(amplitude: $0["amplitude"], period: $0["period"]), direction) },
      penner("Bounce", "Bounces", direction) { _ in Directed(.bounce, direction) },
    ]
  }

  private static func penner(
    _ family: String, _ motion: String, _ direction: EasingDirection, _ parameters: [CurveParameter] = [],
    make: @escaping @Sendable (CurveArguments) -> any TimingCurve
  ) -> CurveEntry {
    CurveEntry(
      "ease" + direction.title + family, kind: .penner, parameters: parameters,
      summary: "\(motion), \(direction.summary).", make: make)
  }
}

extension EasingDirection {
  fileprivate var title: String {
    switch self {
    case .in: "In"
    case .out: "Out"
    case .inOut: "InOut"
    }
  }

  /// CSS's keyword for a motion like it.
  fileprivate var keyword: String {
    switch self {
    case .in: "ease-in"
    case .out: "ease-out"
    case .inOut: "ease-in-out"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .in: "at the start"
    case .out: "at the end"
    case .inOut: "at both ends"
    }
  }
}

extension CurveCatalog {
  static let springEntries: [CurveEntry] = physicalSprings + perceptualSprings

  /// Springs by their physics; `spring` tries the parameters of each entry in this order.
  private static let physicalSprings: [CurveEntry] = [
    CurveEntry(
      "spring", kind: .spring,
      parameters: [
        CurveParameter("mass", 1, in: 0.01...1000), CurveParameter("stiffness", 100, in: 0.01...1_000_000),
        CurveParameter("damping", 10, in: 0...100_000), velocity,
      ],
      summary: "A mass on a spring: CASpringAnimation.", example: "spring(mass: 1, stiffness: 100, damping: 10)"
    ) {
      Spring(mass: $0["mass"], stiffness: $0["stiffness"], damping: $0["damping"], velocity: $0["velocity"])
    },
    CurveEntry(
      "spring", kind: .spring, parameters: [seconds("duration"), CurveParameter("bounce", 0, in: -0.99...1), velocity],
      summary: "A spring by its perceptual duration: SwiftUI.", example: "spring(duration: 0.5, bounce: 0.3)"
    ) { Spring(duration: $0["duration"], bounce: $0["bounce"], velocity: $0["velocity"]) },
    CurveEntry(
      "spring", kind: .spring,
      parameters: [seconds("response"), CurveParameter("dampingFraction", 0.825, in: 0...100), velocity],
      summary: "A spring by its response: SwiftUI.", example: "spring(response: 0.5, dampingFraction: 0.8)"
    ) { Spring(response: $0["response"], dampingFraction: $0["dampingFraction"], velocity: $0["velocity"]) },
    CurveEntry(
      "spring", kind: .spring, parameters: [CurveParameter("dampingRatio", nil, in: 0.01...1), velocity],
      summary: "A spring that settles when its duration is over, which must be given: UIView.",
      example: "spring(dampingRatio: 0.4, velocity: -1)"
    ) { FittedSpring(dampingRatio: $0["dampingRatio"], velocity: $0["velocity"]) },
    CurveEntry(
      "pop", kind: .spring,
      parameters: [CurveParameter("bounciness", 4, in: 0...20), CurveParameter("speed", 12, in: 0...20), velocity],
      summary: "A spring by its bounciness and speed: Facebook POP.", example: "pop(10, 12)"
    ) { Spring(bounciness: $0["bounciness"], speed: $0["speed"], velocity: $0["velocity"]) },
  ]

  /// SwiftUI's presets.
  private static let perceptualSprings: [CurveEntry] = [
    preset("smooth", bounce: 0, "no"),
    preset("snappy", bounce: 0.15, "a little"),
    preset("bouncy", bounce: 0.3, "much"),
  ]

  private static func preset(_ name: String, bounce: Double, _ amount: String) -> CurveEntry {
    CurveEntry(
      name, kind: .spring,
      parameters: [seconds("duration"), CurveParameter("extraBounce", 0, in: (-0.99 - bounce)...(1 - bounce))],
      summary: "A spring with \(amount) bounce: SwiftUI.", example: "\(name)(duration: 0.5, extraBounce: 0.1)"
    ) { Spring(duration: $0["duration"], bounce: bounce + $0["extraBounce"]) }
  }

  static let decayEntries: [CurveEntry] = [
    CurveEntry(
      "decay", kind: .decay,
      parameters: [
        CurveParameter("velocity", nil, in: -1e12...1e12), CurveParameter("deceleration", 0.998, in: 0.5...0.9999),
      ],
      summary: "A push of so many units per second that friction slows, to wherever it comes to rest: Facebook POP.",
      example: "decay(velocity: 1000)"
    ) { Decay(velocity: $0["velocity"], deceleration: $0["deceleration"]) }
  ]

  private static let velocity = CurveParameter("velocity", 0, in: -1000...1000)

  private static func seconds(_ name: String) -> CurveParameter {
    CurveParameter(name, 0.5, in: 0.01...60, isTime: true)
  }
}
