import Foundation
import Testing

@testable import AnimationService

/// `Config/threat-model.md` names settings and tests; each must be there.
struct ThreatModelTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func codeSpans(in text: String) -> [String] {
    text.matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  @Test func `every setting it names exists, and every limit is named`() throws {
    let page = try Self.text("Config/threat-model.md")
    let named = Set(page.matches(of: /KINETYPE_[A-Z_]+/).map { String($0.0) })
    #expect(named.subtracting(Setting.all.map(\.environmentName)) == [])
    let limits = Setting.all.filter { $0.key.hasPrefix("maximum") || $0.key.hasSuffix("Timeout") }
    #expect(limits.count > 10)
    #expect(Set(limits.map(\.environmentName)).subtracting(named) == [])
  }

  @Test func `every threat has a cure and a test`() throws {
    let rows = try Self.text("Config/threat-model.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 20)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 3 && cells.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(Self.codeSpans(in: cells.last ?? "").contains { $0.hasPrefix("Tests/") }, "\(row)")
    }
  }

  @Test func `every test it names exists`() throws {
    let names = try Self.codeSpans(in: Self.text("Config/threat-model.md")).filter { $0.hasPrefix("Tests/") }
    #expect(names.count > 30)
    for name in names {
      let parts = name.components(separatedBy: "::")
      try #require(parts.count == 2, "\(name)")
      let file = try Self.text(parts[0])
      #expect(file.contains(parts[0].hasSuffix(".py") ? "def \(parts[1])(" : "func `\(parts[1])`("), "\(name)")
    }
  }
}
