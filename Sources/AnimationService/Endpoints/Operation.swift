import Documents
import HTTPTypes
import Requests
import TextAnimation
import TextBytes
import WrittenNumbers

/// What a method does at a path, as `/openapi.json` has it.
///
/// What follows from the rest is not declared: which problems there may be, and the parameters, which are those of a place.
struct Operation: Sendable {
  let method: HTTPRequest.Method
  let id: String
  let summary: String
  let detail: String?
  /// Where the parameters are declared that it reads.
  let place: Parameter.Places?
  let fields: [Field]
  let body: Body?
  let answers: [Answer]
  /// The statuses of problems that it has of its own.
  let problems: [Int]

  init(
    _ method: HTTPRequest.Method, _ id: String, _ summary: String, _ detail: String? = nil,
    at place: Parameter.Places? = nil, fields: [Field] = [], body: Body? = nil, answers: [Answer] = [],
    problems: [Int] = []
  ) {
    (self.method, self.id, self.summary, self.detail) = (method, id, summary, detail)
    (self.place, self.fields, self.body, self.answers, self.problems) = (place, fields, body, answers, problems)
  }

  /// A header field that it reads.
  struct Field: Sendable {
    let name: String
    let summary: String
    var schema: JSONValue = ["type": "string"]

    static let ifMatch = Field(
      name: "If-Match",
      summary: """
        The version that the label must have, in quotation marks, or the `ETag` of any answer that showed it; `*` is any.
        """)
  }

  /// A body by the name of its schema, with examples of JSON.
  struct Body: Sendable {
    let schema: String
    var isNeeded = true
    let examples: KeyValuePairs<String, String>
  }

  /// A success.
  struct Answer: Sendable {
    let status: Int
    let summary: String
    let fields: [String]
    let content: JSONValue?

    init(_ status: Int = 200, _ summary: String = "OK", fields: [String] = [], of content: JSONValue? = nil) {
      (self.status, self.summary, self.fields, self.content) = (status, summary, fields, content)
    }
  }
}

// MARK: - Content

extension Operation.Answer {
  /// The fields of an answer that may be kept.
  static let kept = ["ETag", "Cache-Control", "Vary"]
  /// Those of a stream.
  static let streamed = ["Cache-Control", "Vary"]

  /// JSON by the names of its schemas, of which it has one.
  static func json(_ schemas: String...) -> JSONValue { ["application/json": ["schema": schema(schemas)]] }

  /// Each form, by its media type: those whose schemas are known, and texts or pictures.
  static func forms<Form: Representation>(
    _ forms: [Form], json schemas: [String] = [], line: String? = nil, event: JSONValue? = nil
  ) -> JSONValue {
    .object(
      forms.map { form in
        let type = String(form.mediaType.prefix { $0 != ";" })
        let content: JSONValue =
          switch type {
          case "application/json": ["schema": schema(schemas)]
          case "application/x-ndjson":
            ["schema": ["$ref": .string("#/components/schemas/\(line ?? "")"), "description": "Each line."]]
          case "text/event-stream": event ?? [:]
          // What is no text has no schema.
          default: SequenceRepresentation.typesOfPixels.contains(type) ? [:] : ["schema": ["type": "string"]]
          }
        return JSONValue.Member(type, content)
      })
  }

  /// A stream of events by the name of their schema, and what one may look like.
  static func events(_ schema: String, _ example: String) -> JSONValue {
    ["schema": ["$ref": .string("#/components/schemas/\(schema)")], "example": .string(example)]
  }

  private static func schema(_ names: [String]) -> JSONValue {
    let references = names.map { JSONValue.object([.init("$ref", .string("#/components/schemas/\($0)"))]) }
    return references.count == 1 ? references[0] : ["anyOf": .array(references)]
  }
}

// MARK: - The document

extension Endpoint {
  /// Its entry in the paths.
  func pathItem(_ interpolators: InterpolatorCatalog) -> JSONValue {
    let name: JSONValue = [
      "name": "id", "in": "path", "required": .bool(true), "schema": ["$ref": "#/components/schemas/LabelName"],
    ]
    return .object(
      (path.contains("{id}") ? [.init("parameters", [name])] : [])
        + operations.map { .init($0.method.rawValue.lowercased(), $0.document(in: self, interpolators)) })
  }
}

extension Endpoint {
  /// What it is about, by which generators of clients put requests together.
  fileprivate var tag: JSONValue {
    if isOfLabels { return "labels" }
    guard path.hasPrefix("/v1/") else { return "service" }
    return path.hasPrefix("/v1/curve") ? "curves" : "frames"
  }
}

extension Operation {
  fileprivate func document(in endpoint: Endpoint, _ interpolators: InterpolatorCatalog) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("operationId", .string(id)), .init("tags", [endpoint.tag]), .init("summary", .string(summary)),
    ]
    if let detail { members.append(.init("description", .string(detail))) }
    // Those of a body are in its schema.
    let asked = body == nil ? parameters.map { $0.reference(at: place, interpolators) } : []
    let all = asked + fields.map(\.document)
    if !all.isEmpty { members.append(.init("parameters", .array(all))) }
    if let body { members.append(.init("requestBody", body.document)) }
    let successes = answers.map { JSONValue.Member(String($0.status), $0.document) }
    let refusals = statuses(in: endpoint).compactMap { status in
      Self.responses[status].map { name in
        JSONValue.Member(String(status), ["$ref": .string("#/components/responses/\(name)")])
      }
    }
    members.append(.init("responses", .object(successes + refusals)))
    return .object(members)
  }

  private var parameters: [Parameter] {
    place.map { place in Parameter.all.filter { $0.places.contains(place) } } ?? []
  }

  /// The statuses of all that may be wrong.
  private func statuses(in endpoint: Endpoint) -> [Int] {
    guard endpoint.path.hasPrefix("/v1/") else { return problems }
    var statuses = [401, 405, 408, 414, 429, 431, 501, 505] + problems
    if place != nil || body != nil || !fields.isEmpty { statuses += [400, 503] }
    if parameters.contains(where: { $0.name == Parameter.form.name }) { statuses.append(406) }
    if body != nil { statuses += [411, 413, 415] }
    if endpoint.isOfLabels { statuses.append(404) }
    if fields.contains(where: { $0.name == Field.ifMatch.name }) { statuses.append(412) }
    if method == .get, answers.contains(where: { $0.fields.contains("ETag") }) { statuses.append(304) }
    return statuses
  }

  private static let responses = [
    304: "NotModified", 400: "InvalidParameters", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound",
    405: "MethodNotAllowed", 406: "NotAcceptable", 408: "RequestTimeout", 409: "NoSingleNumber", 411: "LengthRequired",
    412: "PreconditionFailed", 413: "BodyTooLarge", 414: "TargetTooLong", 415: "UnsupportedMediaType",
    422: "IdempotencyKeyReused", 429: "TooManyRequests", 431: "HeadTooLarge", 501: "NotImplemented", 503: "Unavailable",
    505: "VersionNotSupported",
  ]
}

extension Operation.Field {
  fileprivate var document: JSONValue {
    ["name": .string(name), "in": "header", "schema": schema, "description": .string(summary)]
  }
}

extension Operation.Body {
  fileprivate var document: JSONValue {
    let reference: JSONValue = ["$ref": .string("#/components/schemas/\(schema)")]
    let examples = examples.map { name, json in
      guard let value = try? JSONValue(parsing: Array(json.utf8)) else { preconditionFailure("\(json) is no JSON") }
      return JSONValue.Member(name, ["value": value])
    }
    // Generators take the first type that they know, and make an argument of each member of a form.
    let content: JSONValue = ["application/json": ["schema": reference, "examples": .object(examples)]]
    let form = "An HTML form with the same members is read as well."
    let words = isNeeded ? form : "\(form) What stands in the query alone needs no body."
    return ["description": .string(words), "required": .bool(isNeeded), "content": content]
  }
}

extension Operation.Answer {
  fileprivate var document: JSONValue {
    var members: [JSONValue.Member] = [.init("description", .string(summary))]
    let fields = fields.map { name in
      let reference: JSONValue = ["$ref": .string("#/components/headers/\(name.filter { $0 != "-" })")]
      return JSONValue.Member(name, name == "Location" ? ["schema": ["type": "string"]] : reference)
    }
    if !fields.isEmpty { members.append(.init("headers", .object(fields))) }
    if let content { members.append(.init("content", content)) }
    return .object(members)
  }
}
