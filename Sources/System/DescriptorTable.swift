import Glibc

/// The process's table of open files.
package enum DescriptorTable {
  /// Makes room for `count` descriptors.
  ///
  /// Raises the process's limit as far as the system lets it, since the usual 1,024 are meant for programs that call
  /// `select`. And has the kernel make its table as large at once: it would grow at the 257th descriptor, the 513th and so
  /// on, and in a process with several threads each time wait until no processor looks at the old one, which held a loop
  /// and all its frames up for 10 to 16 ms.
  ///
  /// - Parameters:
  ///   - count: How many there shall be; eight bytes of the kernel's memory each.
  ///   - descriptor: Any that is open.
  /// - Returns: How many there may be, maybe fewer.
  package static func makeRoom(for count: Int, descriptor: Int32) -> Int {
    let room = min(raiseLimit(to: count), count)
    let last = fcntl(descriptor, F_DUPFD_CLOEXEC, Int32(clamping: room - 1))
    if last >= 0 { close(last) }
    return room
  }

  /// The limit, raised if it was below `count`.
  private static func raiseLimit(to count: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return count }
    let wanted = rlim_t(count)
    guard limit.rlim_cur < wanted else { return count }
    var raised = rlimit(rlim_cur: min(wanted, limit.rlim_max), rlim_max: limit.rlim_max)
    return Int(clamping: unsafe setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
  }
}
