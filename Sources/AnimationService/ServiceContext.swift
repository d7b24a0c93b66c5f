import TextAnimation
import Timing

#if LocaleFormats
  import LocalizedNumbers
#endif

/// What all loops share: settings, catalogues, and the few counters that cross threads.
struct ServiceContext: Sendable {
  let settings: Settings
  let curves: CurveCatalog
  let interpolators: InterpolatorCatalog
  let readiness = Readiness()
  let quota: StreamQuota
  #if LocaleFormats
    let numberFormats = LocalizedFormats()
  #endif
  let cacheCounters = CacheCounters()

  init(settings: Settings, curves: CurveCatalog = .standard, interpolators: InterpolatorCatalog = .standard) {
    self.settings = settings
    self.curves = curves
    self.interpolators = interpolators
    quota = StreamQuota(limit: settings.maximumStreams)
  }
}
