import Foundation
import Testing
import TextAnimation
import WrittenNumbers
import Timing
@testable import AnimationService

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import Requests

/// The files for browsers, with the names that the tables and catalogues have.
struct AssetTests {
  private let service = TestService()

  @Test func `no file is empty, and none is served twice`() {
    #expect(Asset.all.allSatisfy { !$0.bytes.isEmpty })
    #expect(Set(Asset.all.map(\.path)).count == Asset.all.count)
  }

  @Test func `every file of the folder is embedded`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let others = Set((Asset.documents + Asset.examples).map(\.path))
    let files = Asset.all.filter { !others.contains($0.path) }
    // The folder and the frame of the documentation are in its pages.
    #expect(names.count == files.count + 2)
    for name in names where !["docs", "docs.html"].contains(name) {
      let bytes = try Array(Data(contentsOf: Self.folder.appending(path: name)))
      #expect(files.contains { $0.bytes == bytes }, "\(name) is not served, or not as it is")
    }
  }

  @Test func `every page of the documentation is served, and linked from each of them`() throws {
    let pages = Self.folder.appending(path: "docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: pages.path)
    #expect(names.count == Asset.documents.count)
    for name in names {
      let text = try String(contentsOf: pages.appending(path: name), encoding: .utf8)
      let path = try #require(text.firstMatch(of: /^<!--page (\S+) \|/)?.1)
      let own = service.get(String(path)).text
      #expect(own.contains("aria-current=\"page\""), "\(name) is not served")
      let way = path.dropFirst().contains("/") ? ".." : "."
      for page in Asset.documents { #expect(own.contains("href=\"\(way)\(page.path)\""), "\(path), \(page.path)") }
    }
  }

  private static let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/CWebAssets/files")
    .standardized

  // What every page that uses the element loads: as much as a small picture. Some parts are loaded only where needed.
  @Test func `the module stays under fourteen kilobytes`() {
    #expect(service.get("/kinetype.js").text.utf8.count < 14_000)
  }

  @Test(arguments: Asset.all.map(\.path)) func `no mark is left in what is served`(path: String) {
    let answer = service.get(path)
    #expect(answer.status == 200)
    #expect(answer.text.firstMatch(of: /\{\{\w[^}]*\}\}/)?.0 == nil)
  }

  @Test func `the page of parameters has every parameter and every name`() {
    let page = service.get("/docs/parameters").text
    for parameter in Parameter.all where parameter.places != .element {
      let start = "<dt id=\"\(parameter.name)\"><a href=\"#\(parameter.name)\"><code>\(parameter.name)</code></a>"
      #expect(page.contains(start), "\(parameter.name)")
    }
    for entry in InterpolatorCatalog.standard.entries { #expect(page.contains("<code>\(entry.name)</code></a></dt>")) }
    for entry in CurveCatalog.standard.entries { #expect(page.contains("<code>\(entry.example)</code></a></dt>")) }
    for named in TransitionEffect.named { #expect(page.contains("<code>\(named.name)</code>")) }
  }

  @Test func `every parameter of an animation has an example, and all examples move`() {
    for parameter in Parameter.all where parameter.isAnimated {
      #expect(parameter.shown != nil, "\(parameter.name)")
    }
    let page = service.get("/docs/parameters").text
    let queries = page.matches(of: /data-plays="([^"]*)"/).map { String($0.1) }
    #expect(queries.count > 100)
    for query in queries {
      let asked = query.replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
      let answer = service.get("/v1/frame?\(asked)&position=1").text
      #expect(answer.contains(#""animated":true"#), "\(asked): \(answer.prefix(300))")
    }
  }

  // The browser tests run the commands and play the pictures.
  @Test func `every parameter of a request has an example, and all examples are answered`() throws {
    let service = LabelTestService()
    #expect(service.put("donations", #"{"to":"$9,125 raised"}"#).status == 201)
    let page = service.get("/docs/parameters").text
    for parameter in Parameter.all where !parameter.isAnimated && parameter.places != .element {
      // A token, and the start of a change, are those of one label, which nobody can write down beforehand.
      if ["token", "start"].contains(parameter.name) { continue }
      guard let shown = parameter.shown else {
        Issue.record("\(parameter.name) has no example for \(parameter.places.paths)")
        continue
      }
      #expect(page.contains(shown.address.escapedHTML), "\(parameter.name)")
      if case .command(let options, _) = shown, !options.isEmpty { continue }
      #expect(service.get(shown.address).status == 200, "\(shown.address)")
    }
  }

  @Test func `the module and its types know every parameter`() {
    let (module, types) = (service.get("/kinetype.js").text, service.get("/kinetype.d.ts").text)
    let attributes = module.matches(of: /PARAMETERS = '([^']*)'/).flatMap { $0.1.split(separator: " ") }
    for parameter in Parameter.all where parameter.isAnimated {
      #expect(types.contains("  \(parameter.name)?: "), "\(parameter.name)")
      let isText = ["from", "to"].contains(parameter.name)
      #expect(attributes.contains(parameter.name[...]) != isText, "\(parameter.name)")
    }
  }

  @Test func `the playground offers every interpolation, curve and effect`() {
    let page = service.get("/").text
    let names =
      InterpolatorCatalog.standard.entries.map(\.name) + CurveCatalog.standard.entries.map(\.example)
      + TransitionEffect.named.map(\.name)
    for name in names { #expect(page.contains("<option>\(name)</option>"), "\(name)") }
  }

  @Test(arguments: ["/", "/live"]) func `the preview of a link shows a picture from the public address`(path: String) {
    let other = TestService { $0.publicAddress = "https://kinetype.example" }
    #expect(other.get(path).text.contains("og:image\" content=\"https://kinetype.example/v1/frames?"))
  }

  @Test(arguments: ["kinetype.example", "ftp://kinetype.example", "https://kinetype.example/", "https://a\"b"])
  func `a public address is an origin`(text: String) throws {
    let setting = try #require(Setting.all.first { $0.key == "publicAddress" })
    var settings = Settings()
    #expect(throws: SettingProblem.self) { try setting.apply(text, &settings) }
    try setting.apply("https://kinetype.example:8443", &settings)
    #expect(settings.publicAddress == "https://kinetype.example:8443")
  }

  @Test func `the module asks for as many animations as the service takes`() {
    let other = TestService { $0.maximumAnimations = 7 }
    #expect(other.get("/kinetype-stream.js").text.contains("MAXIMUM_ANIMATIONS = Number('7')"))
  }
}
