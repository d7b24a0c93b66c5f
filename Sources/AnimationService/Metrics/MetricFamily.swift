import LabelStore
import LiveLabels
import Deployment
import MicroHTTP
import Requests
import System
import TextBytes
import Viewers

/// One metric with all its samples, at one moment.
struct MetricFamily: Sendable {
  let name: String
  let kind: MetricKind
  let help: String
  /// Its series.
  let samples: [(labels: KeyValuePairs<String, String>, value: Value)]

  /// What a series shows.
  enum Value: Sendable {
    case count(Int)
    case number(Double)
    case histogram(HistogramCounts)
  }
}

extension MetricFamily {
  /// A metric of one series.
  init(_ name: String, _ kind: MetricKind, _ help: String, _ value: Value) {
    self.init(name: name, kind: kind, help: help, samples: [([:], value)])
  }

  /// A metric with a series for each case of an enumeration.
  init<Key: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ kind: MetricKind, _ help: String, by label: String, _ value: (Key) -> Int
  ) {
    self.init(
      name: name, kind: kind, help: help, samples: Key.allCases.map { ([label: $0.rawValue], .count(value($0))) })
  }
}

// MARK: - Writing

extension MetricFamily {
  /// Appends the metric in Prometheus' text format.
  func write(to text: inout UTF8Buffer) {
    text.appendMetricHead(name, kind, help: help)
    for sample in samples {
      switch sample.value {
      case .count(let count): text.appendMetricSample(name, labels: sample.labels) { $0.append(decimal: count) }
      case .number(let number): text.appendMetricSample(name, labels: sample.labels) { $0.append(shortest: number) }
      case .histogram(let counts): write(counts, sample.labels, to: &text)
      }
    }
  }

  private func write(_ counts: HistogramCounts, _ labels: KeyValuePairs<String, String>, to text: inout UTF8Buffer) {
    for (bucket, count) in counts.buckets {
      text.appendMetricSample(name + "_bucket", labels: Array(labels) + [(key: "le", value: bucket)]) {
        $0.append(decimal: count)
      }
    }
    text.appendMetricSample(name + "_sum", labels: labels) { $0.append(shortest: counts.seconds) }
    text.appendMetricSample(name + "_count", labels: labels) { $0.append(decimal: counts.count) }
  }
}

extension HistogramCounts {
  /// All durations together, in seconds.
  var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The name of each bucket, its upper end in seconds, and how many durations are no longer.
  var buckets: [(le: String, count: Int)] {
    let ends = bounds.map { bound in UTF8Buffer.text { $0.append(shortest: Double(bound) / 1e9) } }
    return zip(ends + ["+Inf"], cumulative).map { (le: $0, count: $1) }
  }
}

extension MetricFamily {
  /// Every metric of the service, as it is at this moment.
  ///
  /// The names follow Prometheus' conventions: base units, `_total` for what only grows, `process_…` as every exporter
  /// has them.
  static func all(_ context: ServiceContext) -> [MetricFamily] {
    requests(context.metrics.loops.flatMap(\.requests)) + connections(context) + streams(context)
      + frames(context.metrics) + labels(context) + caches(context) + service(context) + process(ProcessStatus())
  }

  private static func requests(_ all: [RequestSeries]) -> [MetricFamily] {
    var (counts, durations) = ([[String]: Int](), [String: HistogramCounts]())
    for series in all {
      let histogram = series.durations.counts
      counts[[series.route, series.method, String(series.status)], default: 0] += histogram.count
      durations[series.route] = durations[series.route].map { $0 + histogram } ?? histogram
    }
    return [
      MetricFamily(
        name: "kinetype_http_requests_total", kind: .counter, help: "Requests answered, by route, method and status.",
        samples: counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, count in
          (["route": key[0], "method": key[1], "code": key[2]], .count(count))
        }),
      MetricFamily(
        name: "kinetype_http_request_duration_seconds", kind: .histogram,
        help: "Time for which a request held up its event loop; of a stream until it began.",
        samples: durations.sorted { $0.key < $1.key }.map { (["route": $0.key], .histogram($0.value)) }),
    ]
  }

  private static func connections(_ context: ServiceContext) -> [MetricFamily] {
    let metrics = context.metrics
    return [
      MetricFamily(
        "kinetype_connections_accepted_total", .counter, "Connections accepted.",
        .count(metrics.sum { $0.connectionsAccepted.value })),
      MetricFamily(
        "kinetype_connections_open", .gauge, "Connections that are open.", .count(metrics.openConnections)),
      MetricFamily(
        "kinetype_connections_limit", .gauge, "Connections that may be open.",
        .count(metrics.connectionLimit)),
      MetricFamily("kinetype_rejections_total", .counter, "Refusals, by the limit or rule.", by: "reason") {
        (reason: Rejection) in metrics.sum { $0.rejections[reason] }
      },
    ]
  }

  private static func streams(_ context: ServiceContext) -> [MetricFamily] {
    let metrics = context.metrics
    return [
      MetricFamily("kinetype_streams_open", .gauge, "Streams that are open.", .count(metrics.openStreams)),
      MetricFamily(
        "kinetype_streams_limit", .gauge, "Streams that may be open.", .count(context.settings.maximumStreams)),
      MetricFamily(
        "kinetype_streams_frames_per_second", .gauge, "Frames a second that the open streams are due together.",
        .number(context.streamLimits.framesPerSecond)),
      MetricFamily(
        "kinetype_streams_bytes", .gauge, "Bytes that the open streams keep ready.",
        .count(context.streamLimits.bytes.taken)),
      MetricFamily(
        "kinetype_streams_bytes_limit", .gauge, "Bytes that open streams may keep ready; 0 is no limit.",
        .count(context.streamLimits.bytes.limit ?? 0)),
      MetricFamily(
        "kinetype_streams_started_total", .counter, "Streams begun.", .count(metrics.sum { $0.streamsStarted.value })),
      MetricFamily("kinetype_streams_ended_total", .counter, "Streams ended, by what ended them.", by: "reason") {
        (end: StreamEnd) in metrics.sum { $0.streamsEnded[end] }
      },
      MetricFamily(
        "kinetype_label_viewers", .gauge, "Labels that open streams watch, counted for each stream.",
        .count(metrics.sum { $0.labelViewers.value })),
      MetricFamily(
        "kinetype_label_channels", .gauge, "Labels that are written for streams, in each form and on each loop.",
        .count(metrics.sum { $0.labelChannels.value })),
      MetricFamily(
        "kinetype_label_changes_shown_total", .counter, "Changes of labels that were written for streams.",
        .count(metrics.sum { $0.labelChanges.value })),
    ]
  }

  private static func frames(_ metrics: ServiceMetrics) -> [MetricFamily] {
    [
      MetricFamily(
        "kinetype_frames_sent_total", .counter, "Frames sent.", .count(metrics.sum { $0.framesSent.value })),
      MetricFamily(
        name: "kinetype_frames_skipped_total", kind: .counter,
        help: "Frames that a newer one replaced, by whether the service or the client was too slow.",
        samples: [
          (["cause": "service"], .count(metrics.sum { $0.framesMissed.value })),
          (["cause": "client"], .count(metrics.sum { $0.framesRefused.value })),
        ]),
      MetricFamily(
        "kinetype_frame_lateness_seconds", .histogram,
        "From the moment a frame was due to its write, where its client did not hold it up.",
        .histogram(metrics.lateness)),
      MetricFamily(
        name: "kinetype_loop_overloaded", kind: .gauge, help: "1 while an event loop is overloaded.",
        samples: metrics.loops.map {
          (["loop": String($0.loop)], .count($0.overload.value))
        }),
    ]
  }

  private static func labels(_ context: ServiceContext) -> [MetricFamily] {
    guard let labels = context.labels else { return [] }
    return [
      MetricFamily("kinetype_labels", .gauge, "Labels that are kept.", .count(labels.count)),
      MetricFamily(
        "kinetype_labels_limit", .gauge, "Labels that may be kept.", .count(context.settings.maximumLabels)),
      MetricFamily(
        "kinetype_label_changes_total", .counter, "Changes of labels that were kept.",
        .count(labels.metrics.changes.value)),
      MetricFamily(
        "kinetype_labels_expired_total", .counter, "Labels deleted when their time was over.",
        .count(labels.metrics.expired.value)),
      MetricFamily(
        "kinetype_label_store_seconds", .histogram, "From asking the store for a change to its answer.",
        .histogram(labels.metrics.latency.counts)),
      MetricFamily(
        "kinetype_labels_writable", .gauge, "1 while changes of labels can be kept.",
        .count(labels.trouble == nil && labels.remoteStatus?.isReachable != false ? 1 : 0)),
    ] + remoteStore(labels)
  }

  private static func remoteStore(_ labels: LabelDirectory) -> [MetricFamily] {
    guard let status = labels.remoteStatus else { return [] }
    func seconds(_ name: String, _ help: String, _ duration: Duration?) -> [MetricFamily] {
      duration.map { [MetricFamily(name, .gauge, help, .number($0 / .seconds(1)))] } ?? []
    }
    return [
      MetricFamily("kinetype_redis_up", .gauge, "1 while Redis is reached.", .count(status.isReachable ? 1 : 0)),
      MetricFamily(
        "kinetype_redis_reconnections_total", .counter, "How often Redis was reached again.",
        .count(status.reconnections)),
      MetricFamily(
        "kinetype_label_changes_healed_total", .counter,
        "Changes of labels that no message told, found when labels were read again.",
        .count(labels.metrics.healed.value)),
    ]
      + seconds(
        "kinetype_redis_clock_offset_seconds", "How far the clock of Redis is before this machine's.",
        status.clockOffset)
      + seconds(
        "kinetype_redis_clock_uncertainty_seconds", "How wrong this node may be about the clock of Redis.",
        status.clockUncertainty)
      + seconds(
        "kinetype_label_reread_age_seconds", "Since when labels were last read again, should a message have been lost.",
        status.sinceReread)
  }

  private static func caches(_ context: ServiceContext) -> [MetricFamily] {
    let caches = [
      ("answers", context.cacheCounters), ("streams", context.planCounters), ("times", context.timingCounters),
      ("labels", context.labelCounters),
    ]
    func family(
      _ name: String, _ kind: MetricKind, _ help: String, _ number: (CacheCounters) -> Int
    ) -> MetricFamily {
      MetricFamily(
        name: name, kind: kind, help: help,
        samples: caches.map { (["cache": $0], .count(number($1))) })
    }
    return [
      family("kinetype_cache_hits_total", .counter, "Requests that a cache knew.", \.hits),
      family("kinetype_cache_misses_total", .counter, "Requests that had to be computed.", \.misses),
      family("kinetype_cache_evictions_total", .counter, "Entries dropped to make room.", \.evictions),
      family("kinetype_cache_entries", .gauge, "Entries kept by the caches of all loops.", \.entries),
      family("kinetype_cache_bytes", .gauge, "Bytes kept by the caches of all loops.", \.bytes),
    ]
  }

  private static func service(_ context: ServiceContext) -> [MetricFamily] {
    [
      MetricFamily(
        "kinetype_ready", .gauge, "1 while the service wants new work.", .count(context.readiness.isReady ? 1 : 0)),
      MetricFamily(
        "kinetype_client_work_seconds_total", .counter,
        "Work that clients were charged, where KINETYPE_WORK_MILLISECONDS_PER_SECOND limits it, in seconds of a core.",
        .number(context.workLimiter?.seconds ?? 0)),
      MetricFamily(
        name: "kinetype_build_info", kind: .gauge, help: "1; the labels say what is running.",
        samples: [
          (["version": KinetypeVersion.text, "swift": KinetypeVersion.compiler], .count(1))
        ]),
    ]
  }

  private static func process(_ status: ProcessStatus) -> [MetricFamily] {
    [
      MetricFamily(
        "process_cpu_seconds_total", .counter, "User and system CPU time spent, in seconds.",
        .number(status.cpuTime / .seconds(1))),
      MetricFamily(
        "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", .count(status.residentBytes)),
      MetricFamily(
        "process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", .count(status.virtualBytes)),
      MetricFamily("process_open_fds", .gauge, "Number of open file descriptors.", .count(status.openDescriptors)),
      MetricFamily(
        "process_max_fds", .gauge, "Maximum number of open file descriptors.", .count(status.maximumDescriptors)),
      MetricFamily(
        "process_start_time_seconds", .gauge, "Start time of the process since the Unix epoch, in seconds.",
        .number(ProcessStatus.startTime)),
    ]
  }
}
