import Documents
import HTTPTypes
import MicroHTTP
import Requests
import Deployment

extension Endpoint {
  /// One curve as numbers, as CSS, or as a picture.
  static let curve = Endpoint(
    "/v1/curve",
    [
      Operation(
        .get, "getCurve", "One curve as numbers, as CSS `linear()`, or as a picture.", at: .curve,
        answers: [
          .init(
            fields: Operation.Answer.kept, of: Operation.Answer.forms(CurveRepresentation.allCases, json: ["Curve"]))
        ])
    ]
  ) { request, loop throws(Problem) in
    try loop.answers.document(for: request) { request, bench throws(Problem) in
      var parameters = try RequestParameters(of: request, by: .curve, in: bench.context.requests)
      let form = try CurveRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
      let curve = try ShownCurve(parameters, settlingWithin: bench.context.settings.maximumStreamSeconds)
      return try MadeDocument(form.mediaType, for: request, by: bench.context.maker) {
        .whole(form.document(of: curve, spending: &bench.meter) ?? [])
      }
    }
  }

  /// Every name a request can use.
  static let curves = Endpoint(
    "/v1/curves",
    [
      Operation(
        .get, "getCatalogue", "Every curve, interpolation, effect and format, with parameters and defaults.",
        at: .catalog, answers: [.init(fields: Operation.Answer.kept, of: Operation.Answer.json("Catalogue"))])
    ]
  ) { request, loop throws(Problem) in
    try loop.answers.document(for: request) { request, bench throws(Problem) in
      var parameters = try RequestParameters(of: request, by: .catalog, in: bench.context.requests)
      let mediaType = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept]).mediaType
      try parameters.finish()
      let requests = bench.context.requests
      return try MadeDocument(mediaType, for: request, by: bench.context.maker) {
        .whole(catalogDocument(curves: requests.curves, interpolators: requests.interpolators))
      }
    }
  }
}
