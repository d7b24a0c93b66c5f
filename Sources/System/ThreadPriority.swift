import Glibc

/// How the system shares its cores among threads.
package enum ThreadPriority {
  /// Gives the calling thread about a third of the time of any other that wants the same core.
  ///
  /// Linux counts `nice` by thread (setpriority(2)), and lets nobody take back a higher number without privileges.
  package static func lower() {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
  }
}
