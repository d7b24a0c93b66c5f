import Foundation

/// Reference values read off other engines: Chromium's Web Animations, its CSS parser, and a numerical integrator.
enum Vectors {
  struct EasingRow: Decodable {
    var curve: String
    var points: [[Double]]
  }

  struct SyntaxRow: Decodable {
    var curve: String
    var valid: Bool
  }

  struct SpringRow: Decodable {
    var mass, stiffness, damping, velocity: Double
    var points: [[Double]]
  }

  static func load<Row: Decodable>(_ name: String, as type: Row.Type = Row.self) throws -> [Row] {
    guard let file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors") else {
      throw CocoaError(.fileNoSuchFile)
    }
    return try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
  }
}
