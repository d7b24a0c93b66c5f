import Foundation
import LabelStore
import RawClient
import Testing

/// What other processes do with a file of labels, and what is left of them.
@Suite(.serialized) struct ProcessTests {
  private let folder = TemporaryFolder()
  private var file: LabelFile { LabelFile(path: folder.path("labels.db")) }

  @Test(arguments: 1...3)
  func `each change that was acknowledged is there after the process is killed`(round: Int) async throws {
    let writer = try Writer("add", file)
    var acknowledged: [String: Int] = [:]
    while let line = writer.nextLine() {
      let words = line.split(separator: " ").map(String.init)
      if words[0] != "open" { acknowledged["label-\(words[0])"] = Int(words[1]) }
      if acknowledged.values.reduce(0, +) > 500 * round { break }
    }
    writer.kill()
    // What it had said when it was killed counts as well.
    while let line = writer.nextLine() {
      let words = line.split(separator: " ").map(String.init)
      if words.count == 2, let version = Int(words[1]) { acknowledged["label-\(words[0])"] = version }
    }
    let store = try LocalLabelStore(file)
    for (name, version) in acknowledged {
      let label = try #require(try await store.read(name))
      // At most one more was under way.
      #expect((version...version + 1).contains(label.version))
      #expect(label.text == "\(label.version) ")
    }
    #expect(acknowledged.count == 10)
    store.close()
  }

  @Test func `a second process is refused as long as the first lives`() async throws {
    let first = try Writer("hold", file)
    #expect(first.nextLine()?.hasPrefix("open 0 ") == true)
    #expect { try LocalLabelStore(file) } throws: { "\($0)".hasSuffix("another process uses it.") }
    let second = try Writer("hold", file)
    #expect(second.nextLine() == "The labels' file \(file.path) cannot be used: another process uses it.")
    first.kill()
    let store = try LocalLabelStore(file)
    try await store.set("a")
    store.close()
  }

  @Test func `a file that may not grow refuses all changes, and takes them again by itself once it may`() async throws {
    let writer = try Writer("fill", file)
    var lines: [String] = []
    while let line = writer.nextLine() { lines.append(line) }
    #expect(lines.count == 7, "\(lines)")
    #expect(lines.dropFirst().prefix(3).allSatisfy { $0.hasPrefix("unavailable(reason: ") })
    #expect(lines.suffix(2) == ["writable", "again"] && !lines.contains("removed"))
    let count = try #require(lines.dropLast(2).last?.split(separator: " ").last.flatMap { Int($0) })
    let store = try LocalLabelStore(file)
    #expect(store.count == count && count > 10)
    #expect(try await store.read("label-0")?.version == 2)
    store.close()
  }
}

/// The program of `Tests/LabelWriter`, at work on a file.
final class Writer {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var rest = Data()

  init(_ arguments: String, _ file: LabelFile) throws {
    // Beside the tests' own executable.
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "LabelWriter")
    process.arguments = [arguments, file.path]
    process.standardOutput = output
    process.standardInput = input
    try process.start()
  }

  deinit { kill() }

  /// Waits for a whole line; `nil` where no more comes.
  func nextLine() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
