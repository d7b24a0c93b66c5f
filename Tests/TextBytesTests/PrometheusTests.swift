import Testing
import TextBytes

/// The rules are those of "Exposition formats" in Prometheus' documentation, text format 0.0.4.
struct PrometheusTests {
  @Test(arguments: [MetricKind.counter, .gauge, .histogram])
  func `a metric begins with its help and its type`(kind: MetricKind) {
    #expect(
      written { $0.appendMetricHead("frames_total", kind, help: "Frames sent.") }
        == "# HELP frames_total Frames sent.\n# TYPE frames_total \(kind)\n")
  }

  @Test func `help keeps its quotes and escapes what would end its line`() {
    #expect(
      written { $0.appendMetricHead("x", .gauge, help: "a \"b\" \\ c\nd é") }
        == "# HELP x a \"b\" \\\\ c\\nd é\n# TYPE x gauge\n")
  }

  @Test func `a sample without labels has no braces`() {
    let none: KeyValuePairs<String, String> = [:]
    #expect(written { $0.appendMetricSample("x", labels: none) { $0.append(decimal: -7) } } == "x -7\n")
  }

  @Test func `labels keep their order`() {
    let labels: KeyValuePairs = ["route": "/v1/frames", "code": "200"]
    #expect(
      written { $0.appendMetricSample("x_total", labels: labels) { $0.append(decimal: 12) } }
        == "x_total{route=\"/v1/frames\",code=\"200\"} 12\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\nb"#), ("\\n", #"\\n"#),
    ("é🎈", "é🎈"), ("{},=#", "{},=#"),
  ])
  func `a label's value cannot end early`(value: String, escaped: String) {
    #expect(
      written { $0.appendMetricSample("x", labels: ["l": value] as KeyValuePairs) { $0.append(decimal: 1) } }
        == "x{l=\"\(escaped)\"} 1\n")
  }
}
