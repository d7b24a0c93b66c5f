import Testing
import WebAssets

struct AssetTests {
  @Test func `no file is empty, and none is served twice`() {
    #expect(Asset.all.allSatisfy { !$0.bytes.isEmpty })
    #expect(Set(Asset.all.map(\.path)).count == Asset.all.count)
  }

  // What every page that uses the element loads: as much as a small picture. Two parts are loaded only where needed.
  @Test func `the module stays under twelve kilobytes`() {
    #expect(Asset.module.bytes.count < 12_000)
  }
}
