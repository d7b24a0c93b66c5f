import Foundation
import RawClient
import Testing

@testable import System

struct ProcessStatusTests {
  @Test func `it is about a process that runs`() {
    let status = ProcessStatus()
    #expect(status.cpuTime > .zero)
    #expect(status.residentBytes > 1_000_000)
    #expect(status.virtualBytes > status.residentBytes)
    #expect(status.maximumDescriptors > status.openDescriptors)
  }

  @Test func `processor time passes with work`() {
    let before = ProcessStatus().cpuTime
    var work = 0
    while ProcessStatus().cpuTime == before { work += 1 }
    #expect(ProcessStatus().cpuTime > before)
  }

  @Test func `it started before now and after the machine`() throws {
    let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
    let boot = Date.now.timeIntervalSince1970 - (Double(uptime.prefix { $0 != " " }) ?? 0)
    #expect(ProcessStatus.startTime <= Date.now.timeIntervalSince1970 + 1)
    #expect(ProcessStatus.startTime > boot)
    #expect(ProcessStatus.startTime > Date.now.timeIntervalSince1970 - 3600)
  }

  /// A root of the file system in which the files of cgroups(7) are, each with its words.
  @Test(arguments: [
    ([:], 1000), (["proc/self/cgroup": "0::/\n"], 1000),
    (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "268\n"], 268),
    (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"], 1000),
    (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.high": "300\n"], 300),
    (["proc/self/cgroup": "0::/a/b.service\n", "sys/fs/cgroup/a/b.service/memory.max": "700\n"], 700),
    (
      [
        "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "500\n",
        "sys/fs/cgroup/memory.max": "600\n",
      ], 500
    ),
    (["proc/self/cgroup": "0::/not/here\n", "sys/fs/cgroup/memory.max": "400\n"], 400),
    (
      [
        "proc/self/cgroup": "12:cpu,cpuacct:/x\n5:memory:/docker/1\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": "256\n",
      ], 256
    ),
    (
      [
        "proc/self/cgroup": "5:blkio,memory:/a\n0::/a\n",
        "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n",
      ], 1000
    ),
    (["proc/self/cgroup": "5:cpu:/a\nnonsense\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1\n"], 1000),
    (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "99999999999999999999\n"], 1000),
  ])
  func `it may have the memory of its control group, or of the machine`(files: [String: String], limit: Int) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "kinetype-root-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, words) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(words.utf8).write(to: file)
    }
    #expect(ProcessStatus.memoryLimit(under: root.path, machine: 1000) == limit)
    #expect(ProcessStatus.memoryLimit > 1 << 26)
  }

  @Test func `descriptors are those that are listed`() {
    // Other tests open and close some meanwhile, one of them thousands.
    let listed = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
    let files = (0..<500).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
    #expect(files.count == 500)
    #expect(ProcessStatus().openDescriptors >= 500)
    #expect(eventually { abs(ProcessStatus().openDescriptors - listed()) < 250 })
    withExtendedLifetime(files) {}
  }
}
