import HTTPTypes
import MicroHTTP
import TextBytes

/// `/v1/frames`: all frames at once, of one animation or of several.
struct SequenceEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let timingTables: TimingTables
  let work: LongWork

  /// A request as it was read.
  private struct ReadRequest: Sendable {
    let animations: AnimationListRequest
    let representation: SequenceRepresentation
    let csvTexts: CSVTexts
    let picture: PictureStyle

    init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem) {
      var parameters = try RequestParameters(of: request, by: .frames, in: context)
      let isList = parameters[Parameter.animations] != nil
      representation = try .chosen(
        by: &parameters, accept: request.headerFields[.accept],
        among: isList ? SequenceRepresentation.ofSeveral : SequenceRepresentation.allCases)
      csvTexts = parameters[Parameter.csv] ?? .safe
      picture = parameters.takePicture(representation)
      animations = try AnimationListRequest(&parameters, mayBeEndless: false, in: context, spending: &meter)
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
    let (animations, representation) = (read.animations, read.representation)
    let list = try work.value(of: animations, cost: animations.preparationCost) {
      (animations, context, meter) throws(Problem) in
      try animations.prepared(in: context, spending: &meter)
    }
    guard let list else { return LongWork.later }
    return try .cacheable(as: representation.mediaType, to: request) { () throws(Problem) in
      let cost = list.documentCost(as: representation, read.picture)
      // Off the loop there is no way to the loop's times.
      let timings = work.isLong(cost.nanoseconds) ? nil : list.timings(representation, timingTables)
      let document = SequenceDocument(
        list: list, representation: representation, timings: timings, csvTexts: read.csvTexts, picture: read.picture)
      let content = try work.value(of: document, cost: cost) { (document, context, meter) throws(Problem) in
        try document.content(limits: context.settings, spending: &meter)
      }
      return content?.body
    }
  }
}
