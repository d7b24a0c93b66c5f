import System
import TextBytes
import WebAssets

/// The browser module as a package that npm installs, from the address of any service of this version:
/// `npm install http://localhost:8080/kinetype-0.2.0.tgz`.
public struct ModulePackage {
  /// The archive.
  let asset: Asset

  /// Makes the package of this version.
  public init() { self.init(ServedFiles.usual.current) }

  /// - Parameter current: The files as a service with default settings has them.
  init(_ current: [Asset]) {
    asset = Asset(
      path: "/kinetype-\(KinetypeVersion.text).tgz", mediaType: "application/gzip", operation: "getModulePackage",
      summary: "The module as a package for npm.", bytes: Self.archive(of: current), isImmutable: true)
  }

  private static func archive(of current: [Asset]) -> [UInt8] {
    let files = current.filter { $0.path.hasPrefix("/kinetype") && !$0.isImmutable }
    var archive = TarArchive()
    var manifest = UTF8Buffer()
    Self.manifest.writeJSON(to: &manifest)
    manifest.append("\n")
    archive.append("package/package.json", manifest.bytes())
    archive.append("package/README.md", Array(introduction.utf8))
    for file in files { archive.append("package\(file.path)", file.bytes) }
    guard let bytes = Gzip.compressed(archive.bytes, level: 9) else { preconditionFailure("there is no memory") }
    return bytes
  }

  /// The archive's bytes.
  public var bytes: [UInt8] { asset.bytes }

  private static let introduction = """
    # kinetype

    `<kinetic-text>`: text that moves when it changes, frame by frame, as a Kinetype service computes it.

    Say once where the service is: `import { settings } from 'kinetype'`, and `settings.service = 'http://localhost:8080/'`.

    ```html
    <kinetic-text from="100 apples" value="400 apples" duration="2s">400 apples</kinetic-text>
    ```

    The text inside stands wherever nothing runs. Setting `value` animates to it. `import 'kinetype/react'`, `'kinetype/vue'` or `'kinetype/svelte'` brings the types for
    these frameworks. The service explains the rest at `/docs`.

    """

  private static let manifest: JSONValue = [
    "name": "kinetype",
    "version": .string(KinetypeVersion.text),
    "description": "Text that moves, frame by frame, as a Kinetype service computes it.",
    "license": "MIT",
    "type": "module",
    "main": "./kinetype.js",
    "types": "./kinetype.d.ts",
    "exports": [
      ".": ["types": "./kinetype.d.ts", "default": "./kinetype.js"],
      "./min": ["types": "./kinetype.d.ts", "default": "./kinetype.min.js"],
      "./react": ["types": "./kinetype-react.d.ts", "default": "./kinetype.js"],
      "./vue": ["types": "./kinetype-vue.d.ts", "default": "./kinetype.js"],
      "./svelte": ["types": "./kinetype-svelte.d.ts", "default": "./kinetype.js"],
    ],
    // A bundler keeps what only defines the element.
    "sideEffects": ["./kinetype.js", "./kinetype.min.js"],
  ]
}
