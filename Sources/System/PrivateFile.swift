import Glibc

/// Files that other users of the machine cannot read.
package enum PrivateFile {
  /// Makes an empty file, and the folders to it, where there is none; returns why it could not.
  package static func create(_ path: String) -> String? {
    for (index, character) in path.utf8.enumerated().dropFirst() where character == UInt8(ascii: "/") {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST || isFolder(folder) else {
        return "its folder \(folder) cannot be made (\(unsafe String(cString: strerror(errno))))"
      }
    }
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return errno == EEXIST ? nil : "it cannot be made (\(unsafe String(cString: strerror(errno))))"
  }

  private static func isFolder(_ path: String) -> Bool {
    let code = errno
    defer { errno = code }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// What the file system allows this process, as far as that can be told without touching anything.
package enum FileAccess {
  /// Why a file could not be written, or made together with its folders; `nil` where it could.
  package static func refusal(writing path: String) -> String? {
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
