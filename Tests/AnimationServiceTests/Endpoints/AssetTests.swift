import Testing
import WebAssets

struct AssetTests {
  @Test func `the module stays under ten kilobytes`() {
    #expect(Asset.module.bytes.count < 10_000)
  }

  // Embedded bytes are compiled, 86 KB in 3 s, and more than in proportion beyond 120.
  @Test func `all files together stay under a hundred and twenty kilobytes`() {
    #expect(Asset.all.map(\.bytes.count).reduce(0, +) < 120_000)
  }

  @Test func `no file is empty, and none is served twice`() {
    #expect(Asset.all.allSatisfy { !$0.bytes.isEmpty })
    #expect(Set(Asset.all.map(\.path)).count == Asset.all.count)
  }
}
