import ArgumentParser

struct Label: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Sets and watches the labels that a running service holds.",
    discussion: """
      The service is --server, or KINETYPE_SERVER of the environment, or http://localhost:8080. The key that it asks for \
      stands in KINETYPE_KEY, so that no list of processes shows it.

      Examples:
        kinetype label set donations '$12,340 raised' --curve smooth
        kinetype label add donations 12.50
        kinetype label watch donations
        kinetype label get donations --as text
      """,
    subcommands: [
      LabelSet.self, LabelAdd.self, LabelGet.self, LabelWatch.self, LabelList.self, LabelDelete.self,
    ]
  )
}

/// The name of a label, as an argument.
struct LabelArgument: ParsableArguments {
  @Argument(help: "The label's name: letters and digits of ASCII, `.`, `_`, `:` and `-`.")
  var name: String

  /// Where the label is.
  var path: String { "/v1/labels/\(name.percentEncoded)" }
}

extension String {
  /// The text as a part of a path or a query (RFC 3986 section 2.1): all but unreserved characters are encoded.
  var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      let scalar = UnicodeScalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar) {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
