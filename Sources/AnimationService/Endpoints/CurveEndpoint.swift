import HTTPTypes
import MicroHTTP

/// `/v1/curve`: one curve as numbers, as CSS, or as a picture.
struct CurveEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext
  let work: LongWork

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .curve, in: context)
    let representation = try CurveRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let curve = try CurveRequest(parameters, settlingWithin: context.settings.maximumStreamSeconds)
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      let document = try work.value(of: (representation, curve)) { (asked, _, meter) throws(Problem) in
        asked.0.document(of: asked.1, spending: &meter) ?? []
      }
      return document.map { .bytes($0) }
    }
  }
}

/// `/v1/curves`: every name a request can use.
struct CurvesEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .catalog, in: context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      .bytes(CatalogDocument(curves: context.curves, interpolators: context.interpolators).bytes())
    }
  }
}
