public import System

/// Names a request, so that it is done once however often it is sent.
public struct RequestKey: Sendable, Equatable {
  /// Up to some hundred bytes.
  public var name: String
  /// Of all that the request asks for.
  public var digest: SHA256

  /// Creates a key.
  public init(_ name: String, digest: SHA256) {
    self.name = name
    self.digest = digest
  }
}

/// What is kept of a request with a key for a day: what it asked for and what it made, but no answer, so that it takes
/// few bytes whatever the label.
struct RequestReceipt: Equatable, Sendable {
  /// For how long it is kept, in microseconds.
  static let lifetime: Int64 = 86_400_000_000

  /// `nil` where the service of version 0.2.0 or earlier has kept it.
  var digest: SHA256?
  /// The version of the label that the request has made; `nil` where it was refused for good.
  var version: Int?
}

extension RequestReceipt {
  /// What another request with the same key comes to.
  func result(of key: RequestKey) -> LabelResult {
    if let digest, digest != key.digest { return .keyOfAnother }
    return .repeated(version: version)
  }

  /// The version, 0 for none, a line break, and the digest.
  ///
  /// A node of version 0.2.0 or earlier takes the digest for the answer that it is to repeat, and adds nothing twice.
  var bytes: [UInt8] { Array("\(version ?? 0)\n".utf8) + (digest?.bytes ?? []) }

  /// Reads what was kept, by nodes of earlier versions as well: a version with an answer behind it, or a refusal as JSON.
  ///
  /// What is neither counts as a refusal, so that nothing is done twice.
  init(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    version = Int(String(decoding: line, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    digest = SHA256(Array(bytes.dropFirst(line.count + 1)))
  }
}
