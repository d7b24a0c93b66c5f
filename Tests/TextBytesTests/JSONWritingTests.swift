import Foundation
import TextBytes
import SeededNumbers
import Testing

@Suite struct JSONWritingTests {
  @Test func `a frame is written as the contract shows it`() {
    let frame = written { buffer in
      buffer.appendJSONObject {
        $0.appendJSONMember("index", 1)
        $0.appendJSONMember("time", 1 / 60.0)
        $0.appendJSONMember("progress", 0.0000023148148148148148)
        $0.appendJSONName("text")
        $0.appendJSONString { $0.append("100 apples") }
      }
    }
    #expect(
      frame == #"{"index":1,"time":0.016666666666666666,"progress":0.0000023148148148148148,"text":"100 apples"}"#)
  }

  @Test func `commas stand between elements and nowhere else`() {
    let text = written { buffer in
      buffer.appendJSONArray {
        $0.appendJSONObject { _ in }
        $0.appendJSONObject {
          $0.appendJSONMember("a", true)
          $0.appendJSONName("b")
          $0.appendJSON("x")
          $0.appendJSONName("c")
          $0.appendJSONArray { _ in }
          $0.appendJSONMember("d", [1, -2, .min])
          $0.appendJSONMember("e", String?.none)
        }
        $0.appendJSON(false)
        $0.appendJSON(Int?.none)
        $0.appendJSON(":")
        $0.appendJSON(2.0)
        $0.appendJSON(Double.nan)
        $0.appendJSONArray { $0.appendJSONArray { $0.appendJSON(0) } }
        $0.appendJSON(Int.max)
      }
    }
    #expect(
      text == """
        [{},{"a":true,"b":"x","c":[],"d":[1,-2,-9223372036854775808],"e":null},false,null,":",2,null,[[0]],\
        9223372036854775807]
        """)
  }

  @Test func `values on lines of their own are not joined`() {
    let text = written { buffer in
      for number in 1...3 {
        buffer.appendJSONObject { $0.appendJSONMember("n", number) }
        buffer.append("\n")
      }
    }
    #expect(text == "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
  }

  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{f}\u{10}\u{1b}\u{1f}", #""\u0000\u0001\u000f\u0010\u001b\u001f""#),
    ("\u{7f}\u{85}\u{2028}\u{2029}", "\"\u{7f}\u{85}\u{2028}\u{2029}\""),
    ("é🍎\"é🍎", #""é🍎\"é🍎""#),
  ])
  func `a string is escaped where it must be`(text: String, json: String) {
    #expect(written { $0.appendJSON(text) } == json)
    #expect(written { $0.appendJSONString { $0.append(contentsOf: text) } } == json)
  }

  @Test func `odd strings read back in another reader`() throws {
    var random = SeededGenerator(state: 3)
    for _ in 0..<2_000 {
      // Foundation's reader drops U+FEFF where a run begins with it; ours reads it below.
      let text = random.oddText(upTo: 30).replacing("\u{feff}", with: "")
      let json = written { $0.appendJSON([text]) }
      let strings = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
      #expect(strings?.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
    }
  }

  @Test func `any value reads back as itself`() throws {
    var random = SeededGenerator(state: 4)
    for _ in 0..<2_000 {
      let value = random.value(depth: 4)
      #expect(try JSONValue(parsing: Array(written { $0.appendJSON(value) }.utf8)) == value)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: depth > 0 ? 0..<6 : 0..<4, using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(written { $0.appendJSON(Double.random(in: -1e6...1e6, using: &self)) })
    case 3: return .string(oddText(upTo: 12))
    case 4: return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0..<4, using: &self)).map { .init("\($0)" + oddText(upTo: 4), value(depth: depth - 1)) })
    }
  }
}
