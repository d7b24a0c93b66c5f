import CMicrohttpd

/// Gives memory back to the system.
enum Memory {
  /// Gives back what has been freed.
  static func trim() {
    _ = malloc_trim(0)
  }
}
