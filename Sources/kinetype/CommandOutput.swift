import AnimationService
import ArgumentParser
import Requests
import FoundationEssentials
import Glibc
import SystemPackage
import TextBytes

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

  /// Returns why not all could be written, as with a full disk.
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

  /// Throws what is wrong with the parameters, each by the name of its option, or of the argument that it is.
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

  /// Reports what is wrong with the command line, for the exit code 64 (`EX_USAGE`).
  ///
  /// A `ValidationError` would do so, too, but add the usage of the whole command instead of the subcommand's.
  static func usageError(_ text: String) -> ExitCode {
    printError("Error: \(text)")
    return .validationFailure
  }

  /// Throws where an option has no time that one would wait for.
  static func checkTimeout(_ seconds: Double) throws(ExitCode) {
    guard (0.001...3600).contains(seconds) else {
      throw usageError("--timeout must be from 0.001 to 3600 seconds, not \(seconds)")
    }
  }

  /// Reports what has failed through no fault of the command line.
  static func failure(_ text: String) -> ExitCode {
    printError("Error: \(text)")
    return .failure
  }

  /// Writes lines to standard error, without control characters, whoever has said them.
  static func printError(_ lines: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(lines.withoutControls(in: .lines))\n".utf8)
  }
}

/// How what is said about parameters of the HTTP interface reads where they are options.
enum OptionNames {
  /// `start` is a word as well, and no option of any subcommand.
  private static let parameters = Set(Parameter.all.map(\.name)).subtracting(["start"])

  private static let ofRequests = [
    ("`/v1/curves` lists all", "`kinetype curves` lists all"), ("; wins over `Accept`", ""),
    ("An array, in a query `", "An array, `"), ("(in a query their JSON text)", "(their JSON text)"),
    ("In a query it is the JSON text", "It is the JSON text"),
  ]

  /// `fractionDigits` as `--fraction-digits`.
  static func option(_ parameter: String) -> String {
    parameters.contains(parameter) ? "--\(parameter.hyphenated)" : "--\(parameter)"
  }

  /// What is wrong with a parameter, named as an option and with others named as options, without a full stop.
  ///
  /// `arguments` has what the usage calls those that are arguments instead.
  static func sentence(_ parameter: String, _ detail: String, arguments: [String: String] = [:]) -> String {
    let subject = arguments[parameter] ?? option(parameter)
    // The names that can be chosen, and those in the text of a curve, are no options, whatever they are called.
    let hasChoices = detail.hasPrefix("must be one ") || parameter == "curve" && !detail.hasPrefix("needs a `duration`")
    if detail.contains("There is no curve") { return "\(subject) \(detail) (`kinetype curves` lists all)" }
    return "\(subject) \(hasChoices ? detail : words(detail, arguments: arguments))"
  }

  /// A text with each parameter in backticks as an option, and nothing in it that only requests have.
  static func words(_ text: String, arguments: [String: String] = [:]) -> String {
    let own = ofRequests.reduce(text) { $0.replacing($1.0, with: $1.1) }
    var parts = own.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: parts.count - 1, by: 2) where !parts[index - 1].hasSuffix("not ") {
      let words = parts[index].split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = words.first, parameters.contains(name) else { continue }
      parts[index] = ([arguments[name] ?? option(name)] + words.dropFirst()).joined(separator: " ")
    }
    return parts.joined(separator: "`")
  }
}

extension String {
  /// `minimumIntegerDigits` as `minimum-integer-digits`.
  var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}

// What standard output can do, by what the environment says.
extension CommandOutput {
  /// Whether lines that were written can be written again.
  static var isRewritable: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

  /// Whether it may show some cells otherwise than others: see no-color.org.
  static var usesStyles: Bool { isRewritable && variable("NO_COLOR") == nil }

  /// Whether it can show characters beyond ASCII, by the variables of POSIX in their order.
  static var isUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }

  /// A variable of the environment, of which an empty one counts as none.
  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
