import Documents
import HTTPTypes
import MicroHTTP
import Requests
import ServiceSettings

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
    try loop.answers.step(for: request) { request throws(Problem) in try curve(request, loop) }
  }

  private static func curve(_ request: Request, _ loop: LoopServices) throws(Problem) -> Step {
    var parameters = try RequestParameters(of: request, by: .curve, in: loop.context.requests)
    let form = try CurveRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let curve = try ShownCurve(parameters, settlingWithin: loop.context.settings.maximumStreamSeconds)
    guard !request.holds(form.mediaType) else { return .answer(.cacheable(as: form.mediaType, to: request, nil)) }
    return try loop.work.step { bench in
      form.document(of: curve, spending: &bench.meter) ?? []
    } then: { document in
      .answer(.cacheable(as: form.mediaType, to: request, .bytes(document)))
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
    try loop.answers.step(for: request) { request throws(Problem) in
      var parameters = try RequestParameters(of: request, by: .catalog, in: loop.context.requests)
      let mediaType = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept]).mediaType
      try parameters.finish()
      let catalog = CatalogDocument(
        curves: loop.context.requests.curves, interpolators: loop.context.requests.interpolators)
      let body: Response.Body? = request.holds(mediaType) ? nil : .bytes(catalog.bytes())
      return .answer(.cacheable(as: mediaType, to: request, body))
    }
  }
}
