import AnimationService
import ArgumentParser
import SystemPackage

/// Writes to standard output and standard error, with errors that name options.
enum CommandOutput {
  /// Writes a document, or reports what is wrong with its parameters.
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

  /// Reports that standard output could not be written, and throws the exit code 74 (`EX_IOERR`).
  static func checkWritten(_ failure: Errno?) throws(ExitCode) {
    guard let failure else { return }
    printError("Error: standard output: \(failure)")
    throw ExitCode(74)
  }

  /// Returns what `make` makes.
  ///
  /// - Throws: What is wrong with its parameters, each by the name of its option, or of the argument that it is.
  static func checked<Value>(
    arguments: [String: String] = [:], _ make: () throws(Problem) -> Value
  ) throws(ExitCode) -> Value {
    do throws(Problem) {
      return try make()
    } catch {
      let lines = error.errors.map { OptionNames.sentence($0.parameter, $0.detail, arguments: arguments) }
      throw usageError(lines.isEmpty ? error.detail : lines.joined(separator: "\n"))
    }
  }

  /// Reports what is wrong with the command line.
  ///
  /// A `ValidationError` would do so, too, but add the usage of the whole command instead of the subcommand's.
  ///
  /// - Returns: The exit code 64 (`EX_USAGE`).
  static func usageError(_ text: String) -> ExitCode {
    printError("Error: \(text)")
    return .validationFailure
  }

  /// Reports what has failed through no fault of the command line.
  ///
  /// - Returns: The exit code 1.
  static func failure(_ text: String) -> ExitCode {
    printError("Error: \(text)")
    return .failure
  }

  /// Writes a line to standard error.
  static func printError(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(line)\n".utf8)
  }
}
