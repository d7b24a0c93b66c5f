import Testing

@testable import MicroHTTP

@Suite struct ChunkBufferTests {
  @Test(arguments: [(1, "1"), (9, "9"), (10, "A"), (255, "FF"), (256, "100"), (4095, "FFF"), (100_000, "186A0")])
  func `a chunk has its size in hexadecimal digits and two line ends`(count: Int, size: String) {
    var buffer = ChunkBuffer(capacity: 64)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    buffer.fill(with: bytes.span)
    let span = buffer.span
    var chunk: [UInt8] = []
    for index in span.indices { chunk.append(span[index]) }
    #expect(chunk == Array("\(size)\r\n".utf8) + bytes + Array("\r\n".utf8))
  }
}
