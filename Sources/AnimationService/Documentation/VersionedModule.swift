import System
import TextBytes
import WebAssets

/// The browser module under addresses that name its version, such as `/kinetype-0.2.0.js`.
///
/// Browsers keep such a file for ever, and a page may pin its hash: its bytes depend on the version alone, so that every
/// service of one version has the same. What the settings decide is filled in with their defaults.
struct VersionedModule: Sendable {
  /// The module in one file, for pages that pin its hash.
  let minified: Asset
  /// The module and the parts that it loads.
  let files: [Asset]

  /// - Parameter current: The files as a service with default settings has them.
  init(_ current: [Asset]) {
    let modules = current.filter { $0.path.hasPrefix("/kinetype") && $0.path.hasSuffix(".js") }
    files = modules.map { $0.versioned(path: Self.path(of: $0), bytes: Self.versionedImports($0.bytes)) }
    guard let minified = files.first(where: { $0.path.hasSuffix(".min.js") }) else {
      preconditionFailure("the minified module is embedded")
    }
    self.minified = minified
  }

  /// What an HTML page writes as `integrity` beside the address of ``minified`` (Subresource Integrity).
  var integrity: String { "sha256-\(SHA256(of: minified.bytes.span).base64)" }

  /// The file with the version in the names of the parts that it imports, such as `'./kinetype-draw.js'`.
  private static func versionedImports(_ bytes: [UInt8]) -> [UInt8] {
    let (start, end) = (Array("'./kinetype".utf8), Array(".js'".utf8))
    var versioned: [UInt8] = []
    versioned.reserveCapacity(bytes.count + 256)
    var isImport = false
    for index in bytes.indices {
      if bytes[index] == start[0], bytes[index...].starts(with: start) { isImport = true }
      if isImport, bytes[index] == end[0], bytes[index...].starts(with: end) {
        versioned += "-\(KinetypeVersion.text)".utf8
        isImport = false
      }
      versioned.append(bytes[index])
    }
    return versioned
  }

  private static func path(of file: Asset) -> String {
    let ending = file.path.hasSuffix(".min.js") ? ".min.js" : ".js"
    return "\(file.path.dropLast(ending.count))-\(KinetypeVersion.text)\(ending)"
  }
}
