import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import MicroHTTP
import Requests
import Deployment
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
        .post, "createVisitorLabel",
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
        answers: [.init(of: Operation.Answer.json("Clock"))])
    ]
  ) { _, labels, _ in
    let fields: HeaderFields = [.contentType: "application/json", .cacheControl: "no-store", .vary: "Origin"]
    return .answer(Response(headerFields: fields, body: .bytes(Array("{\"now\":\(labels.now.microseconds)}\n".utf8))))
  }
}

extension LabelService {
  fileprivate func make(for request: Request) throws(Problem) -> Step {
    try makeVisitorLabel(for: request) { [self] reply, writer, secret in
      var response = response(to: reply, for: writer)
      guard let label = reply.label else { return .answer(response) }
      var json = UTF8Buffer(capacity: 160)
      json.appendJSONObject { object in
        object.appendJSONMember("id", label.name)
        object.appendJSONMember("secret", secret)
        if let expiry = label.expiry { object.appendJSONMember("expiry", Int(expiry.microseconds)) }
      }
      json.append("\n")
      response.body = .bytes(json.bytes())
      return .answer(response)
    }
  }

  fileprivate func list(for request: Request) throws(Problem) -> Step {
    var parameters = try RequestParameters(of: request, by: .labelList, in: context.requests)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    let reader = try access.reader(request, at: wallTime)
    let (prefix, after) = (parameters[Parameter.namePrefix] ?? "", parameters[Parameter.lastName])
    let size = parameters[Parameter.pageSize] ?? 100
    return .ask { [directory] _, completion in
      directory.page(of: size, prefix: prefix, after: after, for: reader) { completion($0, 0) }
    } then: { [self] (found: Result<LabelPage, Problem>) throws(Problem) in
      try document(of: try found.get())
    }
  }

  private func document(of page: LabelPage) throws(Problem) -> Step {
    try work.step(of: page) { page, bench throws(Problem) in
      bench.meter.spend(page.cost, .reading)
      try bench.check()
      return page.document()
    } then: { _, document in
      let fields: HeaderFields = [
        .contentType: JSONRepresentation.json.mediaType, .cacheControl: "no-store", .vary: "Origin",
      ]
      return .answer(Response(headerFields: fields, body: .bytes(document)))
    }
  }
}
