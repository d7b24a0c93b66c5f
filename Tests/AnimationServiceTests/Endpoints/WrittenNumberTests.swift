import Foundation
import HTTPTypes
import Testing
import TextBytes

@testable import AnimationService

/// Texts as people and ICU write them, each with what stands in the middle, or after an addition to a label.
@Suite struct `Numbers as people write them` {
  /// A row of the table, which the browser's tests read, too.
  struct Row: CustomTestStringConvertible {
    let kind: String
    let from: String
    /// The other text, or an addend.
    let to: String
    let locale: String
    /// `nil` where the text changes at once, or an addition is refused.
    let text: String?

    var testDescription: String { "\(kind): \(from) → \(to) \(locale)" }

    var parameters: String { locale.isEmpty ? "" : "&locale=\(locale)" }
  }

  private static let rows: [Row] = {
    let file = URL(filePath: #filePath).appending(path: "../../../written-numbers.tsv").standardized
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n")
    return lines.filter { $0.contains("\t") }.dropFirst().map { line in
      let cells = line.components(separatedBy: "\t").map(text)
      return Row(
        kind: cells[0], from: cells[1], to: cells[2], locale: cells[3], text: cells[4] == "-" ? nil : cells[4])
    }
  }()

  /// A cell with its characters that are not seen.
  private static func text(_ cell: String) -> String {
    let parts = cell.components(separatedBy: "\\u")
    return parts[0]
      + parts.dropFirst().map { part in
        let scalar = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init)
        return (scalar.map { String($0) } ?? "") + part.dropFirst(4)
      }.joined()
  }

  @Test func `the table has some of every kind`() {
    let counts = Dictionary(grouping: Self.rows, by: \.kind).mapValues(\.count)
    #expect(counts.count == 10 && counts.values.allSatisfy { $0 > 20 })
  }

  @Test(arguments: rows.filter { $0.kind != "sum" })
  func `the middle between two texts is what their numbers say`(row: Row) throws {
    let texts = [row.from, row.to].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
    let query = "from=\(texts[0])&to=\(texts[1])\(row.parameters)&curve=linear&position=0.5"
    let answer = TestService().get("/v1/frame?\(query)")
    #expect(answer.status == 200)
    guard let expected = row.text else {
      #expect(answer.text.contains("\"interpolation\":\"none\""))
      return
    }
    #expect(answer.json["frame"]?["text"] == .string(expected))
  }

  @Test(arguments: rows.filter { $0.kind == "sum" })
  func `what is added to a label is added to what it says`(row: Row) {
    let service = LabelTestService()
    let text = row.from.replacing("\"", with: "\\\"")
    let locale = row.locale.isEmpty ? "" : ",\"locale\":\"\(row.locale)\""
    #expect(service.put("a", "{\"to\":\"\(text)\"\(locale)}").status == 201)
    let answer = service.add("a", row.to)
    #expect(answer.status == (row.text == nil ? 409 : 200))
    if let sum = row.text { #expect(answer["to"] == sum) }
  }
}
