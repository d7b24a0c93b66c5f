/// BBCyclingLabel's effects; any of them go together.
public struct TransitionEffect: OptionSet, Hashable, Sendable {
  /// The seed's bits.
  public let rawValue: UInt8

  /// Creates a set of effects from the seed's bits; unknown ones do nothing.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The new label appears.
  public static let fadeIn = TransitionEffect(rawValue: 1)
  /// The old label disappears.
  public static let fadeOut = TransitionEffect(rawValue: 2)
  /// The new label grows from half its size.
  public static let zoomIn = TransitionEffect(rawValue: 4)
  /// The old label grows to one and a half times its size: as the seed does, though its README says it shrinks.
  public static let zoomOut = TransitionEffect(rawValue: 8)
  /// The new label comes from below and pushes the old one out at the top.
  public static let scrollUp = TransitionEffect(rawValue: 16)
  /// The new label comes from above and pushes the old one out at the bottom; wins over ``scrollUp``.
  public static let scrollDown = TransitionEffect(rawValue: 32)

  /// One label fades into the other: the seed's default.
  public static let crossFade: TransitionEffect = [.fadeIn, .fadeOut]
  /// A cross-fade in which the new label grows from half its size.
  public static let scaleFadeIn: TransitionEffect = [.crossFade, .zoomIn]
  /// A cross-fade in which the old label grows to one and a half times its size.
  public static let scaleFadeOut: TransitionEffect = [.crossFade, .zoomOut]
}

// MARK: - Names

extension TransitionEffect {
  /// Every effect with its name, the single ones first.
  public static let named: [(name: String, effect: TransitionEffect)] = [
    ("fadeIn", .fadeIn), ("fadeOut", .fadeOut), ("zoomIn", .zoomIn), ("zoomOut", .zoomOut),
    ("scrollUp", .scrollUp), ("scrollDown", .scrollDown),
    ("crossFade", .crossFade), ("scaleFadeIn", .scaleFadeIn), ("scaleFadeOut", .scaleFadeOut),
  ]

  /// Reads names joined by `,` or `|`, such as `crossFade|scrollUp`; white space around them does not count.
  ///
  /// - Throws: ``InvalidMembers`` with a problem of the member `effect` for each name that is unknown.
  public init(parsing text: String) throws(InvalidMembers) {
    var problems = [InvalidMembers.Problem]()
    self = []
    for name in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "," || $0 == "|" }) {
      let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if let known = Self.named.first(where: { $0.name == name }) {
        formUnion(known.effect)
      } else {
        let names = Self.named.map { "`\($0.name)`" }.joined(separator: ", ")
        problems.append(
          .init(member: "effect", reason: "must be one or several of \(names), not `\(name.prefix(40))`"))
      }
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
  }
}

// MARK: - Looks

extension TransitionEffect {
  /// Where the new label begins; it ends at rest.
  var enterStart: LabelKeyframe {
    LabelKeyframe(
      at: 0, opacity: contains(.fadeIn) ? 0 : nil, scale: contains(.zoomIn) ? 0.5 : nil,
      offsetY: contains(.scrollDown) ? -1 : contains(.scrollUp) ? 1 : nil)
  }

  /// Where the old label ends; it begins at rest.
  var exitEnd: LabelKeyframe {
    LabelKeyframe(
      at: 1, opacity: contains(.fadeOut) ? 0 : nil, scale: contains(.zoomOut) ? 1.5 : nil,
      offsetY: contains(.scrollDown) ? 1 : contains(.scrollUp) ? -1 : nil)
  }
}
