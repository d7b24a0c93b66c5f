import Testing
import TextBytes

@testable import Deployment
@testable import AnimationService

struct MetricFamilyTests {
  private func text(_ family: MetricFamily) -> String {
    var text = UTF8Buffer()
    family.write(to: &text)
    return text.text()
  }

  @Test func `a count has one line below its head`() {
    #expect(
      text(MetricFamily("streams_open", .gauge, "Open.", .count(3)))
        == """
        # HELP streams_open Open.
        # TYPE streams_open gauge
        streams_open 3

        """)
  }

  @Test func `each case of an enumeration has a series, also where nothing has happened`() {
    let family = MetricFamily("ended_total", .counter, "Ended.", by: "reason") { (outcome: StreamEnd) in
      outcome == .stalled ? 2 : 0
    }
    #expect(
      text(family).split(separator: "\n").dropFirst(2).sorted() == [
        #"ended_total{reason="client_left"} 0"#, #"ended_total{reason="deleted"} 0"#,
        #"ended_total{reason="expired"} 0"#, #"ended_total{reason="finished"} 0"#,
        #"ended_total{reason="forbidden"} 0"#, #"ended_total{reason="lifetime"} 0"#,
        #"ended_total{reason="server_stopped"} 0"#, #"ended_total{reason="shutdown"} 0"#,
        #"ended_total{reason="stalled"} 2"#, #"ended_total{reason="token-expired"} 0"#,
      ])
  }

  @Test func `a histogram has its buckets, its sum and its count`() {
    let counts = HistogramCounts(bounds: [1_000_000, 1_000_000_000], counts: [1, 2, 4], nanoseconds: 1_500_000_000)
    let family = MetricFamily(
      name: "d_seconds", kind: .histogram, help: "D.",
      samples: [(["route": "/"], .histogram(counts))])
    #expect(
      text(family) == """
        # HELP d_seconds D.
        # TYPE d_seconds histogram
        d_seconds_bucket{route="/",le="0.001"} 1
        d_seconds_bucket{route="/",le="1"} 3
        d_seconds_bucket{route="/",le="+Inf"} 7
        d_seconds_sum{route="/"} 1.5
        d_seconds_count{route="/"} 7

        """)
  }
}
