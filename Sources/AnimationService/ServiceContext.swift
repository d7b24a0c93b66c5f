import Documents
import Dispatch
import TextBytes
import LabelStore
import System
import Logging
import MicroHTTP
import TextAnimation
import Timing

#if LocaleFormats
  import LocalizedNumbers
#endif

/// What all loops share: settings, catalogues, and the few counters that cross threads.
///
/// A class, because every request hands it on a dozen times.
final class ServiceContext: Sendable {
  let settings: Settings
  let documentLimits: DocumentLimits
  let curves: CurveCatalog
  let interpolators: InterpolatorCatalog
  /// `auto`, `none`, and the interpolations of the catalogue.
  let interpolationNames: [String]
  /// What `auto` tries, in order, by its places in the catalogue.
  let automaticInterpolations: [Int]
  /// How a text changes where a request says nothing.
  let plainHow: How
  let readiness = Readiness()
  let workQueue: WorkQueue
  let assets = PreparedAssets()
  let streamLimits: StreamLimits
  /// Limits the requests of each client.
  let limiter: RateLimiter?
  /// Limits the work that each client causes.
  let workLimiter: RateLimiter?
  #if LocaleFormats
    let numberFormats = LocalizedFormats()
  #endif
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
    documentLimits = settings.documentLimits
    self.logger = logger
    self.curves = curves
    self.interpolators = interpolators
    interpolationNames = Parameter.Kind.interpolations(of: interpolators)
    automaticInterpolations = ["number", "colors", "numbers", "words"].compactMap { name in
      interpolators.entries.firstIndex { $0.name == name }
    }
    let curve = try? curves.curve(Manner.defaultCurve)
    plainHow = How(Manner(curve: WrittenCurve(text: Manner.defaultCurve, curve: curve ?? Linear())))
    streamLimits = StreamLimits(settings)
    limiter = RateLimiter(requests: settings)
    workLimiter = RateLimiter(work: settings)
    metrics = ServiceMetrics(connectionLimit: settings.maximumConnections)
    labelRates = LabelRates(settings)
    labels = store.map { [labelCounters] in
      LabelDirectory($0, remembering: settings.rememberedLabels, counters: labelCounters)
    }
    labels?.observe(in: self)
  }
}

extension ServiceContext {
  /// How a request names an interpolation.
  func interpolationName(_ choice: InterpolationChoice) -> String {
    switch choice {
    case .auto: "auto"
    case .none: "none"
    case .entry(let index): interpolators.entries[index].name
    }
  }

  /// The parameters that make a difference to an interpolation.
  func takes(_ choice: InterpolationChoice) -> InterpolatorCatalog.Takes {
    switch choice {
    case .auto: [.roundingFactor, .format]
    case .none: []
    case .entry(let index): interpolators.entries[index].takes
    }
  }

  /// Makes one document before listening, so that the first request does not wait for what is loaded once.
  ///
  /// It has no locale: ICU's data takes 30 ms, so it is loaded while the service listens already.
  func warmUp() {
    #if LocaleFormats
      DispatchQueue.global(qos: .utility).async { [numberFormats] in numberFormats.load() }
    #endif
    let members = [("from", "1.5"), ("to", "20"), ("duration", "0.1")].map { JSONValue.Member($0, .string($1)) }
    var parameters = RequestParameters(members, by: .frames, in: self)
    let prepared = try? parameters.finishedAnimation(in: self).prepared(in: self)
    _ = prepared.map {
      try? SequenceDocument(list: AnimationList($0), representation: .json).bytes(limits: documentLimits)
    }
  }
}
