import AnimationService
import ArgumentParser
import SystemPackage

/// Standard output, and errors in the words of the command line.
enum CommandOutput {
  /// Writes a document, or throws what is wrong with it as a mistake of the command line.
  static func write(_ document: () throws(Problem) -> [UInt8]) throws(ValidationError) {
    let bytes = try checked(document)
    _ = try? FileDescriptor.standardOutput.writeAll(bytes)
  }

  /// What `make` makes.
  ///
  /// - Throws: What is wrong with its parameters, each by the name of its option.
  static func checked<Value>(_ make: () throws(Problem) -> Value) throws(ValidationError) -> Value {
    do throws(Problem) {
      return try make()
    } catch {
      throw ValidationError(error)
    }
  }
}

extension ValidationError {
  fileprivate init(_ problem: Problem) {
    guard !problem.errors.isEmpty else {
      self.init(problem.detail)
      return
    }
    self.init(problem.errors.map { "--\($0.parameter) \($0.detail)" }.joined(separator: "\n"))
  }
}
