import HTTPTypes
import MicroHTTP
import WireFormat

/// `/v1/frames`: the whole sequence at once, or several.
struct SequenceEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let timingTables: TimingTables
  let interlude: Interlude

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .frames, in: context)
    guard let list = parameters.animations else { return try one(&parameters, request) }
    return try several(list, &parameters, request)
  }

  private func one(_ parameters: inout RequestParameters, _ request: Request) throws(Problem) -> Response {
    let accept = request.headerFields.value(of: .accept)
    let representation = try SequenceRepresentation.chosen(by: &parameters, accept: accept)
    if parameters.animation.isEndless { parameters.refuse("repeat", ParameterProblem.endless.detail) }
    let animation = try parameters.finishedAnimation(in: context)
    let prepared = try animation.prepared(in: context, pausing: interlude)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let document = SequenceDocument(prepared, representation, sharing: timingTables, pausing: interlude)
    let body = try document.bytes(limits: context.settings)
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }

  private func several(
    _ list: JSONValue, _ parameters: inout RequestParameters, _ request: Request
  ) throws(Problem) -> Response {
    let accept = request.headerFields.value(of: .accept)
    let representation = try TimelineRepresentation.chosen(by: &parameters, accept: accept)
    let animations = AnimationListRequest(list, with: &parameters, in: context)
    try parameters.finish()
    let list = try animations.prepared(in: context, mayBeEndless: false, pausing: interlude)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = try TimelineDocument(
      list, representation, limits: context.settings, sharing: timingTables, pausing: interlude
    ).bytes()
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }
}
