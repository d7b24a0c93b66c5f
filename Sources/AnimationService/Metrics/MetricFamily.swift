import TextBytes

/// One metric with all its samples, at one moment.
struct MetricFamily: Sendable {
  let name: String
  let kind: MetricKind
  let help: String
  let samples: [Sample]

  /// One series of a metric.
  struct Sample: Sendable {
    let labels: KeyValuePairs<String, String>
    let value: Value
  }

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
    self.init(name: name, kind: kind, help: help, samples: [Sample(labels: [:], value: value)])
  }

  /// A metric with a series for each case of an enumeration.
  init<Key: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ kind: MetricKind, _ help: String, by label: String, _ value: (Key) -> Int
  ) {
    let samples = Key.allCases.map { Sample(labels: [label: $0.rawValue], value: .count(value($0))) }
    self.init(name: name, kind: kind, help: help, samples: samples)
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
    let ends = bounds.map { bound in
      var text = UTF8Buffer(capacity: 16)
      text.append(shortest: Double(bound) / 1e9)
      return text.text()
    }
    return zip(ends + ["+Inf"], cumulative).map { (le: $0, count: $1) }
  }
}
