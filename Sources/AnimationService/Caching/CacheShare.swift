import MicroHTTP

/// What one cache of one event loop may keep, of what the settings allow the whole process.
///
/// Each loop has a cache of answers, one of prepared streams and one of times, all with the same share. It is fixed: what
/// loops lent to each other would have to be counted between a request and its answer.
struct CacheShare {
  /// The most entries.
  let entries: Int
  /// The most bytes.
  let bytes: Int

  init(_ settings: Settings) {
    let caches = 3 * max(HTTPServer.Configuration(settings).loopCount, 1)
    // Fewer than two would be none, and only 0 is to mean that.
    entries = settings.cacheEntries > 0 ? max(settings.cacheEntries / caches, 2) : 0
    bytes = settings.cacheBytes / caches
  }
}

extension RecentValues {
  /// Creates an empty store that keeps one cache's share.
  init(_ share: CacheShare) {
    self.init(maximumCount: share.entries, maximumBytes: share.bytes)
  }
}
