import Synchronization
import System
import Testing

@testable import LabelStore

/// What becomes of a label, whatever store keeps it.
struct LabelRulesTests {
  private static let label = StoredLabel(name: "a", version: 7, start: 100, isPrivate: false, state: [1])

  private func put(_ state: UInt8) -> (StoredLabel?, LabelTime) -> LabelDecision {
    { _, _ in .replace(state: [state], expiry: nil, isPrivate: state == 9) }
  }

  @Test func `each is decided on what the one before has left, and starts later`() throws {
    var rules = LabelRules("a", label: Self.label, removedVersion: 40)
    let labels = try (2...4).map { state in
      try #require(try rules.step(nil, known: nil, at: 1000, 1000, put(state)).outcome.get().label)
    }
    #expect(labels.map(\.version) == [8, 9, 10] && labels.map(\.start) == [1000, 1001, 1002])
    #expect(rules.label == labels[2] && rules.removedVersion == 40)
    #expect(try rules.step(nil, known: nil, at: 2000, 2000, put(9)).outcome.get().label?.isPrivate == true)
    #expect(try rules.step(nil, known: nil, at: 2000, 2000, put(1)).outcome.get().label?.isPrivate == false)
  }

  @Test func `a new label goes on above all that are gone, and from the start of the one before`() throws {
    var rules = LabelRules("a", label: nil, removedVersion: 40)
    #expect(try rules.step(nil, known: nil, at: 1000, 1000, put(2)).outcome.get().label?.version == 41)
    let gone = rules.step(nil, known: nil, at: 1000, 1000) { _, _ in .delete }
    #expect(gone.change == .delete(version: 41) && rules.removedVersion == 41)
    let none = rules.step(nil, known: nil, at: 1000, 1000) { _, _ in .delete }
    #expect(none.change == .none && none.expired == nil)
    let again = try #require(try rules.step(nil, known: nil, at: 1000, 1000, put(3)).outcome.get().label)
    #expect(again.version == 42 && again.start == 1001)
  }

  @Test(arguments: [(999, false), (1000, true), (1001, true)] as [(LabelTime, Bool)])
  func `a label whose time is over when the change starts is none`(time: LabelTime, isOver: Bool) throws {
    var expiring = Self.label
    expiring.expiry = 1000
    var rules = LabelRules("a", label: expiring, removedVersion: 5)
    let step = rules.step(nil, known: nil, at: time, WallTime(microseconds: time.microseconds)) { label, start in
      #expect(start == time && label == (isOver ? nil : expiring))
      return .replace(state: [2], expiry: nil, isPrivate: false)
    }
    #expect(step.expired == (isOver ? expiring : nil))
    let outcome = try step.outcome.get()
    #expect(outcome.label?.version == 8 && rules.removedVersion == (isOver ? 7 : 5))
    if case .created = outcome.result { #expect(isOver) } else { #expect(!isOver) }
  }

  @Test(arguments: [StoredLabel.lastVersion, 0])
  func `what no store writes is not changed, but goes`(version: Int) throws {
    let label = StoredLabel(name: "a", version: version, start: 5, isPrivate: false, state: [])
    var rules = LabelRules("a", label: label, removedVersion: 3)
    let step = rules.step(RequestKey("k", asking: ""), known: nil, at: 9, 9, put(2))
    #expect(step.outcome.isUnavailable && step.change == .none && step.receipt == nil && rules.label == label)
    #expect(rules.step(nil, known: nil, at: 9, 9) { _, _ in .delete }.change == .delete(version: version))
  }

  @Test(
    arguments: [(Int.max, 9), (StoredLabel.lastVersion, 9), (3, StoredLabel.lastMoment + 1), (-1, 9)] as [(Int, Int64)])
  func `a version or a time beyond the last is refused`(removed: Int, time: Int64) {
    var rules = LabelRules("a", label: nil, removedVersion: removed)
    #expect(
      rules.step(nil, known: nil, at: LabelTime(microseconds: time), 9, put(2)).outcome.isUnavailable
        && rules.label == nil)
  }

  @Test func `a known request decides nothing, and a refusal is kept where it is final`() throws {
    var rules = LabelRules("a", label: Self.label, removedVersion: 0)
    let (key, other) = (RequestKey("k", asking: "1"), RequestKey("k", asking: "2"))
    let receipt = try #require(rules.step(key, known: nil, at: 9, 9, put(2)).receipt)
    #expect(receipt.version == 8 && receipt.digest == key.digest)
    let again = rules.step(key, known: receipt, at: 9, 9) { _, _ in
      Issue.record("it is decided")
      return .delete
    }
    #expect(again.change == .none && again.receipt == nil)
    #expect(try again.outcome.get().repeatedVersion == 8)
    if case .keyOfAnother = try rules.step(other, known: receipt, at: 9, 9, put(3)).outcome.get().result {
    } else {
      Issue.record("another request of the same key is decided")
    }
    for isFinal in [false, true] {
      let step = rules.step(key, known: nil, at: 9, 9) { _, _ in .refuse(Unchanged(), isFinal: isFinal) }
      #expect(step.receipt == (isFinal ? RequestReceipt(digest: key.digest, version: nil) : nil))
      #expect(try step.outcome.get().isRefused)
    }
  }

  @Test func `where there is no room, what makes no label is still decided`() throws {
    var rules = LabelRules("a", label: nil, removedVersion: 0)
    let full = LabelStoreError.tooMany(limit: 3)
    let step = rules.step(RequestKey("k", asking: ""), known: nil, at: 9, 9, refusal: full, put(2))
    #expect(throws: full) { try step.outcome.get() }
    #expect(step.receipt == nil)
    #expect(
      try rules.step(nil, known: nil, at: 9, 9, refusal: full) { _, _ in .refuse(Unchanged()) }.outcome.get().isRefused)
    rules = LabelRules("a", label: Self.label, removedVersion: 0)
    #expect(try rules.step(nil, known: nil, at: 9, 9, refusal: full, put(2)).outcome.get().label?.version == 8)
  }
}

extension Result where Failure == LabelStoreError {
  var isUnavailable: Bool { if case .failure(.unavailable) = self { true } else { false } }
}
