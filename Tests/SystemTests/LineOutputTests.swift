import Glibc
import Testing

@testable import System

struct LineOutputTests {
  @Test func `a pipe that nobody reads takes what it has room for, and makes nobody wait`() {
    let (reader, writer) = makePipe()
    defer { close(reader) }
    let output = LineOutput(descriptor: writer)
    let lines = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let taken = output.write(lines.span)
    #expect(taken > 0 && taken < lines.count)
    #expect(output.write(lines.span) == 0)
    #expect(read(reader, count: 8192) == 8192)
    #expect(output.write(Array("again\n".utf8).span) == 6)
    close(writer)
  }

  @Test func `what nobody will ever read counts as written`() {
    signal(SIGPIPE, SIG_IGN)
    let (reader, writer) = makePipe()
    close(reader)
    let output = LineOutput(descriptor: writer)
    #expect(output.write(Array("lost\n".utf8).span) == 5)
    close(writer)
  }

  @Test func `a full disk takes nothing, and may be asked again`() {
    let full = unsafe open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(LineOutput(descriptor: full).write(Array("later\n".utf8).span) == 0)
  }

  @Test(arguments: [
    ("a\nb\n", 0, 10, 0..<4), ("a\nb\n", 0, 3, 0..<2), ("a\nb\n", 2, 3, 2..<4), ("abcdef\n", 0, 3, 0..<3),
    ("ab\ncd\n", 0, 3, 0..<3), ("", 0, 3, 0..<0),
  ])
  func `lines leave whole where they fit`(lines: String, start: Int, limit: Int, piece: Range<Int>) {
    #expect(LineOutput.piece(of: Array(lines.utf8).span, from: start, limit: limit) == piece)
  }

  private func makePipe() -> (reader: Int32, writer: Int32) {
    var descriptors: [Int32] = [0, 0]
    _ = unsafe pipe(&descriptors)
    return (descriptors[0], descriptors[1])
  }

  private func read(_ descriptor: Int32, count: Int) -> Int {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe Glibc.read(descriptor, &bytes, count)
  }
}
