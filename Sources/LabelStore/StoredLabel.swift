public import System

/// A label as a store keeps it.
public struct StoredLabel: Sendable, Equatable {
  /// What it is asked for by.
  public var name: String
  /// Counts its changes.
  ///
  /// A new label goes on above the versions of all that were deleted, so that a name never has the same version twice.
  public var version: Int
  /// The store's clock at its last change; later than that of the change before, unless that lies in a future that a wrong
  /// clock has made.
  public var start: LabelTime
  /// When it is deleted by itself.
  public var expiry: WallTime?
  /// Whether only those may find it to whom it is opened.
  public var isPrivate: Bool
  /// What the one who changed it wants to know of it.
  public var state: [UInt8]

  /// Creates a label.
  public init(name: String, version: Int, start: LabelTime, expiry: WallTime? = nil, isPrivate: Bool, state: [UInt8]) {
    self.name = name
    self.version = version
    self.start = start
    self.expiry = expiry
    self.isPrivate = isPrivate
    self.state = state
  }
}

// Whoever may write to the file or to Redis may write any numbers there.
extension StoredLabel {
  /// The last moment of any label, in the year 2112: as nanoseconds, too, no two are further apart than 64 bits count.
  static let lastMoment: Int64 = 1 << 52

  /// The last version, up to which Redis' scripts and readers of JSON know each whole number.
  static let lastVersion = 1 << 53 - 1

  /// The next version of a label, above another one; `nil` where that or its times are beyond the last.
  init?(_ name: String, after version: Int, start: LabelTime, expiry: WallTime?, isPrivate: Bool, state: [UInt8]) {
    guard (0..<Self.lastVersion).contains(version), Self.isMoment(start.microseconds),
      expiry.map({ Self.isMoment($0.microseconds) }) ?? true
    else {
      return nil
    }
    self.init(name: name, version: version + 1, start: start, expiry: expiry, isPrivate: isPrivate, state: state)
  }

  /// Takes what was found of a label.
  ///
  /// Where no store has written its numbers, it has version 0 and a state that nobody can read, so that it can be
  /// deleted but not shown or changed.
  init(found name: String, version: Int64?, start: Int64?, expiry: Int64?, isPrivate: Bool, state: [UInt8]?) {
    guard let version, (1...Int64(Self.lastVersion)).contains(version), let start, Self.isMoment(start),
      expiry.map(Self.isMoment) ?? true, let state
    else {
      self.init(name: name, version: 0, start: LabelTime(microseconds: 0), isPrivate: isPrivate, state: [])
      return
    }
    self.init(
      name: name, version: Int(version), start: LabelTime(microseconds: start),
      expiry: expiry.map { WallTime(microseconds: $0) }, isPrivate: isPrivate, state: state)
  }

  /// Whether a store has written it.
  var isSound: Bool { version > 0 }

  /// Whether a label may start or end at a time.
  static func isMoment(_ time: Int64) -> Bool { (0...lastMoment).contains(time) }
}

extension LabelStoreError {
  /// For a change whose version or time would be beyond the last.
  static let beyondLast = LabelStoreError.unavailable(
    reason: "what is kept of the label, or of those that are gone, has numbers that no store writes")
}

extension StoredLabel {
  /// What the state of a private label begins with, and no other.
  ///
  /// Nodes of version 0.2.0 tell private labels by it, and so does this one what those have written; where they share a
  /// Redis, a state without it would have them list a private name. It may go two versions after 0.2.0.
  package static let privateMark = Array(#"{"form":1,"private":true,"#.utf8)

  /// What the names of visitors' labels begin with, and no others: they are never listed, and have room of their own.
  package static let visitorMark = "_"

  /// Whether a label of this name is a visitor's.
  public static func isVisitors(_ name: String) -> Bool { name.utf8.starts(with: visitorMark.utf8) }

  /// Whether its time is over.
  public func isExpired(at time: WallTime) -> Bool {
    expiry.map { $0 <= time } ?? false
  }
}

/// What has become of a label.
public enum LabelEvent: Sendable, Equatable {
  /// It was created or replaced.
  case changed(StoredLabel)
  /// It is gone: its last version, and whether its time was over.
  case deleted(name: String, version: Int, isExpired: Bool)
  /// Changes may have been missed, so what is kept of labels is to be read again. Where it is another store that answers
  /// now, or the same one emptied, nothing that was told before holds any more, and versions may have gone back.
  case uncertain(isOtherStore: Bool)
}

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

extension RequestKey {
  /// What the names of one label's keys begin with, up to the second blank; behind it stands what a client has chosen.
  static func label(of name: String) -> String {
    name.split(separator: " ", maxSplits: 2).prefix(2).joined(separator: " ")
  }
}

/// What is kept of a request with a key for a day: what it asked for and what it made, but no answer, so that it takes
/// few bytes whatever the label.
public struct RequestReceipt: Equatable, Sendable {
  /// For how long it is kept, in microseconds.
  public static let lifetime: Int64 = 86_400_000_000

  /// `nil` where the service of version 0.2.0 or earlier has kept it.
  var digest: SHA256?
  /// The version of the label that the request has made; `nil` where it was refused for good.
  var version: Int?
}

extension RequestReceipt {
  /// How many a store of this package looks at when there are too many: the oldest, and others by chance.
  static let sampleSize = 32

  /// Which of one or more, by the names of their keys from the oldest to the newest, is to go when there are too many.
  ///
  /// It is the oldest of the label that has most, so that whoever adds to one label all day pushes out none of another's.
  public static func excess(of names: [String]) -> Int {
    let labels = names.map(RequestKey.label(of:))
    let counts = labels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let most = counts.values.max()
    return labels.firstIndex { counts[$0] == most } ?? 0
  }

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
