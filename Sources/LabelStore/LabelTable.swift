/// Where labels lie.
///
/// It knows no rules, and one thread uses it at a time.
protocol LabelTable: AnyObject {
  /// The highest version of any label that was removed, 0 for none.
  func highestRemovedVersion() throws(LabelTableError) -> Int

  /// Reads one label.
  func label(_ name: String) throws(LabelTableError) -> StoredLabel?
  /// Reads labels in order of name, none of a visitor, that are not expired at `time`; where `arePublic`, no private one
  /// is looked at.
  func labels(
    prefix: String, after: String?, limit: Int, arePublic: Bool, at time: Int64
  ) throws(LabelTableError) -> [StoredLabel]
  func firstToExpire(limit: Int) throws(LabelTableError) -> [StoredLabel]

  func put(_ label: StoredLabel) throws(LabelTableError)
  /// Removes a label, whose version must be its own.
  func remove(_ label: StoredLabel) throws(LabelTableError)

  /// What is kept of a request, by the name of its key, unless it is expired at `time`.
  func receipt(_ name: String, at time: Int64) throws(LabelTableError) -> RequestReceipt?
  /// Keeps a receipt whose expiry is not before that of any other.
  func keep(_ receipt: RequestReceipt, for name: String, expiry: Int64) throws(LabelTableError)
  /// Drops the oldest receipts: some of those that are expired, and all beyond `limit`.
  func dropReceipts(at time: Int64, limit: Int) throws(LabelTableError)

  /// Whether others can reach what is kept or the room for it, so that ``look(after:)`` is to be called now and then.
  var isReachedByOthers: Bool { get }
  /// Looks whether what was kept is still there; returns why labels can be removed and not be put, where that is so.
  ///
  /// `failure` says that a transaction has just found no room, so that some is to be made. Throws where others have
  /// taken all away; nothing is kept any more then.
  func look(after failure: LabelTableError?) throws(LabelTableError) -> LabelTableError?

  /// Begins changes that are kept all or not at all.
  ///
  /// With `fullness` labels are removed and none are put; there is room for that where all is full.
  func begin(onlyRemoving fullness: LabelTableError?) throws(LabelTableError)
  func commit() throws(LabelTableError)
  func rollBack()
}

/// Why a table did not do what it was asked for.
struct LabelTableError: Error {
  /// The end of a sentence.
  var reason: String
  var kind = Kind.passing

  enum Kind {
    case passing
    /// There is no room; labels may be removed.
    case full
    /// The table does nothing more until it is opened anew.
    case lasting
  }
}
