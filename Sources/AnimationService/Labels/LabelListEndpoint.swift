import HTTPTypes
import LabelStore
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/labels`: the labels in order of their names, by pages; and where visitors make theirs, which are not among them.
struct LabelListEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let labels: LabelService

  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool {
    method != .post || (try? labels.access.checkVisiting(request)) != nil
  }

  func respond(to request: Request) throws(Problem) -> Response {
    try request.method == .post ? made(for: request) : list(for: request)
  }

  private func made(for request: Request) throws(Problem) -> Response {
    guard let (reply, secret) = try labels.makeVisitorLabel(for: request) else { return LongWork.later }
    var response = labels.response(to: reply)
    guard let label = reply.label else { return response }
    var json = UTF8Buffer(capacity: 160)
    json.appendJSONObject { object in
      object.appendJSONMember("id", label.name)
      object.appendJSONMember("secret", secret)
      if let expiry = label.expiry { object.appendJSONMember("expiry", Int(expiry)) }
    }
    json.append("\n")
    response.body = .bytes(json.bytes())
    return response
  }

  private func list(for request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .labelList, in: labels.context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    let pageSize = parameters[Parameter.pageSize] ?? 100
    guard let stored = try stored(parameters, pageSize, request) else { return LongWork.later }
    guard let document = try document(of: stored, pageSize: pageSize) else { return LongWork.later }
    return Response(
      headerFields: [
        .contentType: representation.mediaType, .cacheControl: "no-store", .vary: "Origin",
      ], body: .bytes(document))
  }
}

extension LabelListEndpoint {
  /// The labels of a page that the client may read, and one more where there is one; `nil` where they come later.
  ///
  /// What it may not read the store does not look at: neither what is answered nor how fast depends on it, else names
  /// could be found out by what they begin with.
  ///
  /// - Throws: 401 where its token is too long.
  private func stored(
    _ parameters: RequestParameters, _ pageSize: Int, _ request: Request
  ) throws(Problem) -> [StoredLabel]? {
    let (store, access) = (labels.directory.store, labels.access)
    let (prefix, last) = (parameters[Parameter.namePrefix] ?? "", parameters[Parameter.lastName])
    let found: Result<[StoredLabel], Problem>? = labels.work.answer { _, completion in
      do throws(Problem) {
        let reader = try access.reader(request, at: store.now)
        let query = LabelQuery(
          prefix: prefix, after: last, limit: pageSize + 1,
          isPublicOpen: reader.isPublicOpen, opening: reader.opened)
        store.list(query) { completion($0.mapError { Problem($0) }, 0) }
      } catch {
        completion(.failure(error), 0)
      }
    }
    return try found?.get()
  }

  /// What is answered; `nil` where it comes later.
  private func document(of stored: [StoredLabel], pageSize: Int) throws(Problem) -> [UInt8]? {
    let cost = stored.reduce(0) { $0 + 2_000 + 20 * $1.state.count }
    return try labels.work.value(of: stored, cost: cost) { (stored, _, meter) throws(Problem) in
      meter.spend(cost, .reading)
      let listed = stored.prefix(pageSize).compactMap { stored in
        LabelRecord(stored.state).map { ListedLabel(stored, $0) }
      }
      var json = UTF8Buffer(capacity: 64 + 128 * listed.count)
      json.appendJSONObject { object in
        object.appendJSONMember("labels", listed)
        if stored.count > pageSize { object.appendJSONMember("next", stored[pageSize - 1].name) }
      }
      json.append("\n")
      return json.bytes()
    }
  }
}

/// What a list says of a label.
private struct ListedLabel: JSONWritable, Sendable {
  let name: String
  private let isPrivate: Bool
  private let version: Int
  private let start: Int64
  private let expiry: Int64?
  private let target: String

  init(_ stored: StoredLabel, _ record: LabelRecord) {
    (name, version, expiry) = (stored.name, stored.version, stored.expiry)
    (isPrivate, start, target) = (record.isPrivate, record.motion.start, record.motion.target)
  }

  func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONObject { label in
      label.appendJSONMember("id", name)
      label.appendJSONMember("version", version)
      label.appendJSONMember("start", Int(start))
      label.appendJSONMember("to", target)
      if isPrivate { label.appendJSONMember("private", true) }
      if let expiry { label.appendJSONMember("expiry", Int(expiry)) }
    }
  }
}

/// `/v1/time`: the store's clock, by which clients know when a change began.
struct TimeEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let store: any LabelStore

  func respond(to request: Request) -> Response {
    Response(
      headerFields: [.contentType: "application/json", .cacheControl: "no-store", .vary: "Origin"],
      body: .bytes(Array("{\"now\":\(store.now)}\n".utf8)))
  }
}

/// Stands where labels would, where there are none.
struct LabelsOffEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .put, .post, .delete]

  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool { false }

  func respond(to request: Request) throws(Problem) -> Response {
    throw Problem(
      type: .notFound,
      detail:
        "This service keeps no labels: its setting `KINETYPE_LABELS` is `off`; `memory` or `sqlite:PATH` keeps them.")
  }
}
