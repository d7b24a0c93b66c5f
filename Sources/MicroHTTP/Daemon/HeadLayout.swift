/// Checks that the parts of a request's head stand right behind each other in libmicrohttpd's buffer.
///
/// libmicrohttpd 0.9.75 ends a head at a line whose name is empty or begins with NUL, cuts values at NUL, joins folded
/// lines and takes a bare LF for CR LF. It reports none of these, but each leaves a gap, or shifts what follows.
/// Only `:` LF and NUL LF are as long as the CR LF that they are taken for, and are not found.
///
/// Names and values end at the first NUL, and so does each line. Of two whole heads with the same bytes in that buffer all
/// parts are therefore the same.
struct HeadLayout {
  /// Where the next part must stand.
  private(set) var next: UInt
  private var isExact = true

  /// Begins with a head at an address.
  init(start: UInt = 0) {
    next = start
  }

  /// Takes the next part, which begins at `address` and is followed by a `delimiter` of so many bytes.
  mutating func append(at address: UInt, count: Int, delimiter: Int) {
    if address != next { isExact = false }
    next = address &+ UInt(count + delimiter)
  }

  /// Takes the next field line; white space may stand before the value.
  mutating func appendField(name: UInt, nameCount: Int, value: UInt, valueCount: Int) {
    append(at: name, count: nameCount, delimiter: 1)
    next = max(next, value)
    append(at: value, count: valueCount, delimiter: 2)
  }

  /// Whether the head has nothing but the parts taken and the empty line.
  func isWhole(end: UInt) -> Bool {
    isExact && next &+ 2 == end
  }
}
