import HTTPTypes
import MicroHTTP
import WireFormat

/// `/v1/frames`: the whole sequence at once, or several.
struct SequenceEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let timingTables: TimingTables
  let work: LongWork

  /// Several animations as they were read.
  private struct ReadList: Sendable {
    let animations: AnimationListRequest
    let representation: TimelineRepresentation
  }

  func respond(to request: Request) throws(Problem) -> Response {
    if let list = work.kept(ReadList.self) { return try several(list, request) }
    var parameters = try RequestParameters(of: request, by: .frames, in: context)
    guard parameters.animations != nil else { return try one(&parameters, request) }
    let representation = try TimelineRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let animations = try AnimationListRequest(&parameters, in: context)
    return try several(ReadList(animations: animations, representation: representation), request)
  }

  private func one(_ parameters: inout RequestParameters, _ request: Request) throws(Problem) -> Response {
    let accept = request.headerFields[.accept]
    let representation = try SequenceRepresentation.chosen(by: &parameters, accept: accept)
    if parameters.animation.isEndless { parameters.refuse("repeat", ParameterProblem.endless.detail) }
    let animation = try parameters.finishedAnimation(in: context)
    guard let prepared = try animation.prepared(in: context, by: work) else { return LongWork.later }
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      let cost = prepared.documentCost
      // Off the loop there is no way to the loop's times.
      let timing = work.isLong(cost) ? nil : timingTables.table(of: prepared, representation.times)
      return try work.value(cost: cost) { [context] () throws(Problem) in
        try SequenceDocument(prepared, representation, timing).bytes(limits: context.settings)
      }
    }
  }

  private func several(_ read: ReadList, _ request: Request) throws(Problem) -> Response {
    let (animations, representation) = (read.animations, read.representation)
    let list = try work.value(cost: animations.preparationCost) { [context] () throws(Problem) in
      try animations.prepared(in: context, mayBeEndless: false)
    }
    guard let list else {
      work.keep(read)
      return LongWork.later
    }
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      let body = try work.value(cost: list.documentCost) { [context] () throws(Problem) in
        try TimelineDocument(list, representation, limits: context.settings).bytes()
      }
      if body == nil { work.keep(read) }
      return body
    }
  }
}
