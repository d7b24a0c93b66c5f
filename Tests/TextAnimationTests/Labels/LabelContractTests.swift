import TextFilms
import WrittenNumbers
import TextAnimation
import TextBytes
import SeededNumbers
import Testing
import Timing

/// What holds for labels of every kind of text, whatever changes come and when.
@Suite struct LabelContractTests {
  /// Texts of one kind, and what each of them and all between look like.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: String
    var symbols = NumberSymbols.english
    let text: @Sendable (inout SeededGenerator) -> String

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "amounts", shape: #"-?\$\d{1,3}(,?\d{3})*"#) { "$\(grouped(Int.random(in: 0...3000, using: &$0)))" },
    Kind(name: "cents", shape: #"-?\$\d{1,3}(,?\d{3})*\.\d\d"#) {
      "$\(grouped(Int.random(in: 0...3000, using: &$0))).\(padded(Int.random(in: 0...99, using: &$0)))"
    },
    Kind(name: "decimals", shape: #"-?\d+(\.\d+)?%"#) {
      ["\(Int.random(in: 0...99, using: &$0))%", "\(Int.random(in: -9...9, using: &$0)).25%"][pick(&$0)]
    },
    Kind(name: "scores", shape: #"-?\d+ of -?\d+"#) {
      "\(Int.random(in: 0...9, using: &$0)) of \(Int.random(in: 10...12, using: &$0))"
    },
    Kind(name: "clocks", shape: #"-?(\d+:)?\d?\d:\d\d"#) {
      let minutes = "\(Int.random(in: 0...9, using: &$0)):\(padded(Int.random(in: 0...59, using: &$0)))"
      return pick(&$0) == 0 ? minutes : "1:" + padded(Int.random(in: 0...59, using: &$0)) + ":30"
    },
    Kind(name: "dates", shape: #"\d{4}-\d\d-\d\d"#) {
      "20\(Int.random(in: 10...30, using: &$0))-0\(Int.random(in: 1...9, using: &$0))-1\(Int.random(in: 0...9, using: &$0))"
    },
    Kind(name: "sizes", shape: #"-?\d+ [KMG]B"#) {
      "\(Int.random(in: 1...900, using: &$0)) \(["KB", "MB", "GB"][Int.random(in: 0...2, using: &$0)])"
    },
    Kind(name: "words", shape: #"-?\d+ messages?"#) {
      let count = Int.random(in: 0...5, using: &$0)
      return count == 1 ? "1 message" : "\(count) messages"
    },
    Kind(name: "German", shape: #"-?\d{1,3}(\.?\d{3})*,\d\d €"#, symbols: german) {
      "\(grouped(Int.random(in: 0...3000, using: &$0), by: ".")),\(padded(Int.random(in: 0...99, using: &$0))) €"
    },
    Kind(name: "ledgers", shape: #"-?\d+|\(\d+\)"#) {
      ["\(Int.random(in: 0...99, using: &$0))", "(\(Int.random(in: 1...99, using: &$0)))"][pick(&$0)]
    },
    Kind(name: "fractions", shape: #"-?(\d+ )?\d+/\d+|-?\d+"#) {
      ["1/4", "3/4", "1 1/2", "2 1/4", "3 3/4"][Int.random(in: 0...4, using: &$0)]
    },
    Kind(name: "others", shape: #".*"#) {
      ["7 apples", "9 pears", "soon", "12 apples", "#ff0000", "blue", "4 of 5"][Int.random(in: 0...6, using: &$0)]
    },
  ]

  private static let german = NumberSymbols(decimalSeparators: [","], groupingSeparators: ["."])

  private static func pick(_ generator: inout SeededGenerator) -> Int { Int.random(in: 0...1, using: &generator) }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func grouped(_ number: Int, by separator: String = ",") -> String {
    let rest = "\(number % 1000)"
    return number < 1000
      ? rest : "\(number / 1000)\(separator)" + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Changes whose curves and durations are now the same and now others.
  private static func changes(_ symbols: NumberSymbols) throws -> [LabelChange] {
    let options = InterpolatorCatalog.Options(symbols: symbols)
    return try [("ease", 2), ("ease", 2), ("ease", 2), ("linear", 0.3), ("smooth", nil), ("easeOutBack", 1)].map {
      try LabelChange($0.0, $0.1, options)
    }
  }

  @Test(arguments: kinds) func changesMakeNoBreakAndEndAtTheirTargets(_ kind: Kind) throws {
    var generator = SeededGenerator(state: 7)
    let (changes, shape) = (try Self.changes(kind.symbols), try Regex(kind.shape))
    for _ in 0..<20 {
      var (label, time, change) = (LabelState(from: nil, to: kind.text(&generator), by: changes[0]), 0.0, changes[0])
      for _ in 0..<8 {
        time += Double(Int.random(in: 1...900_000, using: &generator)) / 1e6
        if Bool.random(using: &generator) { change = changes[Int.random(in: 0..<6, using: &generator)] }
        let next = label.going(to: kind.text(&generator), at: time, by: change)
        let (before, now) = (label.text(at: time), next.text(at: time))
        // Texts that cannot be animated change at once; a target with more digits shows more of the number.
        #expect(
          before == now || !next.animation.isAnimated || isOneNumber(before, now), "\(label.motion) \(next.motion)")
        let again = LabelState(next.motion, by: change)
        for moment in stride(from: time, through: time + 2.1, by: 0.15) {
          let text = next.text(at: moment)
          #expect(again.text(at: moment) == text)
          #expect(try shape.wholeMatch(in: text) != nil, "\(text) of \(next.motion)")
        }
        #expect(next.text(at: time + 3) == next.motion.target)
        label = next
      }
    }
  }

  /// Whether two texts show the same number, one of them with fewer digits.
  private func isOneNumber(_ text: String, _ other: String) -> Bool {
    let numbers = [text, other].compactMap { Double($0.filter { "-.0123456789".contains($0) }) }
    return numbers.count == 2 && abs(numbers[0] - numbers[1]) <= 0.5
  }
}
