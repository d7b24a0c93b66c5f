import HTTPTypes
import LabelStore
import MicroHTTP
import WireFormat

@testable import AnimationService

/// What a fuzzer feeds its bytes to: each target reads them in its own way and throws where something is wrong.
///
/// A trap or a hang is found by whoever runs it.
enum FuzzTarget: String, CaseIterable {
  /// A request to its answer.
  case request
  /// Changes of labels, with restarts between.
  case labels
  /// The text of a curve.
  case curve
  /// What a file or Redis may have of a label.
  case records
  /// What Redis may say.
  case redis
  /// What comes over a socket.
  case heads

  func run(_ bytes: [UInt8]) throws(Finding) {
    var choices = Choices(bytes)
    switch self {
    case .request: try FuzzedRequest.run(&choices)
    case .labels: try FuzzedLabels.run(&choices)
    case .curve: try FuzzedCurve.run(&choices)
    case .records: try FuzzedRecord.run(&choices)
    case .redis: try FuzzedReplies.run(&choices)
    case .heads: try FuzzedSocket.run(bytes)
    }
  }
}

/// What is wrong with an answer.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Answer {
  /// Checks what is true of any answer: an error says what it is, and only who asks too much is turned away.
  func checked(_ request: @autoclosure () -> String) throws(Finding) {
    guard status < 500 || status == 503 && fields[.retryAfter] != nil else {
      throw Finding("\(status) to \(request()): \(text)")
    }
    guard status < 400 || json["status"] == .number("\(status)") else {
      throw Finding("\(status) without a problem to \(request()): \(text)")
    }
  }
}

/// Whether two texts are the same byte for byte; Swift takes equivalent characters for equal.
func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
