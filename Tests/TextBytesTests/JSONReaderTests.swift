import Foundation
import ProcessorTime
import SeededNumbers
import Testing

@testable import TextBytes

/// The tables follow the accepted and the refused cases of Seriot's JSONTestSuite.
@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null),
      (" \t\r\n true \n", .bool(true)),
      ("false", .bool(false)),
      ("0", .number("0")),
      ("-0", .number("-0")),
      ("-0.0e+00", .number("-0.0e+00")),
      ("1E400", .number("1E400")),
      ("9007199254740993.10", .number("9007199254740993.10")),
      (#""""#, .string("")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
      (#""\u0000\u00e9\u3042""#, .string("\0éあ")),
      (#""\uD83c\uDf4e!""#, .string("🍎!")),
      ("\"\u{7f}é🍎\u{2028}\"", .string("\u{7f}é🍎\u{2028}")),
      ("[]", .array([])),
      ("[ 1 ,[ ] , {}]", .array([.number("1"), .array([]), .object([])])),
      (#"{"b":1,"a":{"":null}}"#, .object([.init("b", .number("1")), .init("a", .object([.init("", .null)]))])),
      (#"{"a":1,"A":1}"#, .object([.init("a", .number("1")), .init("A", .number("1"))])),
    ] as [(String, JSONValue)])
  func `a well-formed text is read`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
      ("[1,", .unexpectedEnd, 3), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
      ("\"a", .unexpectedEnd, 2),
      ("tru", .unexpectedEnd, 3), ("nulls", .unexpectedCharacter, 4), ("True", .unexpectedCharacter, 0),
      ("[1,]", .unexpectedCharacter, 3), ("[,1]", .unexpectedCharacter, 1), ("[1 2]", .unexpectedCharacter, 3),
      ("[1}", .unexpectedCharacter, 2), ("]", .unexpectedCharacter, 0), ("{\"a\":1,}", .unexpectedCharacter, 7),
      ("{a:1}", .unexpectedCharacter, 1), ("{'a':1}", .unexpectedCharacter, 1), ("{\"a\" 1}", .unexpectedCharacter, 5),
      ("{1:1}", .unexpectedCharacter, 1), ("1 1", .unexpectedCharacter, 2), ("{}}", .unexpectedCharacter, 2),
      ("[1]x", .unexpectedCharacter, 3), ("// c\n1", .unexpectedCharacter, 0), ("\u{feff}1", .unexpectedCharacter, 0),
      ("[\u{c}]", .unexpectedCharacter, 1), ("[\u{a0}1]", .unexpectedCharacter, 1), ("NaN", .unexpectedCharacter, 0),
      ("+1", .unexpectedCharacter, 0), (".5", .unexpectedCharacter, 0), ("-", .malformedNumber, 1),
      ("-Infinity", .malformedNumber, 1), ("01", .malformedNumber, 1), ("-012", .malformedNumber, 2),
      ("1.", .malformedNumber, 2), ("1.e3", .malformedNumber, 2), ("1e", .malformedNumber, 2),
      ("1e+", .malformedNumber, 3),
      ("1e1.5", .unexpectedCharacter, 3), ("0x1", .unexpectedCharacter, 1), ("1_0", .unexpectedCharacter, 1),
      ("\"\t\"", .controlCharacter, 1), ("\"a\n\"", .controlCharacter, 2), ("\"\0\"", .controlCharacter, 1),
      (#""\x""#, .malformedEscape, 1), (#""\"#, .malformedEscape, 1), (#""\u00"#, .malformedEscape, 1),
      (#""\u00g0""#, .malformedEscape, 1), (#""a\U0041""#, .malformedEscape, 2), (#""\ud800""#, .loneSurrogate, 1),
      (#""\udc00""#, .loneSurrogate, 1), (#""\ud800\ud800""#, .loneSurrogate, 1),
      (#""\udc00\udc00""#, .loneSurrogate, 1), (#""\ud800\n""#, .loneSurrogate, 1),
      (#""\ud800\u00""#, .malformedEscape, 7),
      (#""\udc00\u00""#, .loneSurrogate, 1), (#"{"a":1,"a":1}"#, .duplicateName, 7),
      (#"{"a":1,"\u0061":2}"#, .duplicateName, 7), ("\"ends with \\\"", .unexpectedEnd, 13),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func `a malformed text is refused where it goes wrong`(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xe2, 0x82, 0x22],
      [0x22, 0x80],
      [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.reason == .notUTF8)
    #expect(error?.offset == 1)
  }

  @Test func `the depth is limited`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(32)) }
    #expect(throws: JSONSyntaxError(reason: .tooDeep, offset: 32, line: 1)) { try JSONValue(parsing: nested(33)) }
    #expect(throws: JSONSyntaxError(reason: .tooDeep, offset: 0, line: 1)) {
      try JSONValue(parsing: nested(1), depthLimit: 0)
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
  }

  @Test func `an error tells its line`() throws {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array("{\n  \"a\": 1,\n  b\n}".utf8)) }
    #expect(error?.description == "This character cannot stand here (line 3, byte 14).")
  }

  @Test func `a member is found by its name`() throws {
    let value = try JSONValue(parsing: Array(#"{"from":"1","to":2}"#.utf8))
    #expect(value["to"] == .number("2"))
    #expect(value["duration"] == nil)
    #expect(JSONValue.null["to"] == nil)
  }

  @Test func `whatever is read was well-formed for another reader, and reads back`() throws {
    let seeds = [
      #"{"from":"100 apples","to":"400 \u0061pples","duration":2,"fps":29.97,"include":["value","labels"]}"#,
      #"[null,true,false,-0.5e-3,"\ud83c\udf4e\n",{"a":{"b":[[]]}},"é🍎"]"#,
    ].map { Array($0.utf8) }
    var (random, accepted) = (SeededGenerator(state: 5), 0)
    for round in 0..<20_000 {
      let bytes = random.mutation(of: seeds[round % seeds.count])
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      accepted += 1
      #expect(try JSONValue(parsing: Array(written { $0.appendJSON(value) }.utf8)) == value)
      if round % 8 == 0 {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) }
      }
    }
    #expect(accepted > 1_000)
  }

  /// Texts of so many parts each.
  private static let lengths: [@Sendable (Int) -> String] = [
    { count in "{" + (0..<count).map { "\"member \($0)\":\"\\n\($0)\"" }.joined(separator: ",") + "}" },
    { count in "[" + String(repeating: "[0.5e1],", count: count) + "{}]" },
    { count in "\"" + String(repeating: "\\ud83c\\udf4e é", count: count) + "\"" },
    { count in String(repeating: "1234567", count: count) },
    { count in "[" + String(repeating: " \n", count: count) + "1]" },
  ]

  @Test(arguments: lengths.indices)
  func `the time grows with the length only`(index: Int) throws {
    func seconds(_ count: Int) throws -> Double {
      let bytes = Array(Self.lengths[index](count).utf8)
      return try (0..<3).map { _ in
        let start = processorSeconds()
        _ = try JSONValue(parsing: bytes)
        return processorSeconds() - start
      }.min() ?? 0
    }
    // Sixteen times as long, and what does not fit into the processor's caches takes longer; where each part was compared
    // with each it would be 256 times.
    #expect(try seconds(160_000) < 64 * seconds(10_000))
  }
}
