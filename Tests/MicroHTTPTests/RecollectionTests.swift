import Testing

@testable import MicroHTTP

@Suite struct RecollectionTests {
  /// Reads numbers, and counts how often.
  private struct Reader {
    var recollection: Recollection<Int>
    private(set) var readings = 0

    init(_ recollection: Recollection<Int> = Recollection()) { self.recollection = recollection }

    mutating func read(_ text: String) -> Int? {
      var readings = readings
      defer { self.readings = readings }
      return recollection.value(of: Array(text.utf8).span) { _ in
        readings += 1
        return Int(text)
      }
    }
  }

  @Test func `the same bytes are read once`() {
    var reader = Reader()
    for text in ["", "1", "12345678", "123456789", "1", "123456789", "12345678"] {
      #expect(reader.read(text) == Int(text))
    }
    #expect(reader.readings == 4)
  }

  @Test func `bytes that say nothing are read again`() {
    var reader = Reader()
    for _ in 0..<3 { #expect(reader.read("x") == nil) }
    #expect(reader.readings == 3)
  }

  @Test func `long bytes are read again`() {
    var reader = Reader(Recollection(longest: 3))
    for text in ["123", "1234", "123", "1234"] { #expect(reader.read(text) == Int(text)) }
    #expect(reader.readings == 3)
  }

  @Test func `whoever has the place of another is not taken for it`() {
    var reader = Reader(Recollection(count: 1))
    for text in ["1", "2", "1", "1", "2"] { #expect(reader.read(text) == Int(text)) }
    #expect(reader.readings == 4)
  }

  @Test func `a number found again is right wherever it stands`() {
    var reader = Reader(Recollection(count: 16))
    for number in [0..<100, 50..<150].joined() { #expect(reader.read("\(number)00000000") == number * 100_000_000) }
    #expect(reader.readings >= 150)
  }
}
