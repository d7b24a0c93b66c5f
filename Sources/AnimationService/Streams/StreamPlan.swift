import HTTPTypes
import MicroHTTP
import TextAnimation

/// What a request for a stream asks for, ready to be played to any number of viewers.
///
/// Viewers who ask for the same share it, so that what a frame reads is in the processor's cache: that takes some 10 %
/// off a frame's CPU time at 1,000 streams, and the parsing off each but the first.
struct StreamPlan: Sendable {
  let encoder: StreamEncoder
  let options: StreamOptions

  /// Reads and prepares.
  ///
  /// - Throws: Everything that is wrong with the request.
  init(_ request: Request, in context: ServiceContext) throws(Problem) {
    var reader = ParameterReader(try Parameters(of: request))
    let representation = try StreamRepresentation.chosen(by: &reader, accept: request.headerFields[.accept])
    options = StreamOptions(reading: &reader, lastEventIDField: request.headerFields[named: "Last-Event-ID"])
    let animation = try AnimationRequest(reading: &reader, in: context)
    try reader.finish()
    encoder = StreamEncoder(representation: representation, prepared: try animation.prepared(in: context))
  }

  /// Everything the plan of a GET depends on.
  struct Key: Hashable {
    let query: String?
    let accept: String?
    let lastEventID: String?

    init(_ request: Request) {
      query = request.query
      accept = request.headerFields[.accept]
      lastEventID = request.headerFields[named: "Last-Event-ID"]
    }
  }

  /// About what it takes while it is kept: a morph has some 64 bytes for each of a text's.
  var byteCount: Int {
    let animation = encoder.sequence.animation
    let texts = animation.source.utf8.count + animation.target.utf8.count
    return 4096 + 64 * texts + 8 * (encoder.sequence.distinctTimes?.count ?? 0)
  }
}
