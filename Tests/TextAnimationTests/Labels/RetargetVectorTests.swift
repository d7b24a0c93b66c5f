import TextFilms
import Foundation
import TextAnimation
import WrittenNumbers
import Testing
import Timing

/// Values of a number whose target changes on its way, computed elsewhere.
@Suite struct RetargetVectorTests {
  struct Row: Decodable {
    var from: Double
    var changes: [Change]
    var samples: [[Double]]
  }

  struct Change: Decodable {
    var at: Double
    var to: Double
    var curve: String
    var duration: Double
  }

  private struct Document: Decodable {
    var rows: [Row]
  }

  private static let rows: [Row] = {
    let file = Bundle.module.bundleURL.appendingPathComponent("Vectors/retarget.json")
    return (try? JSONDecoder().decode(Document.self, from: Data(contentsOf: file)))?.rows ?? []
  }()

  /// Six digits behind the point, far more than are compared.
  private func written(_ number: Double) -> String { "\(Int(number)).000000" }

  @Test func numbersGoWhereTheReferenceGoes() throws {
    #expect(Self.rows.count == 60)
    for row in Self.rows {
      var label = LabelState(from: nil, to: written(row.from), by: try LabelChange())
      let ends = [row.from] + row.changes.map(\.to)
      let largest = zip(ends, ends.dropFirst()).map { abs($1 - $0) }.max() ?? 1
      var changes = row.changes[...]
      for sample in row.samples {
        while let change = changes.first, change.at <= sample[0] {
          let motion = try LabelChange(change.curve, change.duration)
          label = label.going(to: written(change.to), at: change.at, by: motion)
          changes.removeFirst()
        }
        let shown = try #require(Double(label.text(at: sample[0])))
        #expect(abs(shown - sample[1]) < 1e-4 * largest, "\(row) at \(sample)")
      }
    }
  }
}
