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
