import Glibc

/// What the system says about this process: the figures of Prometheus' `process_…` metrics.
package struct ProcessStatus: Equatable, Sendable {
  /// Of all threads, in user and system mode.
  package let cpuTime: Duration
  package let residentBytes: Int
  package let virtualBytes: Int
  package let openDescriptors: Int
  package let maximumDescriptors: Int

  /// What the system does not tell is zero, as where `/proc` is not mounted.
  package init() {
    let pages = Self.words(of: "/proc/self/statm").prefix(2).map { (Int($0) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) }
    virtualBytes = pages.first ?? 0
    residentBytes = pages.count > 1 ? pages[1] : 0
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    cpuTime = Duration(usage.ru_utime) + Duration(usage.ru_stime)
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    maximumDescriptors = Int(clamping: limit.rlim_cur)
    openDescriptors = Self.descriptorCount()
  }

  /// When the process started, in seconds since 1970; zero where the system does not tell.
  package static let startTime: Double = {
    // The name in parentheses may have spaces and parentheses itself; the start is the 22nd field (proc(5)).
    let fields = text(of: "/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let ticks = Double(fields[19]),
      let uptime = words(of: "/proc/uptime").first.flatMap({ Double($0) })
    else { return 0 }
    var now = timeval()
    _ = unsafe gettimeofday(&now, nil)
    return Duration(now) / .seconds(1) - uptime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()
}

extension ProcessStatus {
  /// The bytes of memory that this process may have: those of the machine, or fewer where its control group, or one that
  /// has that in it, may have no more (cgroups(7)).
  package static let memoryLimit = memoryLimit(
    under: "", machine: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))

  /// The same with a folder as the root of the file system.
  static func memoryLimit(under root: String, machine: Int) -> Int {
    var limit = machine
    for line in text(of: "\(root)/proc/self/cgroup").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let (folder, files): (String, [String])
      if parts[1].isEmpty {
        (folder, files) = ("\(root)/sys/fs/cgroup", ["memory.max", "memory.high"])
      } else if parts[1].split(separator: ",").contains("memory") {
        (folder, files) = ("\(root)/sys/fs/cgroup/memory", ["memory.limit_in_bytes"])
      } else {
        continue
      }
      // In a container the path may be that of the host, of which only the root is there.
      var path = parts[2]
      while true {
        for file in files {
          let number = words(of: "\(folder)\(path)/\(file)").first?.split(separator: "\n").first.flatMap { Int($0) }
          if let number, number > 0 { limit = min(limit, number) }
        }
        guard let slash = path.lastIndex(of: "/") else { break }
        path = path[..<slash]
      }
    }
    return limit
  }

  private static func words(of path: String) -> [Substring] {
    text(of: path).split(separator: " ")
  }

  /// The first page of a file, which is all of those that are read here.
  private static func text(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      return unsafe String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  /// The entries of the directory without `.`, `..` and the one that reads it.
  private static func descriptorCount() -> Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return max(count - 3, 0)
  }
}

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}

/// Gives the calling thread about a third of the time of any other that wants the same core.
///
/// Linux counts `nice` by thread (setpriority(2)), and lets nobody take back a higher number without privileges.
package func lowerThreadPriority() {
  _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
}
