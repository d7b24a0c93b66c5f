import AnimationService
import ArgumentParser
import System
import TextBytes

/// The service that holds the labels, and how it is asked.
struct LabelServer: ParsableArguments {
  /// What the environment may say to this command, and not to the service.
  static let variables: Set<String> = ["KINETYPE_SERVER", "KINETYPE_KEY"]

  @Option(help: "The service's address (default: KINETYPE_SERVER, or http://localhost:8080).")
  var server: String?

  @Option(
    help: "A file with the certificates of authorities to trust, as PEM (default: those of the system).",
    completion: .file())
  var caFile: String?

  @Option(help: "Seconds to wait for an answer.")
  var timeout = 10.0

  func validate() throws {
    try CommandOutput.checkTimeout(timeout)
    _ = try address()
  }
}

extension LabelServer {
  /// Asks, of one label by its name, and waits for the whole answer; when it throws, the reason has been said.
  func ask(
    _ method: String, _ target: String, of label: String? = nil, fields: [(name: String, value: String)] = [],
    body: JSONValue? = nil
  ) throws(ExitCode) -> [UInt8] {
    let address = try address()
    let (status, bytes): (Int, [UInt8])
    do throws(HTTPClientError) {
      let answer = try open(address, method, target, fields: fields, body: body)
      (status, bytes) = (answer.status, try answer.body(within: .seconds(timeout)))
    } catch {
      throw CommandOutput.failure("\(address.authority): \(error.reason)")
    }
    guard (200..<300).contains(status) else { throw Self.refusal(status, bytes, of: label) }
    return bytes
  }

  func open(
    _ address: ServerAddress, _ method: String, _ target: String, fields: [(name: String, value: String)] = [],
    body: JSONValue? = nil
  ) throws(HTTPClientError) -> HTTPAnswer {
    let trust = caFile.map { TLSTrust.authorities(file: $0) } ?? .systemAuthorities
    var fields = fields + [("User-Agent", "kinetype/\(KinetypeVersion.text)")]
    if let key = Self.key { fields.append(("X-API-Key", key)) }
    var bytes = UTF8Buffer()
    if let body {
      fields.append(("Content-Type", "application/json"))
      body.writeJSON(to: &bytes)
    }
    return try HTTPAnswer(
      from: address.authority, address.isSecure ? trust : nil, method, address.base + target, fields: fields,
      body: bytes.bytes(), within: .seconds(timeout))
  }

  func address() throws(ExitCode) -> ServerAddress {
    let text = server ?? CommandOutput.variable("KINETYPE_SERVER") ?? "http://localhost:8080"
    guard let address = ServerAddress(text) else {
      let name = server == nil ? "KINETYPE_SERVER" : "--server"
      throw CommandOutput.usageError("\(name) must be an address such as `http://localhost:8080`, not `\(text)`")
    }
    return address
  }

  /// Says why the service refused, in its own words, with the names of options and of the one label that was asked for.
  static func refusal(_ status: Int, _ body: [UInt8], of label: String?) -> ExitCode {
    let problem = try? JSONValue(parsing: body)
    if case .array(let errors)? = problem?["errors"], !errors.isEmpty {
      let lines = errors.map {
        OptionNames.sentence(
          $0["parameter"]?.text ?? "", $0["detail"]?.text ?? "", arguments: ["to": "TEXT", "by": "BY"]
        ).withoutControls()
      }
      return CommandOutput.usageError(lines.joined(separator: "\n"))
    }
    var words = problem?["detail"]?.text ?? problem?["title"]?.text ?? "the answer was \(status)"
    if let label {
      words = words.replacing("label of this name", with: "label \"\(label)\"")
        .replacing("; PUT creates one", with: "; kinetype label set \(label) TEXT creates one")
    }
    return CommandOutput.failure(words.withoutControls())
  }

  /// A key with a line break would end its header field.
  private static var key: String? {
    CommandOutput.variable("KINETYPE_KEY").map { $0.filter { !$0.isNewline } }
  }
}

extension JSONValue {
  /// The characters of a string or a number.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}

/// Where a service is: `http://localhost:8080`, or `https://example.org/kinetype` behind a proxy.
struct ServerAddress {
  let authority: Authority
  let isSecure: Bool
  /// What stands before each path, without a `/` at its end.
  let base: String

  /// Reads an address; `nil` where it is none, or has a query or a user.
  init?(_ text: String) {
    let (isSecure, rest): (Bool, Substring)
    if text.lowercased().hasPrefix("http://") {
      (isSecure, rest) = (false, text.dropFirst(7))
    } else if text.lowercased().hasPrefix("https://") {
      (isSecure, rest) = (true, text.dropFirst(8))
    } else {
      return nil
    }
    guard rest.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !rest.contains(where: { "?#@".contains($0) }) else {
      return nil
    }
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    guard let authority = Self.authority(rest[..<end], standardPort: isSecure ? 443 : 80) else { return nil }
    self.authority = authority
    self.isSecure = isSecure
    var base = rest[end...]
    while base.last == "/" { base.removeLast() }
    self.base = String(base)
  }

  /// `host`, `host:port`, `[::1]` or `[::1]:port`.
  private static func authority(_ text: Substring, standardPort: Int) -> Authority? {
    var (host, rest) = (text, text[text.endIndex...])
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    guard !host.isEmpty else { return nil }
    if rest.isEmpty { return Authority(host: String(host), port: standardPort) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return Authority(host: String(host), port: Int(port))
  }
}
