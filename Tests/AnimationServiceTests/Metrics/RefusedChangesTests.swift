import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService
@testable import LabelStore

/// What is seen of a store that takes no changes: the table of `Config/operations.md`.
struct RefusedChangesTests {
  private static let reached = RemoteStoreStatus(isReachable: true, wasReached: true)

  private static let rows: [(what: String, LabelStoreTrouble?, RemoteStoreStatus?, readiness: Int)] = [
    ("nothing", nil, nil, 200), ("nothing, in Redis", nil, reached, 200),
    ("the disk is full", LabelStoreTrouble(reason: "the disk is full"), nil, 200),
    ("the file is gone", LabelStoreTrouble(reason: "its file was deleted", isLasting: true), nil, 503),
    ("the clock is wrong", LabelStoreTrouble(reason: "the clock says", isLasting: true), nil, 503),
    ("Redis is gone", nil, RemoteStoreStatus(wasReached: true), 200),
    ("Redis was never there", nil, RemoteStoreStatus(), 503),
    ("Redis is full", LabelStoreTrouble(reason: "Redis answers: OOM"), reached, 200),
  ]

  @Test(arguments: rows.indices)
  func `each is seen in the answer, at the probe and in the metric`(row: Int) {
    let (what, trouble, status, readiness) = Self.rows[row]
    let service = TestService(labels: TestLabelStore(status, trouble: trouble))
    let isWritable = what.hasPrefix("nothing")
    var fields: HeaderFields = [.contentType: "application/json", .contentLength: "10"]
    fields[named: "Host"] = "localhost:8080"
    let body = Array(#"{"to":"1"}"#.utf8)
    let answer = service.send(.put, "/v1/labels/a", fields, body: body, from: "127.0.0.1")
    #expect(answer.status == (isWritable ? 201 : 503), "\(what): \(answer.text)")
    let probe = service.get("/readyz")
    #expect(probe.status == readiness, "\(what)")
    #expect(
      trouble.map { probe.text.contains("abels cannot be changed: \($0.reason)") } ?? true, "\(what): \(probe.text)")
    #expect(service.get("/metrics").text.contains("\nkinetype_labels_writable \(isWritable ? 1 : 0)\n"), "\(what)")
  }
}
