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
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = CatalogDocument(curves: context.curves, interpolators: context.interpolators).bytes()
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }
}
