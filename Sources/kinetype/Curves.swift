import AnimationService
import ArgumentParser
import Documents
import Glibc
import Requests
import System
import TextBytes
import Timing

struct Curves: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curves",
    abstract: "Lists all curves with a small plot of each.",
    discussion: """
      Examples:
        kinetype curves
        kinetype curves --ascii | grep -i back
        kinetype curves --json | jq -r '.curves[].name'
      """
  )

  @OptionGroup var look: PlotOptions

  @Flag(help: "Write all that the service says at /v1/curves: curves, interpolations and effects, as JSON.")
  var json = false

  func run() throws {
    if json { return try CommandOutput.write(document: catalogDocument()) }
    var output = UTF8Buffer()
    for kind in CurveEntry.Kind.allCases {
      let entries = CurveCatalog.standard.entries.filter { $0.kind == kind }
      guard !entries.isEmpty else { continue }
      output.append(contentsOf: "\(kind.title)\n\n")
      for entry in entries { try write(entry, to: &output) }
    }
    output.truncate(to: output.count - 1)
    try CommandOutput.checkWritten(CommandOutput.write(output.bytes()))
  }

  private func write(_ entry: CurveEntry, to output: inout UTF8Buffer) throws(ExitCode) {
    let curve = try CommandOutput.checked { () throws(Problem) in try NamedCurve([("curve", entry.example)]) }
    var grid = CharacterPlot(curve.trace, look.alphabet).thumbnail(columns: 12, rows: 2)
    let room = (look.columns ?? .max) - 16
    for (line, text) in [entry.example, look.summary(of: entry)].enumerated() {
      grid.draw(text.cropped(toCells: max(room, 8)), line: line, column: 15, style: line == 0 ? .plain : .faint)
    }
    grid.write(usesStyles: CommandOutput.usesStyles, to: &output)
    output.append("\n")
  }
}

struct Curve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Plots one curve.",
    discussion: """
      Examples:
        kinetype curve easeOutBack
        kinetype curve 'spring(duration: .5, bounce: .3)'
        kinetype curve 'cubic-bezier(.34, 1.56, .64, 1)' --duration 400ms
        kinetype curve bouncy --as svg > bouncy.svg
      """
  )

  @Argument(help: "The curve: a name, or one with arguments; `kinetype curves` lists all.")
  var curve: String

  @OptionGroup var parameters: ParameterOptions<Curve>

  @Option(name: .customLong("as"), help: "What is written: a plot, or the documents of the service, json or svg.")
  var form = Form.plot

  @OptionGroup var look: PlotOptions

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case plot, json, svg
  }

  func run() throws {
    let given = [(name: "curve", value: curve)] + parameters.parameters
    let named = try CommandOutput.checked(arguments: ["curve": "CURVE"]) { () throws(Problem) in
      try NamedCurve(given)
    }
    if let document = named.document(as: form.rawValue) { return try CommandOutput.write(document: document) }
    try CommandOutput.checkWritten(CommandOutput.write(plot(of: named)))
  }

  private func plot(of curve: NamedCurve) -> [UInt8] {
    let plot = CharacterPlot(curve.trace, look.alphabet)
    var output = UTF8Buffer()
    plot.plot(columns: min(look.columns ?? 80, 80), rows: 16).write(usesStyles: CommandOutput.usesStyles, to: &output)
    output.append("\n")
    for line in plot.overshoot { output.append(contentsOf: "\(line)\n") }
    if let seconds = curve.settlingDuration {
      output.append(contentsOf: seconds.isFinite ? "settles within \(seconds.toThousandth) s\n" : "never settles\n")
    }
    return output.bytes()
  }
}

extension Curve: OfferedParameters {
  /// All that a curve takes beside its name.
  static let offered = Parameter.all.filter { $0.places.contains(.curve) && !["curve", "as"].contains($0.name) }
}

/// How curves are drawn.
struct PlotOptions: ParsableArguments {
  @Flag(help: "Draw with ASCII alone, as where the locale is not of UTF-8.")
  var ascii = false

  var alphabet: PlotAlphabet { ascii || !CommandOutput.isUnicode ? .ascii : .braille }

  /// What a curve does, in the characters that there are.
  func summary(of entry: CurveEntry) -> String {
    let text = entry.summary.filter { $0 != "`" }
    return alphabet == .ascii ? text.replacing("é", with: "e") : text
  }

  /// The cells of a line, where standard output is a terminal.
  var columns: Int? { CommandOutput.isRewritable ? TerminalWindow(of: STDOUT_FILENO).columns : nil }
}

extension CurveEntry.Kind {
  fileprivate var title: String {
    switch self {
    case .css: "CSS"
    case .coreAnimation: "Core Animation"
    case .counting: "UICountingLabel"
    case .penner: "Robert Penner"
    case .spring: "Springs"
    case .decay: "Decays"
    case .custom: "Registered"
    }
  }
}
