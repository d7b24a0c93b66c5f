/// A label as a store keeps it.
public struct StoredLabel: Sendable, Equatable {
  /// What it is asked for by.
  public var name: String
  /// Counts its changes.
  ///
  /// A new label goes on above the versions of all that were deleted, so that a name never has the same version twice.
  public var version: Int
  /// The store's clock at its last change, later than that of the change before; microseconds since 1970.
  public var start: Int64
  /// When it is deleted by itself, microseconds since 1970.
  public var expiry: Int64?
  /// What the one who changed it wants to know of it.
  public var state: [UInt8]

  /// Creates a label.
  public init(name: String, version: Int, start: Int64, expiry: Int64? = nil, state: [UInt8]) {
    self.name = name
    self.version = version
    self.start = start
    self.expiry = expiry
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
  init?(_ name: String, after version: Int, start: Int64, expiry: Int64?, state: [UInt8]) {
    guard (0..<Self.lastVersion).contains(version), Self.isMoment(start), expiry.map(Self.isMoment) ?? true else {
      return nil
    }
    self.init(name: name, version: version + 1, start: start, expiry: expiry, state: state)
  }

  /// Takes what was found of a label.
  ///
  /// Where no store has written its numbers, it has version 0 and a state that nobody can read, so that it can be
  /// deleted but not shown or changed.
  init(found name: String, version: Int64?, start: Int64?, expiry: Int64?, state: [UInt8]?) {
    guard let version, (1...Int64(Self.lastVersion)).contains(version), let start, Self.isMoment(start),
      expiry.map(Self.isMoment) ?? true, let state
    else {
      self.init(name: name, version: 0, start: 0, state: [])
      return
    }
    self.init(name: name, version: Int(version), start: start, expiry: expiry, state: state)
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
  /// What the state of a private label begins with, and no other: all that stores know of states.
  ///
  /// Files and Redis find public labels by it, so that a change of it takes a new version of their schema.
  package static let privateMark = Array(#"{"form":1,"private":true,"#.utf8)

  /// What the names of visitors' labels begin with, and no others: they are never listed, and have room of their own.
  package static let visitorMark = "_"

  /// Whether a label of this name is a visitor's.
  package static func isVisitors(_ name: String) -> Bool { name.utf8.starts(with: visitorMark.utf8) }

  /// Whether only those may find it to whom it is opened.
  var isPrivate: Bool { state.starts(with: Self.privateMark) }

  /// Whether its time is over.
  func isExpired(at time: Int64) -> Bool {
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
