import Foundation
import HTTPTypes
import LabelStore
import MicroHTTP
import TextAnimation
import WrittenNumbers
import TextBytes

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService
@testable import Documents
@testable import Requests

/// Changes of a few labels in a file, with restarts between.
struct FuzzedLabels {
  private let file: FuzzedFile
  private let clock = InventedClock()
  private var store: LocalLabelStore
  private var service: LabelTestService
  /// The version of each label that is there.
  private var versions: [String: Int] = [:]

  static func run(_ choices: inout Choices) throws(Finding) {
    var labels = try FuzzedLabels()
    while !choices.isEmpty { try labels.step(&choices) }
    labels.store.close()
  }

  private init() throws(Finding) {
    file = FuzzedFile()
    store = try file.open(clock)
    service = LabelTestService(over: store, clock)
  }

  private mutating func step(_ choices: inout Choices) throws(Finding) {
    let operation = choices.byte()
    let name = ["a", "b", "c.d"][Int(operation >> 4) % 3]
    switch operation & 15 {
    case 0...4: try put(name, &choices)
    case 5...7: try add(name, &choices)
    case 8...10: service.wait(choices.pick([1e-6, 0.001, 0.0166, 0.3, 1, 3, 60, 86_400]))
    case 11: try read(name, choices.byte())
    case 12: try delete(name)
    case 13: try rest(name)
    default: try restart(choices.byte())
    }
  }
}

// MARK: - Changing

extension FuzzedLabels {
  private mutating func put(_ name: String, _ choices: inout Choices) throws(Finding) {
    let text = choices.text()
    let others = choices.members(of: ParameterTable.label.parameters).filter { $0.name != "to" }
    // A label that runs goes on from its text.
    let keepsText = text.isEmpty && others.contains { ["rate", "until"].contains($0.name) }
    let body = JSONValue.object((keepsText ? [] : [.init("to", .string(text))]) + others).written
    try changed(name, by: service.put(name, body), "put \(body)")
  }

  private mutating func add(_ name: String, _ choices: inout Choices) throws(Finding) {
    let addend = choices.text()
    let body = JSONValue.object([.init("by", .string(addend))]).written
    var fields: HeaderFields = [:]
    fields[named: "Idempotency-Key"] = choices.pick([nil, nil, "one", "two"])
    let answer = service.send(.post, "/v1/labels/\(name)/add", body, fields)
    try changed(name, by: answer, "add \(addend)")
  }

  private mutating func delete(_ name: String) throws(Finding) {
    let answer = service.send(.delete, "/v1/labels/\(name)")
    try checked(answer, "delete \(name)")
    if answer.status == 204 { versions[name] = nil }
  }

  /// What was answered is there to be read, and versions count up.
  private mutating func changed(_ name: String, by answer: Answer, _ change: String) throws(Finding) {
    try checked(answer, "\(name): \(change)")
    guard answer.status == 200 || answer.status == 201 else { return }
    let document = try document(name, after: change)
    guard let document, case .number(let text)? = document["version"], let version = Int(text) else { return }
    guard version >= versions[name] ?? 1 else { throw Finding("\(name) went back to version \(version): \(change)") }
    versions[name] = version
  }

  /// Nothing here is too much, so that 503 means that the store has what cannot be read.
  private func checked(_ answer: Answer, _ request: @autoclosure () -> String) throws(Finding) {
    try answer.checked(request())
    guard answer.status != 503 else { throw Finding("503 to \(request()): \(answer.text)") }
  }
}

// MARK: - Reading

extension FuzzedLabels {
  /// The label; `nil` where its time is over.
  private mutating func document(_ name: String, after change: String) throws(Finding) -> JSONValue? {
    let answer = service.get("/v1/labels/\(name)")
    try checked(answer, "\(name) after \(change)")
    if answer.status == 404 {
      versions[name] = nil
      return nil
    }
    guard answer.status == 200 else { throw Finding("\(answer.status) for \(name) after \(change): \(answer.text)") }
    return answer.json
  }

  private func read(_ name: String, _ form: UInt8) throws(Finding) {
    let forms = ["?as=json", "?as=text", "?as=svg", "/frames", "/frames?as=text", "/frames?as=csv", "/frames?as=vtt"]
    let target = "/v1/labels/\(name)\(forms[Int(form) % forms.count])"
    try checked(service.get(target), target)
    try service.writeEvents(of: name)
  }

  /// Days later a label that does not run stands at its target, or at the text that its template makes of that, byte for byte.
  private mutating func rest(_ name: String) throws(Finding) {
    service.wait(20 * 86_400)
    guard let label = try document(name, after: "20 days"), let animation = label["animation"] else { return }
    if label["rate"] != nil { return }
    let surrounded = ["prefix", "to", "suffix"].map(animation.string)
    let target = animation.string("shownTo") ?? surrounded.compactMap(\.self).joined()
    guard label["atRest"] == .bool(true), isSame(label.string("text") ?? "", target) else {
      throw Finding("\(name) does not rest at \(target): \(label.written)")
    }
  }

  /// Whatever the limits are now, what was stored is what it was.
  private mutating func restart(_ bits: UInt8) throws(Finding) {
    // Changes of one moment start a microsecond after another, and no clock is behind them after a restart.
    service.wait(0.001)
    let before = Dictionary(uniqueKeysWithValues: versions.keys.map { ($0, service.get("/v1/labels/\($0)").text) })
    store.close()
    store = try file.open(clock)
    service = LabelTestService(over: store, clock) {
      if bits & 1 == 1 { $0.maximumTextCharacters = 5 }
      if bits & 2 == 2 { $0.maximumTextBytes = 9 }
      if bits & 4 == 4 { $0.maximumLabelBytes = 300 }
      if bits & 8 == 8 { $0.maximumFrames = 100 }
    }
    for (name, text) in before where try document(name, after: "a restart") != nil {
      let now = service.get("/v1/labels/\(name)").text
      guard isSame(now, text) else { throw Finding("\(name) is another after a restart: \(now), not \(text)") }
    }
  }
}

extension LabelTestService {
  /// Writes what streams tell of a label, in every form.
  func writeEvents(of name: String) throws(Finding) {
    guard let name = try? LabelName(name), case .success(let versions)? = service.context.labels?.known(name),
      let label = versions.last
    else { return }
    let opening = LabelStreamForm.opening(of: label)
    for representation in StreamRepresentation.allCases {
      let form = LabelStreamForm(representation, .frames)
      var wire = UTF8Buffer()
      let time = LabelTime(microseconds: now)
      form.writeStart(ReadableLabel(label), at: time, to: &wire)
      form.writeChange(ReadableLabel(label), at: time, to: &wire)
      for index in [0, (label.prepared.sequence.count ?? 1) - 1] {
        form.writeFrame(index, of: ReadableLabel(label), opening: opening, to: &wire)
      }
    }
  }
}

/// A file of labels that goes with its last user.
final class FuzzedFile {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kinetype-fuzz-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "labels.db").path }

  func open(_ clock: InventedClock) throws(Finding) -> LocalLabelStore {
    do throws(LabelFileError) {
      return try LocalLabelStore(LabelFile(path: path), clock: clock.storeClock)
    } catch {
      throw Finding("\(error)")
    }
  }
}
