import FoundationEssentials
import Glibc

/// What standard output can do, by what the environment says.
enum Screen {
  /// Whether lines that were written can be written again.
  static var isRewritable: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

  /// Whether it may show some cells otherwise than others: see no-color.org.
  static var usesStyles: Bool { isRewritable && variable("NO_COLOR") == nil }

  /// Whether it can show characters beyond ASCII, by the variables of POSIX in their order.
  static var isUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }

  /// An empty variable counts as none.
  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
