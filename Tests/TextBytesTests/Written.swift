import SeededNumbers
import TextBytes

/// The text that `write` writes.
func written(_ write: (inout UTF8Buffer) -> Void) -> String {
  var buffer = UTF8Buffer(capacity: 16)
  write(&buffer)
  return buffer.text()
}

extension SeededGenerator {
  /// A text of the characters that break encoders, among them line breaks, quotes, controls and emoji.
  mutating func oddText(upTo length: Int) -> String {
    let alphabet = Array("ab:, \"\\/\n\r\t\0\u{1}\u{1b}\u{7f}\u{85}\u{9b}é\u{2028}\u{301}あ🍎👨‍👩‍👧\u{feff}".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      text.append(alphabet.randomElement(using: &self) ?? "a")
    }
    return String(text)
  }

  /// The bytes with some of them changed, removed, doubled or inserted.
  mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
    var mutated = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0...mutated.count, using: &self)
      let byte = Bool.random(using: &self) ? UInt8.random(in: 0...255, using: &self) : bytes.randomElement(using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: mutated.insert(byte ?? 0, at: place)
      case 1 where place < mutated.count: mutated.remove(at: place)
      case 2 where place < mutated.count: mutated[place] = byte ?? 0
      default: mutated.insert(contentsOf: mutated[place...].prefix(5), at: place)
      }
    }
    return mutated
  }
}
