import Foundation

/// A page of Markdown whose tables name tests, as `` `Tests/….swift::what it shows` ``.
struct CitingPage {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  let text: String

  /// Reads a file of the project.
  init(_ path: String) throws {
    text = try Self.read(path)
  }

  /// The cells of every row of every table, without the heads.
  var rows: [[String]] {
    text.components(separatedBy: "\n\n").filter { $0.hasPrefix("| ") }.flatMap { table in
      table.split(separator: "\n").dropFirst(2).map { row in
        row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  /// What is named as a test.
  static func tests(in text: String) -> [String] {
    text.matches(of: /`(Tests\/[^`\n]+)`/).map { String($0.1) }
  }

  /// The tests it names that are not in the sources.
  func missingTests() throws -> [String] {
    try Self.tests(in: text).filter { name in
      let parts = name.components(separatedBy: "::")
      guard parts.count == 2 else { return true }
      let function = parts[0].hasSuffix(".py") ? "def \(parts[1])(" : "func `\(parts[1])`("
      return try !Self.read(parts[0]).contains(function)
    }
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
