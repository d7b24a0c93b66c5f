/// The requests of all loops by route, method and status.
struct RequestFigures {
  /// What tells requests apart.
  struct Key: Hashable, Comparable {
    let route: String
    let method: String
    let status: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.route, left.method, left.status) < (right.route, right.method, right.status)
    }
  }

  private(set) var counts: [Key: Int] = [:]
  private(set) var durations: [String: HistogramCounts] = [:]

  init(_ series: [RequestSeries]) {
    for one in series {
      let histogram = one.durations.counts
      counts[Key(route: one.route, method: one.method, status: one.status), default: 0] += histogram.count
      durations[one.route] = durations[one.route].map { $0 + histogram } ?? histogram
    }
  }
}
