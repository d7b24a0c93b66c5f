public import Dispatch

/// Work on a loop's queue that is due at certain moments.
///
/// It has a timer of Dispatch, but leaves waiting to the loop whenever the loop is on the queue anyway: a timer that fires
/// costs five to six system calls and two changes of thread, a wait that ends none beside itself.
public protocol TimedWork: AnyObject {
  /// Whether the loop waits for ``nextDeadline``, so that the timer need not be armed; no longer, and it must be.
  var isAttended: Bool { get set }

  /// When there is something to do next; `nil` for nothing.
  var nextDeadline: DispatchTime? { get }

  /// Does what is due, but only so much that others have their turn soon.
  func runDue()

  /// Called when the timer has fired and what was due is done; the loop, once it has set this, stays for a while.
  var onTimer: (() -> Void)? { get set }
}
