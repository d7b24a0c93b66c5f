import AnimationService
import Foundation
import MicroHTTP
import ProcessorTime
import Requests
import Testing
import TextAnimation
import WrittenNumbers
import Timing
import TextBytes

/// Whatever strangers send has an answer in time, and the answer is no fault of the service.
///
/// `KINETYPE_INPUTS=1000000` makes it a million inputs (`make test-outside` does). A trap ends the process;
/// `KINETYPE_TRACE=1` prints each input's number before it is fed, and `KINETYPE_FIRST` begins there.
struct GeneratedInputTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["KINETYPE_INPUTS"].flatMap { Int($0) } ?? 8000
  private static let first = environment["KINETYPE_FIRST"].flatMap { Int($0) } ?? 0
  private static let traces = environment["KINETYPE_TRACE"] != nil
  private static let shares = 8

  /// What a request may be answered; 429 and 503 are for those who come too often, and 500 for nobody.
  private static let statuses: Set = [200, 204, 400, 406, 411, 413, 415]

  @Test(arguments: 0..<shares)
  func `every input is answered in time`(share: Int) async {
    let service = TestService {
      $0.maximumFrames = 300
      $0.maximumTextCharacters = 200
      $0.maximumPicturePixels = 20_000
    }
    for number in Self.first..<Self.first + Self.count where number % Self.shares == share {
      // Other tests wait for a thread meanwhile.
      if number / Self.shares % 32 == 0 { await Task.yield() }
      if Self.traces { print("input", number) }
      var generator = InputGenerator(number: number)
      let input = generator.input()
      let start = processorSeconds()
      feed(input, to: service, number)
      #expect(processorSeconds() - start < 2, "\(number): \(input)")
    }
  }

  private func feed(_ input: Input, to service: TestService, _ number: Int) {
    switch input {
    case .query(let bytes): _ = try? FormURLEncoded.read(bytes.span)
    case .json(let bytes): _ = try? JSONValue(parsing: bytes)
    case .curve(let text): sample(text)
    case .format(let text): _ = try? PrintfFormat(text)
    case .request(let request):
      let answer = service.send(request)
      #expect(Self.statuses.contains(answer.status), "\(number): \(request)")
      guard answer.status >= 400 else { return }
      #expect((try? JSONValue(parsing: Array(answer.text.utf8))) != nil, "\(number): \(request)")
    }
  }

  /// A curve that is read must have a position everywhere.
  private func sample(_ text: String) {
    guard let curve = try? CurveCatalog.standard.curve(text) else { return }
    for step in 0...4 {
      let position = curve.position(at: Double(step) / 4, duration: 1)
      #expect(position.isFinite, "\(text)")
    }
  }

  @Test func `every parameter is sent, and each of its names`() {
    var seen = ""
    for number in 0..<14_000 {
      var generator = InputGenerator(number: number)
      guard case .request(let request) = generator.input() else { continue }
      seen += "&\(request.query ?? "")&\(String(decoding: request.body, as: UTF8.self))"
    }
    for parameter in InputGenerator.own {
      #expect(seen.contains("&\(parameter.name)=") || seen.contains("\"\(parameter.name)\":"), "\(parameter.name)")
      for choice in parameter.kind.choices() ?? [] {
        #expect(
          seen.contains("\(parameter.name)=\(choice)") || seen.contains("\"\(parameter.name)\":\"\(choice)\""),
          "\(parameter.name)=\(choice)")
      }
    }
  }

  @Test func `enough of the inputs are right`() {
    let service = TestService { $0.maximumFrames = 300 }
    var (requests, right, curves, formats) = (0, 0, 0, 0)
    for number in 0..<2000 {
      var generator = InputGenerator(number: number)
      switch generator.input() {
      case .request(let request):
        requests += 1
        if service.send(request).status == 200 { right += 1 }
      case .curve(let text): if (try? CurveCatalog.standard.curve(text)) != nil { curves += 1 }
      case .format(let text): if (try? PrintfFormat(text)) != nil { formats += 1 }
      default: break
      }
    }
    #expect(right * 10 > requests)
    #expect(curves > 50)
    #expect(formats > 20)
  }
}
