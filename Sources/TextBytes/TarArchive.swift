/// An archive of files in the format that every `tar` reads (POSIX.1-1988, "ustar").
///
/// The same files make the same bytes: all have one owner, one mode, and the time at which npm dates its own.
package struct TarArchive {
  /// 1985-10-26 08:15 UTC.
  private static let time = 499_162_500
  private static let block = 512

  private var written: [UInt8] = []

  package init() {}

  /// `name` has at most 99 bytes of UTF-8, `contents` less than 8 GiB.
  package mutating func append(_ name: String, _ contents: [UInt8]) {
    precondition(name.utf8.count < 100, "a longer name needs a second field")
    var header = [UInt8](repeating: 0, count: Self.block)
    func write(_ text: String, at place: Int) {
      header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    write(name, at: 0)
    write(Self.octal(0o644, digits: 7), at: 100)
    write(Self.octal(0, digits: 7), at: 108)
    write(Self.octal(0, digits: 7), at: 116)
    write(Self.octal(contents.count, digits: 11), at: 124)
    write(Self.octal(Self.time, digits: 11), at: 136)
    // The checksum counts itself as blanks.
    write("        ", at: 148)
    write("0", at: 156)
    write("ustar", at: 257)
    write("00", at: 263)
    write(Self.octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    written += header + contents
    written += [UInt8](repeating: 0, count: (Self.block - contents.count % Self.block) % Self.block)
  }

  /// The whole archive, which two empty blocks end.
  package var bytes: [UInt8] { written + [UInt8](repeating: 0, count: 2 * Self.block) }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
