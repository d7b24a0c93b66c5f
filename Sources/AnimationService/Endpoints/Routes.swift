import MicroHTTP

/// Which endpoints stand at which address.
enum Routes {
  /// What the public address serves: all there is, or what an admin address leaves to it.
  static func open(
    _ context: ServiceContext, viewers: LoopViewers, work: LongWork, gate: Gate
  ) -> [String: any Endpoint] {
    let corsPolicy = CORSPolicy(context.settings)
    let others = context.settings.hasAdminAddress ? probes(context, corsPolicy) : admin(context, corsPolicy)
    return animations(context, viewers: viewers, work: work, gate: gate).merging(others) {
      own, _ in own
    }
  }

  /// What the admin address serves, to no page of a browser.
  static func admin(_ context: ServiceContext, _ corsPolicy: CORSPolicy? = nil) -> [String: any Endpoint] {
    probes(context, corsPolicy).merging(["/metrics": MetricsEndpoint(context: context)]) { own, _ in own }
  }

  /// What has to be at hand wherever somebody asks.
  private static func probes(_ context: ServiceContext, _ corsPolicy: CORSPolicy?) -> [String: any Endpoint] {
    [
      "/healthz": LivenessEndpoint(corsPolicy),
      "/readyz": ReadinessEndpoint(readiness: context.readiness, labels: context.labels),
    ]
  }

  private static func animations(
    _ context: ServiceContext, viewers: LoopViewers, work: LongWork, gate: Gate
  ) -> [String: any Endpoint] {
    let cache = AnswerCache(context.settings, counters: context.cacheCounters)
    let compression = Compression(context.settings)
    func cached(_ endpoint: any Endpoint) -> CachedEndpoint {
      CachedEndpoint(endpoint, cache: cache, compression: compression, work: work)
    }
    var endpoints: [String: any Endpoint] = [
      "/v1/frames": cached(SequenceEndpoint(context: context, timingTables: viewers.timingTables, work: work)),
      "/v1/frame": cached(FrameEndpoint(context: context, work: work)),
      "/v1/stream": StreamEndpoint(viewers: viewers, gate: gate),
      "/v1/curves": cached(CurvesEndpoint(context: context)),
      "/v1/curve": cached(CurveEndpoint(context: context, work: work)),
    ]
    for file in context.assets.all(in: context) {
      endpoints[file.path] = AssetEndpoint(file, compression: compression)
    }
    return endpoints.merging(labels(context, viewers, work, gate, cached)) { own, _ in own }
  }

  private static func labels(
    _ context: ServiceContext, _ viewers: LoopViewers, _ work: LongWork, _ gate: Gate,
    _ cached: (any Endpoint) -> CachedEndpoint
  ) -> [String: any Endpoint] {
    guard let directory = context.labels else {
      let paths = [
        "/v1/labels", "/v1/labels/{id}", "/v1/labels/{id}/add", "/v1/labels/{id}/frames", "/v1/labels/{id}/stream",
        "/v1/labels/stream", "/v1/time",
      ]
      return Dictionary(uniqueKeysWithValues: paths.map { ($0, LabelsOffEndpoint()) })
    }
    let labels = LabelService(
      context: context, directory: directory, access: LabelAccess(context.settings), work: work,
      metrics: viewers.metrics)
    return [
      "/v1/labels": LabelListEndpoint(labels: labels),
      "/v1/labels/{id}": LabelEndpoint(labels: labels),
      "/v1/labels/{id}/add": LabelAdditionEndpoint(labels: labels),
      "/v1/labels/{id}/frames": OpenLabelFrames(
        labels: labels, frames: cached(LabelFramesEndpoint(labels: labels, timingTables: viewers.timingTables))),
      "/v1/labels/{id}/stream": LabelStreamEndpoint(labels: labels, viewers: viewers, gate: gate),
      "/v1/labels/stream": LabelsStreamEndpoint(labels: labels, viewers: viewers, gate: gate),
      "/v1/time": TimeEndpoint(store: directory.store),
    ]
  }
}
