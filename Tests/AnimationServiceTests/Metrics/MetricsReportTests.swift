import CoreMetrics
import Synchronization
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct MetricsReportTests {
  private func counter(_ count: Int) -> MetricFamily {
    MetricFamily(
      name: "sent_total", kind: .counter, help: "", samples: [(["to": "a"], .count(count))])
  }

  @Test func `a counter is told by its differences`() {
    let backend = Backend()
    var report = MetricsReport(to: backend)
    for count in [3, 3, 10] { report.tell([counter(count)]) }
    #expect(backend.heard == ["sent_total to=a +3.0", "sent_total to=a +7.0"])
  }

  @Test func `a gauge is told as it is`() {
    let backend = Backend()
    var report = MetricsReport(to: backend)
    for number in [1.5, 0] { report.tell([MetricFamily("open", .gauge, "", .number(number))]) }
    report.tell([MetricFamily("open", .gauge, "", .count(4))])
    #expect(backend.heard == ["open 1.5", "open 0.0", "open 4.0"])
  }

  @Test func `a histogram is told as counters of its buckets`() {
    let backend = Backend()
    var report = MetricsReport(to: backend)
    for counts in [[1, 0], [1, 2]] {
      let histogram = HistogramCounts(bounds: [1_000_000], counts: counts, nanoseconds: counts[1] * 500_000_000)
      report.tell([MetricFamily("d_seconds", .histogram, "", .histogram(histogram))])
    }
    #expect(
      backend.heard == [
        "d_seconds_bucket le=0.001 +1.0", "d_seconds_bucket le=+Inf +1.0", "d_seconds_count +1.0",
        "d_seconds_bucket le=+Inf +2.0", "d_seconds_sum +1.0", "d_seconds_count +2.0",
      ])
  }

  @Test func `a backend hears of everything that the endpoint shows`() {
    let service = TestService()
    _ = service.get("/v1/frames?to=1")
    let (backend, families) = (Backend(), MetricFamily.all(service.context))
    var report = MetricsReport(to: backend)
    report.tell(families)
    let names = Set(backend.heard.compactMap { $0.split(separator: " ").first.map(String.init) })
    for family in families where family.kind == .gauge { #expect(names.contains(family.name)) }
    #expect(names.isSuperset(of: ["kinetype_http_requests_total", "kinetype_http_request_duration_seconds_count"]))
  }
}

struct MetricsReporterTests {
  @Test func `at its end it tells what has happened last`() async {
    let (service, backend) = (TestService(), Backend())
    service.context.readiness.end()
    let reporter = Task { await MetricsReporter(context: service.context, factory: backend).run() }
    reporter.cancel()
    await reporter.value
    #expect(backend.heard.last { $0.hasPrefix("kinetype_ready ") } == "kinetype_ready 0.0")
  }
}

/// A backend of swift-metrics that writes down what it hears.
private final class Backend: MetricsFactory {
  private let words = Mutex<[String]>([])

  var heard: [String] { words.withLock { $0 } }

  private func listener(_ label: String, _ dimensions: [(String, String)]) -> Listener {
    let name = ([label] + dimensions.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    return Listener { [self] word in words.withLock { $0.append("\(name) \(word)") } }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    listener(label, dimensions)
  }
  func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    listener(label, dimensions)
  }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    listener(label, dimensions)
  }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    NOOPMetricsHandler.instance
  }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

private final class Listener: CounterHandler, FloatingPointCounterHandler, MeterHandler {
  private let hear: @Sendable (String) -> Void

  init(_ hear: @escaping @Sendable (String) -> Void) { self.hear = hear }

  func increment(by amount: Int64) { hear("+\(Double(amount))") }
  func increment(by amount: Double) { hear("+\(amount)") }
  func decrement(by amount: Double) { hear("-\(amount)") }
  func set(_ value: Int64) { hear("\(Double(value))") }
  func set(_ value: Double) { hear("\(value)") }
  func reset() {}
}
