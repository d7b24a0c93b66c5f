import HTTPTypes
import MicroHTTP
import TextBytes

/// `/metrics`: everything counted, in Prometheus' text format.
///
/// Only that format: a Prometheus server asks for OpenMetrics first but takes this one as well, and reads nothing from
/// the other that it would not find here.
struct MetricsEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext

  func respond(to request: Request) -> Response {
    var text = UTF8Buffer(capacity: 32_768)
    for family in MetricFamily.all(context) { family.write(to: &text) }
    return Response(
      headerFields: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: .bytes(text.bytes()))
  }
}
