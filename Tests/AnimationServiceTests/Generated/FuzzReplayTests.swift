import Foundation
import Testing

/// What the fuzzer has come upon (`make fuzz`), fed again: each line of a file reaches code that no other line does, or
/// was once taken amiss.
struct FuzzReplayTests {
  @Test(arguments: FuzzTarget.allCases)
  func `what the fuzzer has come upon does no harm`(target: FuzzTarget) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Fuzz/Corpus/\(target.rawValue).txt").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 5)
    for line in lines {
      let bytes = Array(try #require(Data(base64Encoded: String(line))))
      do throws(Finding) {
        try target.run(bytes)
      } catch {
        Issue.record("\(line): \(error)")
      }
    }
  }
}
