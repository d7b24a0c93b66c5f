import AnimationService
import ArgumentParser
import SystemPackage

struct Frames: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a whole sequence to standard output.",
    discussion: """
      Examples:
        kinetype frames --from '100 apples' --to '400 apples'
        kinetype frames --from 0 --to 99.5 --format '%.1f%%' --fps 10 --as csv
        kinetype frames --to 1500000 --locale de --style currency --currency EUR --as text
      """
  )

  @OptionGroup var animation: AnimationOptions

  @Option(name: .customLong("as"), help: "json, ndjson, csv or text.")
  var representation = "json"

  func run() throws {
    do throws(Problem) {
      let bytes = try NamedAnimation(animation.parameters).document(as: representation)
      _ = try? FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      throw ValidationError(error)
    }
  }
}

extension ValidationError {
  /// A problem in the words of the command line.
  init(_ problem: Problem) {
    guard !problem.errors.isEmpty else {
      self.init(problem.detail)
      return
    }
    self.init(problem.errors.map { "--\($0.parameter) \($0.detail)" }.joined(separator: "\n"))
  }
}
