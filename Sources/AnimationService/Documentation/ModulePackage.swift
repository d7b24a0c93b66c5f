import System
import TextBytes

extension Asset {
  /// The bytes of the browser module as a package that npm installs.
  package static var modulePackage: [UInt8] { ServedFiles.package(ServedFiles.usual.current).bytes }
}

extension ServedFiles {
  /// The browser module as a package that npm installs, with the files of a service with default settings.
  ///
  /// Any service of this version has it: `npm install http://localhost:8080/kinetype-0.3.0.tgz`.
  static func package(_ current: [Asset]) -> Asset {
    Asset(
      path: "/kinetype-\(KinetypeVersion.text).tgz", mediaType: "application/gzip", bytes: archive(of: current),
      isImmutable: true)
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
    guard let bytes = archive.bytes.gzipped(level: 9) else { preconditionFailure("there is no memory") }
    return bytes
  }

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

// MARK: - Addresses that name the version

// Browsers keep such a file for ever, and a page may pin its hash: its bytes depend on the version alone, so that every
// service of one version has the same. What the settings decide is filled in with their defaults.
extension ServedFiles {
  /// The browser module and the parts that it loads, under addresses such as `/kinetype-0.3.0.js`; made of the files as a
  /// service with default settings has them.
  static func versioned(_ current: [Asset]) -> [Asset] {
    let modules = current.filter { $0.path.hasPrefix("/kinetype") && $0.path.hasSuffix(".js") }
    return modules.map { $0.versioned(path: path(of: $0), bytes: versionedImports($0.bytes)) }
  }

  /// What an HTML page writes as `integrity` beside the address of the module in one file (Subresource Integrity).
  static func integrity(of module: [Asset]) -> String {
    guard let minified = module.first(where: { $0.path.hasSuffix(".min.js") }) else {
      preconditionFailure("the minified module is embedded")
    }
    return "sha256-\(SHA256(of: minified.bytes.span).base64)"
  }

  /// The file with the version in the names of the parts that it imports, such as `'./kinetype-draw.js'`, in quotes of either
  /// kind.
  private static func versionedImports(_ bytes: [UInt8]) -> [UInt8] {
    let (start, end, quotes) = (Array("./kinetype".utf8), Array(".js".utf8), Array("'\"".utf8))
    var versioned: [UInt8] = []
    versioned.reserveCapacity(bytes.count + 256)
    var quote: UInt8?
    for index in bytes.indices {
      let before = index > 0 ? bytes[index - 1] : 0
      if bytes[index] == start[0], quotes.contains(before), bytes[index...].starts(with: start) { quote = before }
      if let last = quote, bytes[index] == end[0], bytes[index...].starts(with: end + [last]) {
        versioned += "-\(KinetypeVersion.text)".utf8
        quote = nil
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
