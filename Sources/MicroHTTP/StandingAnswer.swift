/// An answer that its handler would give to the same request again, without looking at it.
///
/// With such an answer a handler says that nothing decides about a GET but its target and its header fields. A loop that
/// comes across the same bytes again asks the answer in place of its handler: to read, route and search anew takes 5,900
/// instructions more. Loops hold it for a while after the handler has let go of it, so it has to let go of its body.
public protocol StandingAnswer: AnyObject {
  /// The request that it was given to has come again: counts it as if the handler had been asked.
  ///
  /// - Parameter start: When the loop began with the answer, in nanoseconds of the monotonic clock.
  /// - Returns: What is sent; `nil`, with nothing counted, where the handler is to be asked after all.
  func repeated(since start: UInt64) -> SharedBody?
}
