import HTTPTypes
import LabelStore
import MicroHTTP
import TextAnimation
import TextBytes
import WireFormat

/// `/v1/labels`: the labels in order of their names, by pages.
struct LabelListEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let labels: LabelService

  func respond(to request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .labelList, in: labels.context)
    let representation = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    let asked = parameters.labels
    guard let found = try visible(asked, request) else { return LongWork.later }
    let visible = found.prefix(asked.pageSize)
    var json = UTF8Buffer(capacity: 64 + 128 * visible.count)
    json.appendJSONObject { object in
      object.appendJSONMember("labels", Array(visible))
      if found.count > visible.count { object.appendJSONMember("next", visible.last?.name) }
    }
    json.append("\n")
    return Response(
      headerFields: [
        .contentType: representation.mediaType, .cacheControl: "no-store", .vary: "Origin",
      ], body: .bytes(json.bytes()))
  }
}

extension LabelListEndpoint {
  /// The most questions to the store for one page.
  private static let questions = 10
  /// How many labels each asks for, but the first.
  private static let fewest = 500

  /// The labels of a page that the client may read, and one more where there is one.
  ///
  /// What it may not read is passed over, and nothing that is answered depends on it: else names could be found out by
  /// what they begin with. Only so many are looked at.
  ///
  /// - Returns: `nil` where they come later.
  private func visible(_ asked: LabelParameters, _ request: Request) throws(Problem) -> [ListedLabel]? {
    let now = labels.now
    var visible: [ListedLabel] = []
    var after = asked.lastName
    for question in 1...Self.questions {
      let limit = question == 1 ? asked.pageSize + 1 : max(asked.pageSize + 1, Self.fewest)
      guard let page = try page(of: asked.namePrefix, after: after, limit: limit) else { return nil }
      visible += page.labels.filter { labels.access.mayRead($0.name, isPrivate: $0.isPrivate, request, at: now) }
      guard visible.count <= asked.pageSize, let last = page.last else { break }
      after = last
    }
    return visible
  }

  /// Some labels in order of name, and where they end unless they are the last of all.
  private func page(
    of prefix: String, after name: String?, limit: Int
  ) throws(Problem) -> (labels: [ListedLabel], last: String?)? {
    let found: Result<[StoredLabel], Problem>? = labels.work.answer { [store = labels.directory.store] completion in
      store.list(prefix: prefix, after: name, limit: limit) { completion($0.mapError { Problem($0) }) }
    }
    guard let page = try found?.get() else { return nil }
    let listed = try labels.work.value(cost: 10_000 * page.count) { (meter) throws(Problem) in
      meter.spend(page.reduce(0) { $0 + 2_000 + 20 * $1.state.count }, .reading)
      return page.map { ($0, LabelRecord($0.state)) }.compactMap { stored, record in
        record.map { ListedLabel(stored, $0) }
      }
    }
    return listed.map { ($0, page.count == limit ? page.last?.name : nil) }
  }
}

/// What a list says of a label.
private struct ListedLabel: JSONWritable, Sendable {
  let name: String
  let isPrivate: Bool
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

  func respond(to request: Request) throws(Problem) -> Response {
    throw Problem(
      type: .notFound,
      detail:
        "This service keeps no labels: its setting `KINETYPE_LABELS` is `off`; `memory` or `sqlite:PATH` keeps them.")
  }
}
