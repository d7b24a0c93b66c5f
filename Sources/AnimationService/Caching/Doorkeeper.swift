/// Remembers what was asked for lately, so that only what is asked for again is kept.
///
/// Of answers that nobody asks for twice, as those to ever new texts, nothing is kept then but a word in this table, and
/// those that are asked for often do not have to make room for them. A newcomer takes the place of whatever had the same
/// slot, so the table never grows.
struct Doorkeeper {
  private var marks: [UInt32]

  /// About as many keys as it remembers, brought into 16…65,536.
  init(remembering count: Int) {
    var slots = 16
    while slots < count, slots < 65_536 { slots *= 2 }
    marks = Array(repeating: 0, count: slots)
  }
}

extension Doorkeeper {
  /// Whether the key of this hash has been here before; from now on it has.
  ///
  /// The hash is to be made with a secret of the process, so that nobody can choose who is forgotten.
  mutating func hasSeen(_ hash: Int) -> Bool {
    let bits = UInt64(bitPattern: Int64(hash))
    let slot = Int(truncatingIfNeeded: bits) & (marks.count - 1)
    let mark = UInt32(truncatingIfNeeded: bits >> 32) | 1
    defer { marks[slot] = mark }
    return marks[slot] == mark
  }
}
