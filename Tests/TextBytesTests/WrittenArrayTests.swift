import Testing
import TextBytes

struct WrittenArrayTests {
  @Test(arguments: [0, 1, 15, 16, 17, 100, 5_000])
  func `the bytes are those that were written, whether they fit or not`(count: Int) {
    let expected = (0..<count).map { UInt8($0 % 251) }
    for capacity in [0, 1, 16, 64, 10_000] {
      let bytes = [UInt8](capacity: capacity) { buffer in
        for byte in expected { buffer.append(byte) }
      }
      #expect(bytes == expected)
    }
  }
}
