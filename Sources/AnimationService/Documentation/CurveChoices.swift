import Documents
import Requests
import TextBytes
import Timing

// MARK: - Every curve as a small drawing to choose from, by families

extension ServedFiles {
  private static let titles: [CurveEntry.Kind: String] = [
    .css: "CSS", .coreAnimation: "Core Animation", .counting: "Powers", .penner: "Penner", .spring: "Springs",
    .decay: "Decay", .custom: "Of this service",
  ]

  /// As many as show each bounce at the size of a thumb.
  private static let sampleCount = 48

  /// What most people look for, whichever family it is of.
  private static let favorites = [
    "ease-in-out", "ease-out", "linear", "smooth", "snappy", "bouncy", "easeOutBack", "easeOutBounce",
  ]

  /// A set of radio buttons for the favorites, and one for each family.
  var curveChoices: String {
    let favorites = Self.favorites.compactMap { name in curves.entries.first { $0.name == name } }
    let families = CurveEntry.Kind.allCases.map { (Self.titles[$0] ?? $0.rawValue, entries(of: $0)) }
    return ([("Favorites", favorites)] + families).compactMap { title, entries in
      let choices = entries.compactMap(choice)
      guard !choices.isEmpty else { return nil }
      return "<fieldset>\n<legend>\(title)</legend>\n\(choices.joined(separator: "\n"))\n</fieldset>"
    }.joined(separator: "\n")
  }

  /// A list of cards that play, for each family.
  var curveCards: String {
    CurveEntry.Kind.allCases.compactMap { kind in
      let cards = entries(of: kind).compactMap { entry in
        drawing(of: entry).map { drawing in
          Self.card(entry.example, entry.summary, Self.query(showingCurve: entry.example), drawing: drawing)
        }
      }
      guard !cards.isEmpty else { return nil }
      let title = Self.titles[kind] ?? kind.rawValue
      return "<h3>\(title)</h3>\n<ul class=\"cards\">\n\(cards.joined(separator: "\n"))\n</ul>"
    }.joined(separator: "\n")
  }

  /// The curves of a family; Penner's in, out and in-out of one shape stand together.
  private func entries(of kind: CurveEntry.Kind) -> [CurveEntry] {
    let entries = curves.entries.filter { $0.kind == kind }
    guard kind == .penner else { return entries }
    let shapes = entries.map(\.shape)
    return entries.enumerated().sorted { left, right in
      let places = [left, right].map { shapes.firstIndex(of: $0.element.shape) ?? 0 }
      return (places[0], left.offset) < (places[1], right.offset)
    }.map(\.element)
  }

  private func choice(_ entry: CurveEntry) -> String? {
    drawing(of: entry).map { drawing in
      """
      <label title="\(entry.summary.escapedHTML)"><input type="radio" name="choice" value="\(entry.example.escapedHTML)">\
      \(drawing)<span>\(entry.example.breakableHTML)</span></label>
      """
    }
  }

  private func drawing(of entry: CurveEntry) -> String? {
    guard let curve = try? curves.curve(entry.example) else { return nil }
    return "<svg viewBox=\"0 0 64 64\" aria-hidden=\"true\"><path d=\"\(path(of: curve))\"/></svg>"
  }

  private func path(of curve: any TimingCurve) -> String {
    let settling = curve.settlingDuration(within: Settling.visibleShare) ?? 1
    let duration = settling.isFinite ? max(settling, 0.001) : 1
    let fitted = curve.fitted(to: duration)
    var path = UTF8Buffer(capacity: 1024)
    for index in 0..<Self.sampleCount {
      let share = Double(index) / Double(Self.sampleCount - 1)
      let progress = min(max(fitted.position(at: share * duration, duration: duration), -0.35), 1.35)
      path.append(index == 0 ? "M" : "L")
      path.appendPoint(((40 + 560 * share).rounded() / 10, (520 - 400 * progress).rounded() / 10))
    }
    return String(decoding: path.bytes(), as: UTF8.self)
  }
}

extension CurveEntry {
  /// The name without its direction.
  fileprivate var shape: Substring {
    for direction in ["easeInOut", "easeIn", "easeOut"] where name.hasPrefix(direction) {
      return name.dropFirst(direction.count)
    }
    return name[...]
  }
}

extension ServedFiles {
  /// What plays when somebody points at it, as an item of a list: a name with the text that its animation ends with, the query
  /// of `/v1/frames` that it is played with, and a drawing between the two.
  static func card(_ name: String, _ summary: String, _ query: String, drawing: String = "") -> String {
    """
    <li><button type="button" class="card" data-card="\(query.escapedHTML)"><span class="unseen">Play </span>\
    <span class="stage" aria-hidden="true">\(text(of: query).escapedHTML)</span>\(drawing)<code>\(name.breakableHTML)</code>\
    <span class="said">\(summary.markedHTML)</span></button></li>
    """
  }

  /// What it shows at rest: the text that the animation leads to, or from which a decay sets out.
  private static func text(of query: String) -> String {
    let parameters = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    let texts = ["to", "from"].compactMap { name in parameters.first { $0[0] == name }?.last }
    return String(texts.first ?? "").replacing("+", with: " ").replacing("%23", with: "#").replacing("%25", with: "%")
  }
}

extension String {
  /// A name that lines may end within where a new word begins, and before its parameters.
  var breakableHTML: String { map { $0.isUppercase || $0 == "(" ? "<wbr>\($0)" : String($0).escapedHTML }.joined() }
}
