import Testing
import WebAssets

struct AssetTests {
  @Test func `the module stays under ten kilobytes`() {
    #expect(Asset.module.bytes.count < 10_000)
  }

  // Embedded bytes cost 2 s of compile time per 30 KB, and more than in proportion beyond 60.
  @Test func `all files together stay under sixty kilobytes`() {
    #expect(Asset.all.map(\.bytes.count).reduce(0, +) < 60_000)
  }

  @Test func `no file is empty, and none is served twice`() {
    #expect(Asset.all.allSatisfy { !$0.bytes.isEmpty })
    #expect(Set(Asset.all.map(\.path)).count == Asset.all.count)
  }
}
