import Testing

@testable import TextAnimation

struct DigitStringTests {
  private func string(_ digits: [UInt8]) -> DigitString {
    DigitString(digits.indices, count: digits.count) { digits[$0] }
  }

  @Test(arguments: [[], [0], [7], [0, 0, 7], [1, 0, 0]] as [[UInt8]])
  func `leading zeros count`(digits: [UInt8]) {
    #expect(string(digits).digits == digits)
    #expect(string(digits).count == digits.count)
    #expect(string(digits).first == digits.first)
    #expect(string(digits).isEmpty == digits.isEmpty)
  }

  @Test(arguments: [1, 9, 18, 19, 20, 21, 400])
  func `a word of digits and more are read alike`(count: Int) {
    for digits in [[UInt8](repeating: 9, count: count), [0] + [UInt8](repeating: 5, count: count - 1)] {
      #expect(string(digits).digits == digits)
      #expect(string(digits).magnitude.digits == Magnitude(digits: digits).digits)
      var (appended, expected) = (Magnitude(12_345_678_901), Magnitude(12_345_678_901))
      string(digits).append(to: &appended)
      expected.append(digits)
      #expect(appended.digits == expected.digits)
    }
  }

  @Test func `what is no digit is passed over`() {
    let units: [UInt8?] = [1, nil, 2, 3, 4]
    let string = DigitString(units.indices, count: 4) { units[$0] }
    #expect(string.digits == [1, 2, 3, 4])
    let long = DigitString(0..<25, count: 24) { $0 == 3 ? nil : UInt8($0 % 10) }
    #expect(long.digits == (0..<25).filter { $0 != 3 }.map { UInt8($0 % 10) })
  }
}
