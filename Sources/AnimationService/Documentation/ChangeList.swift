/// What changed in each version, as the part of a page.
///
/// It is written in Markdown, of which it uses headings of versions, lists with one line for each change, and code.
struct ChangeList {
  let text: String

  /// A heading and a list for each version; what stands before the first is said by the page itself.
  var html: String {
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("## ") }
    let versions = lines.split { $0.hasPrefix("## ") }
    let names = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    return zip(names, versions).map { name, changes in
      let items = changes.map { "<li>\(String($0.dropFirst(2)).markedHTML)</li>" }
      return """
        <section id="\(name.escapedHTML)">
        <h2>\(name.escapedHTML)</h2>
        <ul>
        \(items.joined(separator: "\n"))
        </ul>
        </section>
        """
    }.joined(separator: "\n")
  }
}
