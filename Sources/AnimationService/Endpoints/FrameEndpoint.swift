import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/frame`: one frame by its index, time or position, computed without the others.
struct FrameEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let work: LongWork

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .frame, in: context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let position = FramePosition(&parameters)
    let animation = try parameters.finishedAnimation(in: context)
    guard let prepared = try animation.prepared(in: context, by: work) else { return LongWork.later }
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      prepared.document(ofFrame: try position.index(in: prepared.sequence))
    }
  }
}
