import Dispatch
import Documents
import LabelStore
import LiveLabels
import Logging
import Deployment
import MicroHTTP
import Requests
import System
import TextAnimation
import TextBytes
import Timing
import Viewers

/// What all loops share: settings, catalogues, and the few counters that cross threads.
///
/// A class, because every request hands it on a dozen times.
final class ServiceContext: Sendable {
  let settings: Settings
  let documentLimits: DocumentLimits
  /// What requests are read by.
  let requests: RequestContext
  /// What makes an answer that is not drawn, for its ``EntityTag``: the version, and what curves and interpolations do.
  let maker: [UInt8]
  let readiness = Readiness()
  let workQueue: WorkQueue
  /// All files for browsers, whose forms are made once for all loops.
  let assets: LazyValue<[PreparedAsset]>
  let streamLimits: StreamLimits
  /// Limits the requests of each client.
  let limiter: RateLimiter?
  /// Limits the work that each client causes.
  let workLimiter: RateLimiter?
  let cacheCounters = CacheCounters()
  let planCounters = CacheCounters()
  let timingCounters = CacheCounters()
  let labelCounters = CacheCounters()
  /// The labels; `nil` where the service keeps none.
  let labels: LabelDirectory?
  let labelRates: LabelRates
  let metrics: ServiceMetrics
  let logger: Logger
  /// Where the loops write their access logs.
  let logOutput: LineOutput

  init(
    settings: Settings, curves: CurveCatalog = .standard, interpolators: InterpolatorCatalog = .standard,
    logger: Logger = Logger(label: "kinetype") { _ in SwiftLogNoOpLogHandler() },
    logOutput: LineOutput = .standardError, workQueue: WorkQueue = WorkQueue(),
    labels store: (any LabelStore)? = LocalLabelStore()
  ) {
    self.workQueue = workQueue
    self.logOutput = logOutput
    self.settings = settings
    assets = LazyValue {
      ServedFiles(settings: settings, curves: curves, interpolators: interpolators).all.map {
        PreparedAsset($0, settings)
      }
    }
    documentLimits = settings.documentLimits
    self.logger = logger
    requests = RequestContext(limits: settings.requestLimits, curves: curves, interpolators: interpolators)
    maker = EntityTag.version + String(requests.fingerprint, radix: 16).utf8
    streamLimits = StreamLimits(settings)
    limiter = RateLimiter(requests: settings)
    workLimiter = RateLimiter(work: settings)
    metrics = ServiceMetrics(connectionLimit: settings.maximumConnections)
    labelRates = LabelRates(settings)
    labels = store.map { [requests, labelCounters] in
      LabelDirectory($0, settings, requests, workQueue, counters: labelCounters, logger: logger)
    }
  }
}

extension ServiceContext {
  /// Makes one document before listening, so that the first request does not wait for what is loaded once.
  ///
  /// It has no locale: ICU's data takes 30 ms, so it is loaded while the service listens already.
  func warmUp() {
    DispatchQueue.global(qos: .utility).async { [requests] in requests.loadNumberFormats() }
    let members = [("from", "1.5"), ("to", "20"), ("duration", "0.1")].map { JSONValue.Member($0, .string($1)) }
    var parameters = RequestParameters(members, by: .frames, in: requests)
    let prepared = try? parameters.finishedAnimation(in: requests).prepared(in: requests)
    _ = prepared.map {
      try? SequenceDocument(list: AnimationList($0), representation: .json).bytes(limits: documentLimits)
    }
  }
}
