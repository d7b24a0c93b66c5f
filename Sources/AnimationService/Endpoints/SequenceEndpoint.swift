import HTTPTypes
import MicroHTTP
import TextBytes

/// `/v1/frames`: the whole sequence at once.
struct SequenceEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext

  func respond(to request: Request) throws(Problem) -> Response {
    var reader = ParameterReader(try Parameters(of: request))
    let representation = try SequenceRepresentation.chosen(by: &reader, accept: request.headerFields[.accept])
    let animation = try AnimationRequest(reading: &reader, in: context)
    try reader.finish()
    let prepared = try animation.prepared(in: context)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = try SequenceDocument(prepared, representation).bytes(limits: context.settings)
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }
}
