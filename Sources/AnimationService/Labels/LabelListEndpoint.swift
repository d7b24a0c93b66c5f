import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import MicroHTTP
import Requests
import ServiceSettings
import TextAnimation
import TextBytes

extension Endpoint {
  /// The labels in order of their names, by pages; and where visitors make theirs, which are not among them.
  static let labelList = Endpoint(
    ofLabels: "/v1/labels",
    [
      Operation(
        .get, "listLabels", "The labels in order of their names, by pages.", at: .labelList,
        answers: [.init(of: Operation.Answer.json("LabelPage"))]),
      Operation(
        .post, "makeVisitorLabel",
        """
        Makes a label for a visitor, for an hour, under a name that is listed nowhere; `Allow` of OPTIONS has POST where \
        one may.
        """,
        """
        A PUT to the label with its secret changes `to` and how it moves there, and nothing else does. Whoever knows its \
        name may watch it.
        """, body: Operation.Body(schema: "VisitorLabelRequest", examples: ["donations": #"{"to":"$9,100 raised"}"#]),
        answers: [
          .init(201, "The label is there.", fields: ["ETag", "Location"], of: Operation.Answer.json("VisitorLabel"))
        ], problems: [403]),
    ],
    isOpen: { method, request, labels in method != .post || (try? labels.access.checkVisiting(request)) != nil }
  ) { request, labels, _ throws(Problem) in
    try request.method == .post ? labels.make(for: request) : labels.list(for: request)
  }

  /// The store's clock, by which clients know when a change began.
  static let time = Endpoint(
    ofLabels: "/v1/time",
    [
      Operation(
        .get, "getTime", "The clock by which labels change, in microseconds since 1970.",
        answers: [.init(of: ["application/json": ["schema": clock]])])
    ]
  ) { _, labels, _ in
    let fields: HeaderFields = [.contentType: "application/json", .cacheControl: "no-store", .vary: "Origin"]
    return .answer(Response(headerFields: fields, body: .bytes(Array("{\"now\":\(labels.now)}\n".utf8))))
  }

  private static let clock: JSONValue = [
    "type": "object", "required": ["now"], "properties": ["now": ["type": "integer"]],
  ]
}

extension LabelService {
  fileprivate func make(for request: Request) throws(Problem) -> Step {
    try makeVisitorLabel(for: request) { [self] reply, secret in
      var response = response(to: reply)
      guard let label = reply.label else { return .answer(response) }
      var json = UTF8Buffer(capacity: 160)
      json.appendJSONObject { object in
        object.appendJSONMember("id", label.name)
        object.appendJSONMember("secret", secret)
        if let expiry = label.expiry { object.appendJSONMember("expiry", Int(expiry)) }
      }
      json.append("\n")
      response.body = .bytes(json.bytes())
      return .answer(response)
    }
  }

  /// What the client may not read the store does not look at: neither what is answered nor how fast depends on it, else
  /// names could be found out by what they begin with.
  fileprivate func list(for request: Request) throws(Problem) -> Step {
    var parameters = try RequestParameters(of: request, by: .labelList, in: context.requests)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    let store = directory.store
    let reader = try access.reader(request, at: store.now)
    let pageSize = parameters[Parameter.pageSize] ?? 100
    let query = LabelQuery(
      prefix: parameters[Parameter.namePrefix] ?? "", after: parameters[Parameter.lastName], limit: pageSize + 1,
      isPublicOpen: reader.isPublicOpen, opening: reader.opened)
    return .ask { _, completion in
      store.list(query) { completion($0, 0) }
    } then: { [self] (found: Result<[StoredLabel], LabelStoreError>) throws(Problem) in
      try document(of: try found.mapError { Problem($0) }.get(), pageSize: pageSize)
    }
  }

  private func document(of stored: [StoredLabel], pageSize: Int) throws(Problem) -> Step {
    let cost = stored.reduce(0) { $0 + 2_000 + 20 * $1.state.count }
    return try work.step(of: stored) { stored, bench throws(Problem) in
      bench.meter.spend(cost, .reading)
      try bench.check()
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
    } then: { _, document in
      let fields: HeaderFields = [
        .contentType: JSONRepresentation.json.mediaType, .cacheControl: "no-store", .vary: "Origin",
      ]
      return .answer(Response(headerFields: fields, body: .bytes(document)))
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
