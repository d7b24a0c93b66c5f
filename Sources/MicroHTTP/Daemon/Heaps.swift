import CMicrohttpd
import Glibc

/// The heaps of the C library, of which each thread uses one.
package enum Heaps {
  /// Has no more heaps than threads can run at a time.
  ///
  /// The C library makes up to eight for each core, and what is free in one is of no use to another: a service that was busy
  /// once would hold three times the memory. To be called before there are many threads, by who owns the process.
  package static func limit(to count: Int) {
    mallopt(M_ARENA_MAX, Int32(clamping: max(count, 1)))
  }

  /// Returns freed memory to the system, which takes milliseconds; whoever takes memory or frees it waits meanwhile.
  static func trim() {
    malloc_trim(0)
  }
}
