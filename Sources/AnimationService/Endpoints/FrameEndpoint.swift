import Documents
import HTTPTypes
import MicroHTTP
import Requests
import TextAnimation
import TextBytes

extension Endpoint {
  /// One frame of each animation by its index, time or position, computed without the others.
  static let frame = Endpoint(
    "/v1/frame",
    [
      Operation(
        .get, "getFrame", "One frame, computed without the others.", at: .frame,
        answers: [.init(fields: Operation.Answer.kept, of: content)]),
      Operation(
        .post, "computeFrame", "One frame, asked for with JSON or an HTML form.", at: .frame,
        body: Operation.Body(
          schema: "FrameRequest", isNeeded: false,
          examples: ["middle": #"{"from":"100 apples","to":"400 apples","position":0.5}"#]),
        answers: [.init(of: content)]),
    ]
  ) { request, loop throws(Problem) in
    try loop.answers.document(for: request) { request, bench throws(Problem) in
      let asked = try bench.asked(request, by: .frame, FrameRequest.init)
      let list = try bench.prepared(asked.animations)
      let mediaType = JSONRepresentation.json.mediaType
      return try MadeDocument(mediaType, for: request, by: bench.context.maker) { () throws(Problem) in
        .whole(try list.document(at: asked.position, spending: &bench.meter))
      }
    }
  }

  private static let content = Operation.Answer.json("SingleFrame", "SingleFrames")
}
