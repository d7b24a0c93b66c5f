import Foundation
import Testing

@testable import MicroHTTP

struct DescriptorTableTests {
  @Test func `the kernel's table has room for all before the first of them is opened`() throws {
    let before = try tableSize()
    let wanted = before + 1_000
    let room = DescriptorTable.makeRoom(for: wanted, descriptor: STDERR_FILENO)
    #expect(room == wanted)
    #expect(try tableSize() >= wanted)
  }

  @Test func `no descriptor is left behind`() {
    _ = DescriptorTable.makeRoom(for: 700, descriptor: STDERR_FILENO)
    #expect(fcntl(699, F_GETFD) == -1)
  }

  private func tableSize() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("FDSize:") })
    return try #require(Int(line.dropFirst(7).trimmingCharacters(in: .whitespaces)))
  }
}
