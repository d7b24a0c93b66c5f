import FrameScheduling
import HTTPTypes
import LabelStore
import MicroHTTP
import System
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// What a fuzzer feeds its bytes to: each target reads them in its own way and throws where something is wrong.
///
/// A trap or a hang is found by whoever runs it.
enum FuzzTarget: String, CaseIterable {
  /// A request to its answer.
  case request
  /// Changes of labels, with restarts between.
  case labels
  /// Additions to labels in texts of many languages.
  case sums
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
    case .sums: try FuzzedSums.run(&choices)
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

/// A service that takes each request for the first of its client, and the work that each takes.
struct FuzzedService {
  /// Milliseconds that preparing an answer may take, writing it, and compressing it; 10 at least.
  private let budget: Int
  private let service: TestService
  private var clients = 0

  init(budget: Int = 100) {
    self.budget = budget
    service = .charging {
      $0.maximumFrames = 300
      $0.maximumPicturePixels = 20_000
      $0.maximumWorkMilliseconds = budget
      $0.rememberedClients = 64
    }
  }

  /// Sends a request, and checks its answer and what it has taken.
  mutating func send(_ request: Request) throws(Finding) -> Answer {
    var request = request
    clients += 1
    request.remoteAddress = "10.\(clients >> 16 & 255).\(clients >> 8 & 255).\(clients & 255)"
    let answer = service.send(request)
    try answer.checked("\(request)")
    // No stage has gone on once nothing was left: the client has spent no more than the three may, and what is spent at a
    // time.
    let charged = service.charged(IPAddress(request.remoteAddress).map(Caller.address) ?? .address(.unspecified))
    guard charged <= 3 * budget + 10 else { throw Finding("\(charged) ms for \(request)") }
    return answer
  }

  mutating func get(_ path: String, _ query: String) throws(Finding) -> Answer {
    try send(Request(path: path, query: query))
  }
}

/// Whether two texts are the same byte for byte; Swift takes equivalent characters for equal.
func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
