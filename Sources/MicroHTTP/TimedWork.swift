public import Dispatch

/// Work on a loop's queue that is due at certain moments.
///
/// It has a Dispatch timer, but while the loop is on its queue anyway, the loop does the waiting: a timer that fires costs
/// five to six system calls and two changes of thread, a wait that ends costs nothing more.
public protocol TimedWork: AnyObject {
  /// Whether the loop waits for ``nextDeadline``; while it does not, the timer must be armed.
  var isAttended: Bool { get set }

  /// When there is something to do next; `nil` for nothing.
  var nextDeadline: DispatchTime? { get }

  /// Does one tick of what is due, so that others have their turn soon.
  func runDue()

  /// Called when the timer has fired and what was due is done; the loop, once it has set this, stays for a while.
  var onTimer: (() -> Void)? { get set }
}
