import AnimationService
import ArgumentParser
import SystemPackage

/// Standard output, and errors in the words of the command line.
enum CommandOutput {
  /// Writes a document, or throws what is wrong with it as a mistake of the command line.
  static func write(_ document: () throws(Problem) -> [UInt8]) throws(ExitCode) {
    try checkWritten(write(try checked(document)))
  }

  /// Writes to standard output.
  ///
  /// - Returns: Why not all could be written, as with a full disk.
  static func write(_ bytes: some Sequence<UInt8>) -> Errno? {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
      return nil
    } catch {
      return error as? Errno ?? .ioError
    }
  }

  /// Says why something could not be written, as the code to exit with (74, `EX_IOERR`).
  static func checkWritten(_ failure: Errno?) throws(ExitCode) {
    guard let failure else { return }
    complain("Error: standard output: \(failure)")
    throw ExitCode(74)
  }

  /// What `make` makes.
  ///
  /// - Throws: What is wrong with its parameters, each by the name of its option.
  static func checked<Value>(_ make: () throws(Problem) -> Value) throws(ExitCode) -> Value {
    do throws(Problem) {
      return try make()
    } catch {
      let lines = error.errors.map { "--\($0.parameter) \($0.detail)" }
      throw mistake(lines.isEmpty ? error.detail : lines.joined(separator: "\n"))
    }
  }

  /// Says what is wrong with the command line, as the code to exit with (64, `EX_USAGE`).
  ///
  /// A `ValidationError` would say so, too, but add the usage of the whole command and not of its part.
  static func mistake(_ text: String) -> ExitCode {
    complain("Error: \(text)")
    return .validationFailure
  }

  /// Writes a line to standard error.
  static func complain(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(line)\n".utf8)
  }
}
