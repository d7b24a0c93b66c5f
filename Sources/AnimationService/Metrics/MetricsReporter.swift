import CoreMetrics
import ServiceLifecycle

/// Reports to a backend of swift-metrics every ten seconds, and once more at the end.
struct MetricsReporter: ServiceLifecycle.Service {
  private static let interval = Duration.seconds(10)

  let context: ServiceContext
  let factory: any MetricsFactory

  func run() async {
    var report = MetricsReport(to: factory)
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      report.tell(MetricFamilies(context).all)
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.interval) }
    }
    report.tell(MetricFamilies(context).all)
  }
}
