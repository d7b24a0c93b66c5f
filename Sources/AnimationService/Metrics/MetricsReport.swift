import CoreMetrics
import Deployment
import ServiceLifecycle
import TextBytes

/// Reports changes to a swift-metrics backend since the last report.
///
/// swift-metrics is made for a call at each event, and a backend may lock or allocate in it, which a loop must not do
/// for a frame. So its backends are told of the same figures as `/metrics` shows, now and then and from elsewhere. A
/// histogram arrives as Prometheus would store it, a counter for each bucket, since the interface takes observations
/// only one by one.
struct MetricsReport {
  private let factory: any MetricsFactory
  private var counts: [Series: (counter: Counter, told: Int)] = [:]
  private var numbers: [Series: (counter: FloatingPointCounter, told: Double)] = [:]
  private var meters: [Series: CoreMetrics.Meter] = [:]

  /// Name and labels, which identify a metric for a backend.
  private struct Series: Hashable {
    let name: String
    let names: [String]
    let values: [String]

    init(_ name: String, _ labels: [(key: String, value: String)]) {
      self.name = name
      names = labels.map(\.key)
      values = labels.map(\.value)
    }

    var dimensions: [(String, String)] { Array(zip(names, values)) }
  }

  init(to factory: any MetricsFactory) {
    self.factory = factory
  }
}

extension MetricsReport {
  /// Reports what has changed.
  mutating func tell(_ families: [MetricFamily]) {
    for family in families {
      for sample in family.samples {
        tell(sample.value, of: family, Array(sample.labels))
      }
    }
  }

  private mutating func tell(
    _ value: MetricFamily.Value, of family: MetricFamily, _ labels: [(key: String, value: String)]
  ) {
    let series = Series(family.name, labels)
    switch value {
    case .count(let count) where family.kind == .counter: tell(count, of: series)
    case .number(let number) where family.kind == .counter: tell(number, of: series)
    case .count(let count): set(Double(count), of: series)
    case .number(let number): set(number, of: series)
    case .histogram(let counts):
      for (bucket, count) in counts.buckets {
        tell(count, of: Series(family.name + "_bucket", labels + [(key: "le", value: bucket)]))
      }
      tell(counts.seconds, of: Series(family.name + "_sum", labels))
      tell(counts.count, of: Series(family.name + "_count", labels))
    }
  }

  private mutating func tell(_ count: Int, of series: Series) {
    let (counter, told) =
      counts[series] ?? (Counter(label: series.name, dimensions: series.dimensions, factory: factory), 0)
    if count > told { counter.increment(by: count - told) }
    counts[series] = (counter, max(count, told))
  }

  private mutating func tell(_ number: Double, of series: Series) {
    let (counter, told) =
      numbers[series]
      ?? (FloatingPointCounter(label: series.name, dimensions: series.dimensions, factory: factory), 0)
    if number > told { counter.increment(by: number - told) }
    numbers[series] = (counter, max(number, told))
  }

  private mutating func set(_ number: Double, of series: Series) {
    let meter = meters[series] ?? CoreMetrics.Meter(label: series.name, dimensions: series.dimensions, factory: factory)
    meter.set(number)
    meters[series] = meter
  }
}

/// Reports to a backend of swift-metrics every ten seconds, and once more at the end.
struct MetricsReporter: ServiceLifecycle.Service {
  private static let interval = Duration.seconds(10)

  let context: ServiceContext
  let factory: any MetricsFactory

  func run() async {
    var report = MetricsReport(to: factory)
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      report.tell(MetricFamily.all(context))
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.interval) }
    }
    report.tell(MetricFamily.all(context))
  }
}
