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
        .post, "postFrame", "One frame, asked by a JSON object or an HTML form.", at: .frame,
        body: Operation.Body(
          schema: "FrameRequest", isNeeded: false,
          examples: ["middle": #"{"from":"100 apples","to":"400 apples","position":0.5}"#]),
        answers: [.init(of: content)]),
    ]
  ) { request, loop throws(Problem) in
    try loop.answers.step(for: request) { request throws(Problem) in
      try loop.work.step(AnimationStages<FrameRequest>(), of: request) { request, frame in
        .answer(.cacheable(as: JSONRepresentation.json.mediaType, to: request, frame.document.map { .bytes($0) }))
      }
    }
  }

  private static let content = Operation.Answer.json("SingleFrame", "SingleFrames")
}

extension FrameRequest: AnimationReading {
  init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem) {
    try self.init(
      RequestParameters(of: request, by: .frame, in: context.requests), accept: request.headerFields[.accept],
      in: context.requests, spending: &meter)
  }

  func product(
    of list: AnimationList, for request: Request, _ bench: inout Workbench
  ) throws(Problem) -> Frame? {
    if request.holds(JSONRepresentation.json.mediaType) { return Frame(document: nil) }
    return try bench.stage { bench throws(Problem) in
      Frame(document: try list.document(at: position, spending: &bench.meter))
    }
  }

  struct Frame: Sendable {
    /// `nil` where the client holds it.
    let document: [UInt8]?
  }
}
