package import Documents
import LabelStore
package import Deployment
import TextAnimation
import TextBytes

/// A page of the list of labels, to somebody who may read all that stand in it.
package struct LabelPage: Sendable {
  private let stored: [StoredLabel]
  private let size: Int
  private let reader: LabelReader
  /// What it takes to be read and written, in units of a meter.
  package let cost: Int

  fileprivate init(_ stored: [StoredLabel], of size: Int, for reader: LabelReader) {
    (self.stored, self.size, self.reader) = (stored, size, reader)
    cost = stored.reduce(0) { $0 + 2_000 + 20 * $1.state.count }
  }
}

extension LabelDirectory {
  /// Reads so many labels in order of their names, those whose names begin with `prefix` and come after a name.
  ///
  /// What the client may not read the store does not look at: neither what is answered nor how fast depends on it, else
  /// names could be found out by what they begin with.
  package func page(
    of size: Int, prefix: String, after: String?, for reader: LabelReader,
    _ completion: @escaping @Sendable (Result<LabelPage, Problem>) -> Void
  ) {
    let query = LabelQuery(
      prefix: prefix, after: after, limit: size + 1, isPublicOpen: reader.isPublicOpen, opening: reader.opened)
    store.list(query) { result in
      completion(result.mapError { Problem($0) }.map { LabelPage($0, of: size, for: reader) })
    }
  }
}

extension LabelPage {
  /// The page as a document of JSON.
  package func document() -> [UInt8] {
    let listed = stored.prefix(size).compactMap { ListedLabel($0, for: reader) }
    var json = UTF8Buffer(capacity: 64 + 128 * listed.count)
    json.appendJSONObject { object in
      object.appendJSONMember("labels", listed)
      if stored.count > size { object.appendJSONMember("next", stored[size - 1].name) }
    }
    json.append("\n")
    return json.bytes()
  }
}

/// What a list says of a label.
private struct ListedLabel: JSONWritable, Sendable {
  let name: String
  private let isPrivate: Bool
  private let version: Int
  private let start: Int64
  private let expiry: WallTime?
  private let record: LabelRecord

  /// `nil` for what this version cannot read, and for what is not for the reader, whatever the store has found.
  init?(_ stored: StoredLabel, for reader: LabelReader) {
    guard let record = LabelRecord(stored.state), reader.mayRead(stored.name, isPrivate: record.isPrivate) else {
      return nil
    }
    (name, version, expiry) = (stored.name, stored.version, stored.expiry)
    (isPrivate, start, self.record) = (record.isPrivate, record.motion.start, record)
  }

  func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONObject { label in
      label.appendJSONMember("id", name)
      label.appendJSONMember("version", version)
      label.appendJSONMember("start", Int(start))
      label.appendJSONMember("to", record.motion.target)
      record.writeCourse(to: &label)
      if isPrivate { label.appendJSONMember("private", true) }
      if let expiry { label.appendJSONMember("expiry", Int(expiry.microseconds)) }
    }
  }
}
