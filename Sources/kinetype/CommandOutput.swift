import AnimationService
import ArgumentParser
import Glibc
import SystemPackage
import WireFormat

/// Writes to standard output and standard error, with errors that name options.
enum CommandOutput {
  /// Writes a document, or reports what is wrong with its parameters.
  static func write(_ document: () throws(Problem) -> [UInt8]) throws(ExitCode) {
    try write(document: try checked(document))
  }

  /// Writes a document, whose texts can drive no terminal; a file gets it byte for byte.
  static func write(document: [UInt8]) throws(ExitCode) {
    guard isatty(STDOUT_FILENO) == 1 else { return try checkWritten(write(document)) }
    try checkWritten(write(String(decoding: document, as: UTF8.self).withoutControls(in: .lines).utf8))
  }

  /// Writes what a server has answered, which may be anything, so that it drives no terminal, in a file neither.
  static func write(answer: some Sequence<UInt8>, as context: ControlContext) throws(ExitCode) {
    try checkWritten(write(String(decoding: Array(answer), as: UTF8.self).withoutControls(in: context).utf8))
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

  /// Writes lines to standard error, without control characters, whoever has said them.
  static func printError(_ lines: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(lines.withoutControls(in: .lines))\n".utf8)
  }
}
