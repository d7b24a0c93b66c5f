import Glibc

/// Seconds that this thread has had of a processor; the machine may be busy with something else.
package func processorSeconds() -> Double {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
