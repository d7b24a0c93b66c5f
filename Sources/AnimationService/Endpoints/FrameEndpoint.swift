import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/frame`: one frame by index, time or progress of the duration, computed without the others.
struct FrameEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext
  let work: LongWork

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .frame, in: context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let position = FramePosition(&parameters)
    let animation = try parameters.finishedAnimation(in: context)
    let prepared = try work.value(cost: animation.preparationCost) { [context] () throws(Problem) in
      try animation.prepared(in: context)
    }
    guard let prepared else { return LongWork.later }
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = prepared.document(ofFrame: try position.index(in: prepared.sequence))
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }
}
