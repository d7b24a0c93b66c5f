import Deployment
import Synchronization

/// The counters of all loops.
final class ServiceMetrics: Sendable {
  private let registered = Mutex<[LoopMetrics]>([])
  private let connectionsAllowed: Atomic<Int>

  init(connectionLimit: Int) {
    connectionsAllowed = Atomic(connectionLimit)
  }

  var loops: [LoopMetrics] { registered.withLock { $0 } }

  /// Counters for one more loop.
  func addLoop() -> LoopMetrics {
    registered.withLock { loops in
      let loop = LoopMetrics(loop: loops.count)
      loops.append(loop)
      return loop
    }
  }
}

extension ServiceMetrics {
  /// Connections that may be open.
  var connectionLimit: Int {
    get { connectionsAllowed.load(ordering: .relaxed) }
    set { connectionsAllowed.store(newValue, ordering: .relaxed) }
  }

  /// The streams that are open.
  ///
  /// What has ended is read first, so that a stream that comes and goes meanwhile does not make it negative.
  var openStreams: Int {
    let ended = sum { $0.streamsEnded.total }
    return sum { $0.streamsStarted.value } - ended
  }

  var openConnections: Int {
    let closed = sum { $0.connectionsClosed.value }
    return sum { $0.connectionsAccepted.value } - closed
  }

  /// How late frames have left that no client had held up.
  var lateness: HistogramCounts {
    loops.map { $0.lateness.counts }.reduce(LoopHistogram(.lateness).counts, +)
  }

  /// A number of all loops together.
  func sum(_ number: (LoopMetrics) -> Int) -> Int {
    loops.reduce(0) { $0 + number($1) }
  }
}
