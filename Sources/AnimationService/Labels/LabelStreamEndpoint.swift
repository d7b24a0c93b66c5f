import Documents
import HTTPTypes
import LiveLabels
import Deployment
import MicroHTTP
import Requests
import TextBytes
import Viewers

extension Endpoint {
  /// A label as it moves, without end.
  static let labelStream = Endpoint(
    ofLabels: "/v1/labels/{id}/stream",
    [
      Operation(
        .get, "watchLabel", "A label as it moves, without end.", at: .labelStream,
        fields: [
          .init(name: "Last-Event-ID", summary: "What EventSource sends when it comes back: `version:frame`.")
        ],
        answers: [
          .init(
            200, "Changes and frames as they come; it ends with the label.", fields: Operation.Answer.streamed,
            of: Operation.Answer.forms(StreamRepresentation.allCases, line: "LabelLine", event: event))
        ], problems: [403])
    ]
  ) { request, labels, loop throws(Problem) in
    let name = try LabelName(inPath: request.path)
    var parameters = try RequestParameters(of: request, by: .labelStream, in: labels.context.requests)
    let form = try LabelStreamForm.chosen(by: &parameters, request, among: StreamRepresentation.allCases)
    try parameters.finish()
    // As in other streams, the field counts before the parameter.
    let seen = LabelPosition(request.lastEventID) ?? LabelPosition(parameters[Parameter.lastEventID])
    return try labels.read(name, for: request) { history throws(Problem) in
      let reader = try labels.access.reader(request, at: labels.wallTime)
      let entry = WatchedLabels.Entry(name, history.newest, reader.permission(for: name))
      var watched = WatchedLabels(form, [entry], isSingle: true, reader: loop.gate.account(of: request))
      watched.tokenEnd = reader.tokenEnd(for: [name])
      watched.seen = seen
      let body = try loop.viewers.body(.labels(watched), for: watched.reader.client)
      return .answer(Response(headerFields: form.representation.streamFields, body: body))
    }
  }

  /// Several labels on one connection, also those that do not exist yet.
  static let labelsStream = Endpoint(
    ofLabels: "/v1/labels/stream",
    [
      Operation(
        .get, "watchLabels", "Several labels on one connection, without end.",
        """
        Each label begins with its `start` event and its newest frame, so `Last-Event-ID` is not looked at: who comes back \
        has missed nothing that is still to be seen.
        """, at: .labelsStream,
        answers: [
          .init(
            200, "Changes and frames as they come, and which labels do not exist.", fields: Operation.Answer.streamed,
            of: Operation.Answer.forms(StreamRepresentation.ofSeveral, line: "LabelLine", event: event))
        ], problems: [403])
    ]
  ) { request, labels, loop throws(Problem) in
    let members = try RequestParameters.members(of: request)
    var parameters = RequestParameters(
      members.filter { $0.name != "id" }, by: .labelsStream, in: labels.context.requests)
    let form = try LabelStreamForm.chosen(by: &parameters, request, among: StreamRepresentation.ofSeveral)
    let names = labels.names(members, &parameters)
    try parameters.finish()
    let reader = try labels.access.reader(request, at: labels.wallTime)
    let entries = names.map { name in
      let (permission, known) = (reader.permission(for: name), try? labels.directory.known(name)?.get())
      return WatchedLabels.Entry(name, known?.last?.opened(by: permission), permission)
    }
    var watched = WatchedLabels(form, entries, isSingle: false, reader: loop.gate.account(of: request))
    watched.tokenEnd = reader.tokenEnd(for: names)
    let body = try loop.viewers.body(.labels(watched), for: watched.reader.client)
    return .answer(Response(headerFields: form.representation.streamFields, body: body))
  }

  private static let event = Operation.Answer.events("LabelEvent", example)

  private static let example = #"""
    retry: 1000
    event: start
    data: {"label":{"id":"donations","version":6,"start":1764000000000000,"to":"9","text":"9","atRest":true,\#
    "animation":{}},"frames":"/v1/labels/donations/frames?version=6&start=1764000000000000",\#
    "now":1764000007000000}

    event: change
    data: {"label":{"id":"donations","version":7,"start":1764000009000000,"to":"10","text":"9",\#
    "atRest":false,"animation":{}},"frames":"/v1/labels/donations/frames?version=7&start=1764000009000000",\#
    "now":1764000009000100}

    id: 7:0
    data: {"id":"donations","version":7,"index":0,"time":0,"progress":0,"text":"9"}


    """#
}

extension LabelService {
  /// The labels that are asked for, each once, by `id=a&id=b` or `id=a,b`.
  fileprivate func names(_ members: [JSONValue.Member], _ parameters: inout RequestParameters) -> [LabelName] {
    var names: [LabelName] = []
    for case .string(let text) in members.lazy.filter({ $0.name == "id" }).map(\.value) {
      for part in text.split(separator: ",", omittingEmptySubsequences: true) {
        do throws(Problem) {
          let name = try LabelName(String(part))
          if !names.contains(name) { names.append(name) }
        } catch {
          return refused("has an invalid name. \(error.detail)", &parameters)
        }
        let limit = context.settings.maximumLabelsPerStream
        guard names.count <= limit else { return refused("can name \(limit) labels on one connection", &parameters) }
      }
    }
    return names.isEmpty ? refused("is required: one or more names of labels", &parameters) : names
  }

  private func refused(_ detail: String, _ parameters: inout RequestParameters) -> [LabelName] {
    parameters.refuse("id", detail)
    return []
  }
}

extension LabelStreamForm {
  /// Chooses what is told and how; 406 where the client accepts no form.
  fileprivate static func chosen(
    by parameters: inout RequestParameters, _ request: Request, among forms: [StreamRepresentation]
  ) throws(Problem) -> LabelStreamForm {
    let representation = try StreamRepresentation.chosen(
      by: &parameters, accept: request.headerFields[.accept], among: forms)
    let mode = parameters[Parameter.mode] ?? .frames
    if representation == .text, mode == .changes {
      parameters.refuse("mode", "can be `changes` with `as=sse` and `as=ndjson` only")
    }
    return LabelStreamForm(representation, mode)
  }
}
