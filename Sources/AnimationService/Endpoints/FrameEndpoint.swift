import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/frame`: one frame of each animation by its index, time or position, computed without the others.
struct FrameEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let work: LongWork

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .frame, in: context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let position = FramePosition(&parameters)
    let animations = try AnimationListRequest(&parameters, mayBeEndless: true, in: context)
    let list = try work.value(cost: animations.preparationCost) { [context] (meter) throws(Problem) in
      try animations.prepared(in: context, spending: &meter)
    }
    guard let list else { return LongWork.later }
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      let document = try work.value { (meter) throws(Problem) in try list.document(at: position, spending: &meter) }
      return document.map { .bytes($0) }
    }
  }
}
