import Foundation
import System
import Testing

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

  @Test func `descriptors are those that are listed`() {
    // Other tests open and close some meanwhile.
    let listed = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
    let files = (0..<500).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
    #expect(files.count == 500)
    #expect(ProcessStatus().openDescriptors >= 500)
    #expect(abs(ProcessStatus().openDescriptors - listed()) < 250)
    withExtendedLifetime(files) {}
  }
}
