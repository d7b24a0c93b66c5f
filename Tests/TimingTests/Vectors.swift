import Foundation

/// Rows recorded from engines that others wrote, one file each.
enum Vectors {
  struct Easing: Decodable, Sendable {
    var curve: String
    var points: [[Double]]
  }

  struct Syntax: Decodable, Sendable {
    var curve: String
    var valid: Bool
  }

  struct Spring: Decodable, Sendable {
    var mass: Double
    var stiffness: Double
    var damping: Double
    var velocity: Double
    var points: [[Double]]
  }

  static func rows<Row: Decodable>(of name: String, as type: Row.Type = Row.self) throws -> [Row] {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Vectors")
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".json"))
    return try JSONDecoder().decode([Row].self, from: data)
  }
}
