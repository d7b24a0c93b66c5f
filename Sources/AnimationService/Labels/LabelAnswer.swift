import TextBytes
import WireFormat

/// What a change of a label is answered, as bytes that a store keeps for requests with the same key.
enum LabelAnswer: Equatable, Sendable {
  /// It did not exist before.
  case created
  /// It has a new version, or is gone.
  case changed
  /// The same with the document, for those who ask again.
  case document(version: Int, [UInt8])
  /// Nothing has changed.
  case refused(Problem)
}

extension LabelAnswer {
  /// JSON, or the document behind its version and a line break.
  var bytes: [UInt8] {
    switch self {
    case .created: return Array("created".utf8)
    case .changed: return Array("changed".utf8)
    case .document(let version, let bytes): return Array("\(version)\n".utf8) + bytes
    case .refused(let problem):
      var json = UTF8Buffer()
      json.appendJSONObject { object in
        object.appendJSONMember("type", problem.type.rawValue)
        object.appendJSONMember("detail", problem.detail)
        object.appendJSONMember("errors", problem.errors)
      }
      return json.bytes()
    }
  }

  /// Reads what was kept; `nil` for what no version writes.
  init?(_ bytes: [UInt8]) {
    if bytes == LabelAnswer.created.bytes {
      self = .created
    } else if bytes == LabelAnswer.changed.bytes {
      self = .changed
    } else if bytes.first == UInt8(ascii: "{") {
      guard let value = try? JSONValue(parsing: bytes), let problem = Problem(kept: value) else { return nil }
      self = .refused(problem)
    } else {
      guard let end = bytes.firstIndex(of: 0x0A), let version = Int(String(decoding: bytes[..<end], as: UTF8.self))
      else { return nil }
      self = .document(version: version, Array(bytes[(end + 1)...]))
    }
  }
}

extension Problem {
  fileprivate init?(kept value: JSONValue) {
    guard case .string(let name) = value["type"], let type = ProblemType(rawValue: name),
      case .string(let detail) = value["detail"], case .array(let errors) = value["errors"]
    else { return nil }
    self.init(type: type, detail: detail, errors: errors.compactMap { ParameterProblem(kept: $0) })
  }
}

extension ParameterProblem {
  fileprivate init?(kept value: JSONValue) {
    guard case .string(let parameter) = value["parameter"], case .string(let detail) = value["detail"] else {
      return nil
    }
    self.init(parameter: parameter, detail: detail)
  }
}
