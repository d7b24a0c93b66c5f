import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/frame`: one frame of each animation by its index, time or position, computed without the others.
struct FrameEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let work: LongWork

  /// A request as it was read.
  private struct ReadRequest: Sendable {
    let animations: AnimationListRequest
    let representation: JSONRepresentation
    let position: FramePosition

    init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem) {
      var parameters = try RequestParameters(of: request, by: .frame, in: context)
      representation = try .chosen(by: &parameters, accept: request.headerFields[.accept])
      position = FramePosition(&parameters)
      animations = try AnimationListRequest(&parameters, mayBeEndless: true, in: context, spending: &meter)
    }
  }

  func respond(to request: Request) throws(Problem) -> Response {
    let read = try work.value(of: request) { (request, context, meter) throws(Problem) in
      try ReadRequest(request, in: context, spending: &meter)
    }
    guard let read else { return LongWork.later }
    let response = try respond(to: read, of: request)
    if case .later = response.body { work.keepFirst(read) }
    return response
  }

  private func respond(to read: ReadRequest, of request: Request) throws(Problem) -> Response {
    let (animations, position) = (read.animations, read.position)
    let list = try work.value(of: animations, cost: animations.preparationCost) {
      (animations, context, meter) throws(Problem) in
      try animations.prepared(in: context, spending: &meter)
    }
    guard let list else { return LongWork.later }
    return try .cacheable(as: read.representation.mediaType, to: request) { () throws(Problem) in
      let document = try work.value(of: (list, position)) { (asked, _, meter) throws(Problem) in
        try asked.0.document(at: asked.1, spending: &meter)
      }
      return document.map { .bytes($0) }
    }
  }
}
