import HTTPTypes
import MicroHTTP
import TextBytes

/// `/v1/frames`: the whole sequence at once, or several.
struct SequenceEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let timingTables: TimingTables
  let interlude: Interlude

  func respond(to request: Request) throws(Problem) -> Response {
    var reader = ParameterReader(try Parameters(of: request))
    return reader.offers("animations") ? try several(&reader, request) : try one(&reader, request)
  }

  private func one(_ reader: inout ParameterReader, _ request: Request) throws(Problem) -> Response {
    let representation = try SequenceRepresentation.chosen(by: &reader, accept: request.headerFields.value(of: .accept))
    let animation = try AnimationRequest(reading: &reader, in: context)
    if animation.isEndless { reader.refuse("repeat", ParameterProblem.endless.detail) }
    try animation.finish(&reader)
    let prepared = try animation.prepared(in: context, pausing: interlude)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let document = SequenceDocument(prepared, representation, sharing: timingTables, pausing: interlude)
    let body = try document.bytes(limits: context.settings)
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }

  private func several(_ reader: inout ParameterReader, _ request: Request) throws(Problem) -> Response {
    let representation = try TimelineRepresentation.chosen(by: &reader, accept: request.headerFields.value(of: .accept))
    let animations = AnimationListRequest(reading: &reader, in: context)
    try reader.finish()
    let list = try animations.prepared(in: context, mayBeEndless: false, pausing: interlude)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = try TimelineDocument(
      list, representation, limits: context.settings, sharing: timingTables, pausing: interlude
    ).bytes()
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }
}
