import Glibc

/// What the file system allows this process, as far as that can be told without touching anything.
public enum FileAccess {
  /// Why a file could not be written, or made together with its folders; `nil` where it could.
  public static func refusal(writing path: String) -> String? {
    if unsafe access(path, F_OK) == 0, unsafe access(path, R_OK | W_OK) != 0 { return reason }
    var folder = parent(of: path)
    while unsafe access(folder, F_OK) != 0, errno == ENOENT, folder != "/", folder != "." {
      folder = parent(of: folder)
    }
    return unsafe access(folder, W_OK | X_OK) == 0 ? nil : reason
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
