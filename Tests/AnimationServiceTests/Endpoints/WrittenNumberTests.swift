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

  private static let rows = rows(of: "written-numbers.tsv")
  /// The same with every text that may stand between the two.
  private static let films = rows(of: "written-frames.tsv")

  private static func rows(of name: String) -> [Row] {
    let file = URL(filePath: #filePath).appending(path: "../../../\(name)").standardized
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n")
    return lines.filter { $0.contains("\t") }.dropFirst().map { line in
      let cells = line.components(separatedBy: "\t").map(text)
      return Row(
        kind: cells[0], from: cells[1], to: cells[2], locale: cells[3], text: cells[4] == "-" ? nil : cells[4])
    }
  }

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
    #expect(counts.count == 11 && counts.values.allSatisfy { $0 > 20 })
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

  @Test(arguments: films)
  func `every frame says what may be so, in its order`(row: Row) throws {
    try checkFrames(row, from: row.from, to: row.to)
    try checkFrames(row, from: row.to, to: row.from)
  }

  private func checkFrames(_ row: Row, from source: String, to target: String) throws {
    let texts = [source, target].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
    let query = "from=\(texts[0])&to=\(texts[1])\(row.parameters)&curve=linear&duration=1&fps=43"
    let answer = TestService().get("/v1/frames?\(query)")
    #expect(answer.status == 200)
    guard case .array(let frames) = answer.json["frames"] else { throw CocoaError(.coderReadCorrupt) }
    var shown: [String] = []
    for case .string(let text)? in frames.map({ $0["text"] }) where text != shown.last { shown.append(text) }
    guard let film = row.text else {
      #expect(shown == [source, target])
      #expect(answer.text.contains("\"interpolation\":\"none\""))
      return
    }
    #expect(shown.first == source && shown.last == target)
    guard let start = film.firstIndex(of: "~") else {
      let all = Self.texts(of: film)
      #expect(shown == (source == row.from ? all : all.reversed()))
      return
    }
    let pattern = try Regex(String(film[film.index(after: start)...]))
    let numbers = shown.map { $0.filter(\.isWholeNumber) }
    let isRising = (source == row.from) == Self.rises(row)
    let isSorted = zip(numbers, numbers.dropFirst()).allSatisfy { before, after in
      let (low, high) = isRising ? (before, after) : (after, before)
      return (low.count, low) <= (high.count, high)
    }
    #expect(isSorted, "\(shown)")
    #expect(shown.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(shown)")
    #expect(shown.count > 4)
  }

  private static func rises(_ row: Row) -> Bool {
    let (from, to) = (row.from.filter(\.isWholeNumber), row.to.filter(\.isWholeNumber))
    return (from.count, from) < (to.count, to)
  }

  /// `a{1|2}` as `a1` and `a2`.
  private static func texts(of film: String) -> [String] {
    let parts = film.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "}") else { return film.components(separatedBy: "|") }
    return parts[1][..<end].components(separatedBy: "|").map { parts[0] + $0 + parts[1][parts[1].index(after: end)...] }
  }

  @Test func `the films are of many languages and kinds`() {
    #expect(Self.films.count > 140 && Self.films.count { $0.text != nil } > 60)
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

  @Test(arguments: [
    ["0.950 L", "0.1", "1.050 L", "0.1", "1.150 L", "-0.2", "0.950 L"],
    ["1.001.000 kg", "-2000", "999.000 kg", "1000", "1.000.000 kg"],
    ["1,5 kg", "0.001", "1,501 kg", "1", "2,501 kg"], ["500 L", "0.125", "500.125 L", "0.125", "500.250 L"],
    ["1.249.999 €", "-1249000", "999 €", "1", "1000 €"],
  ])
  func `what an addition has written is read as it was written`(steps: [String]) {
    let service = LabelTestService()
    #expect(service.put("a", "{\"to\":\"\(steps[0])\"}").status == 201)
    for step in stride(from: 1, to: steps.count, by: 2) {
      #expect(service.add("a", steps[step])["to"] == steps[step + 1])
      service.wait(0.1)
      // What it shows lies between both, however they are read.
      let digits = { (text: String) in Double(text.filter(\.isWholeNumber)) ?? 0 }
      let ends = [digits(steps[step - 1]), digits(steps[step + 1])]
      if steps[step - 1].count == steps[step + 1].count {
        #expect(((ends.min() ?? 0)...(ends.max() ?? 0)).contains(digits(service.text("a"))))
      }
      service.wait(5)
    }
    #expect(service.put("a", "{\"duration\":1}").status == 200)
    #expect(service.add("a", "0.5").status == 200)
  }

  @Test func `a sum that may be read otherwise is forgotten with its text`() {
    let service = LabelTestService()
    #expect(service.put("a", "{\"to\":\"0.950 L\"}").status == 201)
    #expect(service.add("a", "0.1")["to"] == "1.050 L")
    let again = LabelTestService(after: service) { _ in }
    #expect(again.add("a", "0.1")["to"] == "1.150 L")
    #expect(again.put("a", "{\"to\":\"1.150 L\"}").status == 200)
    let refused = again.add("a", "0.1")
    #expect(refused.status == 409)
    #expect(
      refused["detail"]
        == "Nothing can be added: “1.150” may be 1150 or 1.150: `locale` tells which, as `de` or `en` does.")
  }
}
