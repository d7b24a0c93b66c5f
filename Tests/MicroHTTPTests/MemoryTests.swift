import Glibc
import Testing

@testable import MicroHTTP

struct MemoryTests {
  private let page = Int(getpagesize())

  /// How many bytes of four pages filled with ones are still ones after a part of them was released.
  private func kept(releasing range: Range<Int>) -> [Int] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * page, alignment: page)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 1)
    unsafe Memory.release(UnsafeMutableRawBufferPointer(rebasing: memory[range]))
    return (0..<4).map { index in unsafe memory[index * page..<(index + 1) * page].count { $0 == 1 } }
  }

  @Test func `whole pages of a buffer are given back and nothing around them`() {
    #expect(kept(releasing: 0..<4 * page) == [0, 0, 0, 0])
    #expect(kept(releasing: 1..<4 * page - 1) == [page, 0, 0, page])
    #expect(kept(releasing: page..<2 * page) == [page, 0, page, page])
  }

  @Test func `a buffer without a whole page stays as it is`() {
    #expect(kept(releasing: 1..<page) == [page, page, page, page])
    #expect(kept(releasing: page - 1..<2 * page - 1) == [page, page, page, page])
    #expect(kept(releasing: 7..<7) == [page, page, page, page])
  }
}
