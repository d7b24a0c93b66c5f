import Foundation
import LabelStore
import RawClient
import Synchronization
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

  enum Damage: CaseIterable {
    case torn, cut, gone

    func happen(to log: String) throws {
      let url = URL(filePath: log)
      var bytes = try Data(contentsOf: url)
      switch self {
      case .torn: for index in bytes.count / 2..<bytes.count / 2 + 100 { bytes[index] ^= 0x55 }
      case .cut: bytes = bytes.prefix(bytes.count / 2)
      case .gone: return try FileManager.default.removeItem(at: url)
      }
      try bytes.write(to: url)
    }
  }

  /// Has a process killed that has changed labels; returns how many changes it has acknowledged.
  private func leave(_ changes: Int) throws -> Int {
    let writer = try Writer("add", file)
    var count = -1
    while count < changes, writer.nextLine() != nil { count += 1 }
    writer.kill()
    while writer.nextLine() != nil { count += 1 }
    return count
  }

  private func versions(_ store: LocalLabelStore) async throws -> Int {
    try await store.list().map(\.version).reduce(0, +)
  }

  @Test(arguments: Damage.allCases)
  func `a log that is damaged, cut or taken away is told of, and nothing is changed until somebody says so`(
    damage: Damage
  ) async throws {
    let acknowledged = try leave(200)
    let log = file.path + "-wal"
    let whole = try Data(contentsOf: URL(filePath: log))
    try damage.happen(to: log)
    let reports = Mutex<[LabelStoreTrouble?]>([])
    for _ in 0..<2 {
      reports.withLock { $0 = [] }
      let store = try LocalLabelStore(file, report: { trouble in reports.withLock { $0.append(trouble) } })
      await #expect(throws: LabelStoreError.self) { try await store.set("label-0") }
      await #expect(throws: LabelStoreError.self) { try await store.delete("label-0") }
      let trouble = try #require(store.trouble)
      #expect(trouble.isLasting && trouble.reason.contains("of changes that were acknowledged are missing"))
      #expect(trouble.reason.contains("KINETYPE_LABELS_MISSING=accept"))
      #expect(trouble.reason.contains("\(log)-aside") == (damage != .gone))
      #expect(reports.withLock { $0 } == [trouble])
      #expect(try await versions(store) < acknowledged)
      store.close()
    }
    if damage == .gone {
      // Somebody finds it.
      try whole.write(to: URL(filePath: log))
      let store = try LocalLabelStore(file)
      #expect(store.trouble == nil)
      #expect(try await versions(store) >= acknowledged)
      store.close()
      return
    }
    #expect(FileManager.default.fileExists(atPath: log + "-aside"))
    var (remarks, accepting) = ([String](), file)
    accepting.missing = .accept
    var store = try LocalLabelStore(accepting, remark: { remarks.append($0) })
    #expect(remarks.count == 1 && remarks[0].hasPrefix("it goes on without the last "))
    try await store.add(to: "b")
    store.close()
    store = try LocalLabelStore(accepting, remark: { remarks.append($0) })
    #expect(remarks.count == 1 && store.trouble == nil)
    #expect(try await store.add(to: "b").label?.number == 2)
    store.close()
  }

  @Test(arguments: [LabelFile.Durability.normal, .full])
  func `a log that ends early after a loss of power is told of, where that may be`(
    durability: LabelFile.Durability
  ) async throws {
    _ = try leave(200)
    try Damage.cut.happen(to: file.path + "-wal")
    // As before this machine has begun anew.
    let mark = URL(filePath: file.path + "-acknowledged")
    let words = try String(contentsOf: mark, encoding: .utf8).split(separator: " ")
    try #require(words.count == 2 && words[1].utf8.count == 37)
    try "\(words[0]) 00000000-0000-0000-0000-000000000000\n".write(to: mark, atomically: false, encoding: .utf8)
    var remarks: [String] = []
    let store = try LocalLabelStore(
      LabelFile(path: file.path, durability: durability), remark: { remarks.append($0) })
    #expect(remarks.count == (durability == .normal ? 1 : 0))
    #expect(remarks.allSatisfy { $0.hasPrefix("its log ends early, as after a loss of power: without the last ") })
    if durability == .normal {
      #expect(try await store.set("b") != nil)
    } else {
      await #expect(throws: LabelStoreError.self) { try await store.set("b") }
    }
    store.close()
  }

  @Test func `a process that was killed and has lost nothing leaves nothing to tell`() async throws {
    let acknowledged = try leave(200)
    let store = try LocalLabelStore(file, remark: { Issue.record("\($0)") })
    #expect(store.trouble == nil)
    #expect(try await versions(store) >= acknowledged)
    store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(names == ["labels.db"])
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
