import HTTPTypes
import MicroHTTP

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
