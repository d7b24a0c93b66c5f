import Glibc

/// How long one piece of work takes, as a row of a Markdown table.
struct Measurement {
  private static let repetitions = 9
  private static let target = Duration.milliseconds(20)

  private let name: String
  private let samples: [Double]

  /// Repeats `work` until it takes long enough to be measured, nine times.
  ///
  /// - Parameters:
  ///   - name: The row's first cell.
  ///   - count: Pieces in one call, such as frames.
  ///   - work: Answers a number that depends on what it did, so that it is not optimised away.
  init(_ name: String, of count: Int, _ work: () -> Int) {
    self.name = name
    var calls = 1
    while Self.time(calls, work) < Self.target { calls *= 2 }
    samples = (0..<Self.repetitions).map { _ in
      Self.time(calls, work) / .nanoseconds(1) / Double(calls * max(count, 1))
    }.sorted()
  }

  /// Median and best, in nanoseconds.
  var row: String {
    "| \(name) | \(Self.rounded(samples[samples.count / 2])) | \(Self.rounded(samples[0])) |"
  }

  /// The processor's time and not the clock's, since others use the machine too.
  private static func time(_ calls: Int, _ work: () -> Int) -> Duration {
    var checksum = 0
    let start = processorTime
    for _ in 0..<calls { checksum &+= work() }
    let elapsed = processorTime - start
    sink.add(checksum)
    return elapsed
  }

  private static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func rounded(_ nanoseconds: Double) -> Double {
    nanoseconds < 1000 ? (nanoseconds * 10).rounded() / 10 : nanoseconds.rounded()
  }

  private static let sink = Sink()
}
