import HTTPTypes
import MicroHTTP
import TextBytes

/// `/v1/labels/{id}/stream`: a label as it moves, without end.
struct LabelStreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let labels: LabelService
  let viewers: LoopViewers
  let gate: Gate

  func respond(to request: Request) throws(Problem) -> Response {
    let name = try LabelName(inPath: request.path)
    var parameters = try RequestParameters(of: request, by: .labelStream, in: labels.context)
    let form = try LabelStreamForm(&parameters, request, among: StreamRepresentation.allCases)
    try parameters.finish()
    guard let versions = try labels.versions(name, for: request) else { return LongWork.later }
    let reader = try labels.access.reader(request, at: labels.now)
    let entry = WatchedLabels.Entry(
      name: name, label: versions.last, mayReadPrivate: reader.mayRead(name.description, isPrivate: true))
    var watched = WatchedLabels(
      form: form, entries: [entry], isSingle: true, reader: gate.account(of: request))
    watched.tokenEnd = reader.tokenEnd(for: [name])
    // As in other streams, the field counts before the parameter.
    watched.seen = LabelPosition(request.lastEventID) ?? LabelPosition(parameters[Parameter.lastEventID])
    let body = try viewers.body(.labels(watched), for: watched.reader.client)
    return Response(headerFields: form.representation.streamFields, body: body)
  }
}

/// `/v1/labels/stream`: several labels on one connection, also those that do not exist yet.
struct LabelsStreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let labels: LabelService
  let viewers: LoopViewers
  let gate: Gate

  func respond(to request: Request) throws(Problem) -> Response {
    let members = try RequestParameters.members(of: request)
    var parameters = RequestParameters(members.filter { $0.name != "id" }, by: .labelsStream, in: labels.context)
    let form = try LabelStreamForm(&parameters, request, among: StreamRepresentation.ofSeveral)
    let names = names(members, &parameters)
    try parameters.finish()
    let reader = try labels.access.reader(request, at: labels.now)
    let entries = names.map { name in
      var label: PreparedLabel?
      if case .success(let versions)? = labels.directory.known(name) { label = versions.last }
      if let known = label, !reader.mayRead(name.description, isPrivate: known.isPrivate) { label = nil }
      let mayReadPrivate = reader.mayRead(name.description, isPrivate: true)
      return WatchedLabels.Entry(name: name, label: label, mayReadPrivate: mayReadPrivate)
    }
    var watched = WatchedLabels(
      form: form, entries: entries, isSingle: false, reader: gate.account(of: request))
    watched.tokenEnd = reader.tokenEnd(for: names)
    let body = try viewers.body(.labels(watched), for: watched.reader.client)
    return Response(headerFields: form.representation.streamFields, body: body)
  }

  /// The labels that are asked for, each once, by `id=a&id=b` or `id=a,b`.
  private func names(_ members: [JSONValue.Member], _ parameters: inout RequestParameters) -> [LabelName] {
    var names: [LabelName] = []
    for case .string(let text) in members.lazy.filter({ $0.name == "id" }).map(\.value) {
      for part in text.split(separator: ",", omittingEmptySubsequences: true) {
        do throws(Problem) {
          let name = try LabelName(String(part))
          if !names.contains(name) { names.append(name) }
        } catch {
          return refused("has a name that none can have. \(error.detail)", &parameters)
        }
        let limit = labels.context.settings.maximumLabelsPerStream
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
  /// Chooses what is told and how.
  ///
  /// - Throws: 406 where the client accepts no form.
  fileprivate init(
    _ parameters: inout RequestParameters, _ request: Request, among forms: [StreamRepresentation]
  ) throws(Problem) {
    representation = try StreamRepresentation.chosen(
      by: &parameters, accept: request.headerFields[.accept], among: forms)
    mode = parameters[Parameter.mode] ?? .frames
    if representation == .text, mode == .changes {
      parameters.refuse("mode", "can be `changes` with `as=sse` and `as=ndjson` only")
    }
  }
}
