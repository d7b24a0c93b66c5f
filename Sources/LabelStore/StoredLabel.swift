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

extension StoredLabel {
  /// What the state of a private label begins with, and no other: all that stores know of states.
  ///
  /// Files and Redis find public labels by it, so that a change of it takes a new version of their schema.
  public static let privateMark = Array(#"{"form":1,"private":true,"#.utf8)

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
