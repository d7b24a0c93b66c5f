import Testing

@testable import MicroHTTP

@Suite struct HeadLayoutTests {
  /// `GET / HTTP/1.1`, `A: b`, and an empty line, from address 100 on.
  @Test(
    arguments: [
      (116, 119, 124, true),
      (116, 118, 123, true),
      (116, 125, 130, true),
      (116, 117, 122, false),
      (115, 119, 124, false),
      (117, 119, 124, false),
      (400, 119, 124, false),
      (116, 119, 123, false),
      (116, 119, 127, false),
    ] as [(UInt, UInt, UInt, Bool)])
  func `a head is whole when nothing stands between its parts`(name: UInt, value: UInt, end: UInt, isWhole: Bool) {
    var layout = HeadLayout(start: 100)
    layout.append(at: 100, count: 3, delimiter: 1)
    layout.append(at: 104, count: 1, delimiter: 1)
    layout.append(at: 106, count: 8, delimiter: 2)
    layout.appendField(name: name, nameCount: 1, value: value, valueCount: 1)
    #expect(layout.isWhole(end: end) == isWhole)
  }
}
