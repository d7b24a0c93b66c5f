package import WrittenNumbers
import TextBytes

/// A text with named parts in braces, `{value} of {total}`: what a format block does in UICountingLabel.
///
/// `{{` and `}}` stand for a brace.
package struct TextTemplate: Equatable, Sendable {
  /// The most names that a template may have: what is done with each takes time.
  package static let nameLimit = 64

  private let pieces: [Piece]
  /// The names of the parts, each once, in order.
  package let names: [String]

  private enum Piece: Equatable, Sendable {
    case literal(String)
    case part(String)
  }

  package init(_ text: String) throws(MalformedTemplate) {
    var pieces: [Piece] = []
    var names: [String] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        literal.append(character)
        continue
      }
      if rest.first == character {
        literal.append(rest.removeFirst())
        continue
      }
      guard character == "{", let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }), rest[end] == "}" else {
        throw MalformedTemplate(reason: "a `\(character)` stands alone; a brace of the text is written twice")
      }
      let name = String(rest[..<end])
      guard !name.isEmpty else { throw MalformedTemplate(reason: "a part between braces has no name") }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      pieces.append(.part(name))
      if !names.contains(name) { names.append(name) }
      guard names.count <= Self.nameLimit else {
        throw MalformedTemplate(reason: "there are more than \(Self.nameLimit) names in braces")
      }
      (literal, rest) = ("", rest[rest.index(after: end)...])
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    guard !names.isEmpty else { throw MalformedTemplate(reason: "there is no part in braces, such as `{value}`") }
    (self.pieces, self.names) = (pieces, names)
  }
}

extension TextTemplate {
  /// The names of the parts as they stand in the text, each as often as it does.
  package var placedNames: [String] {
    pieces.compactMap { if case .part(let name) = $0 { name } else { nil } }
  }

  package func byteCount(with parts: [String: String]) -> Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .literal(let text): sum + text.utf8.count
      case .part(let name): sum + (parts[name]?.utf8.count ?? 0)
      }
    }
  }

  /// The text with these parts in it; a part that is missing is empty.
  package func text(with parts: [String: String]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .literal(let literal): text += literal
      case .part(let name): text += parts[name] ?? ""
      }
    }
  }

  /// The numbers of all parts in one text; `nil` where one is missing.
  package func interpolation(of parts: [String: NumbersInterpolation]) -> NumbersInterpolation? {
    var joined: NumbersInterpolation?
    var text = Literal.empty
    for piece in pieces {
      switch piece {
      case .literal(let literal): text = text.followed(by: Literal(literal))
      case .part(let name):
        guard let part = parts[name] else { return nil }
        joined = joined.map { $0.followed(by: text).followed(by: part) } ?? part.preceded(by: text)
        text = .empty
      }
    }
    return joined?.followed(by: text)
  }
}

package struct MalformedTemplate: Error, Equatable, Sendable {
  /// What is wrong, in words that follow “is malformed:”.
  package let reason: String
}
