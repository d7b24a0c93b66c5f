/// A page of the documentation with what readers find their way by: an address for each heading and each term, a list of
/// the headings, tinted code with a button that copies it, and what a search finds.
package struct DocumentOutline {
  /// What has an address of its own; the page itself has an empty one.
  package struct Place: Sendable {
    package let id: String
    package let title: String
    /// What is said of it, without markup.
    package fileprivate(set) var text = ""
    fileprivate var isHeading = true
  }

  /// The page, changed.
  package private(set) var bytes: [UInt8] = []
  /// In the order of the page, which is the first.
  package private(set) var places: [Place]

  private var rest: ArraySlice<UInt8>
  private var taken: Set<String>
  /// That of the section whose heading is awaited.
  private var section: String?
  private var isSaid = true
  private var codeCount = 0

  /// Outlines a page whose other marks are filled: its `{{outline}}` stands before what is outlined, up to `</main>`.
  package init(of page: [UInt8], title: String, summary: String) {
    places = [Place(id: "", title: title, text: summary + " ")]
    rest = page[...]
    taken = []
    let before = cut(to: "{{outline}}") ?? cutAll()
    let (content, after) = cut(to: "</main>").map { ($0, "</main>".utf8 + rest) } ?? (cutAll(), [])
    taken = Self.ids(in: content)
    rest = content
    read()
    bytes = before + list + bytes + after
  }

  /// Links to the headings, where there are some.
  private var list: [UInt8] {
    let headings = places.filter { $0.isHeading && !$0.id.isEmpty }
    guard headings.count > 1 else { return [] }
    let links = headings.map { "<li><a href=\"#\($0.id.escaped)\">\($0.title.escaped)</a></li>" }
    return Array(
      """
      <nav class="outline" aria-labelledby="outline">
      <p id="outline">On this page</p>
      <ul>
      \(links.joined(separator: "\n"))
      </ul>
      </nav>
      """.utf8)
  }

  private static func ids(in content: ArraySlice<UInt8>) -> Set<String> {
    var ids: Set<String> = ["outline"]
    var rest = content
    while let place = rest.place(of: " id=\"") {
      rest = rest[place...].dropFirst(5)
      ids.insert(String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
    }
    return ids
  }

  // MARK: Tags

  private mutating func read() {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      say(rest[..<start])
      bytes += rest[..<start]
      rest = rest[start...]
      let tag = cut(count: rest.tagLength)
      switch tag.dropFirst().prefix(while: \.isNameByte).text {
      case "section":
        section = tag.attribute("id")
        bytes += tag
      case "h2": readHeading(tag)
      case "dt": readTerm(tag)
      case "pre": readCode(tag)
      case "figure": pass(tag, to: "</figure>")
      case "script": pass(tag, to: "</script>")
      case "button": pass(tag, to: "</button>")
      case "span" where tag.attribute("class") == "example":
        isSaid = false
        bytes += tag
      default:
        // Code stands within words.
        if tag.text == "</td>" { isSaid = true }
        if !tag.text.hasSuffix("code>") { say(CollectionOfOne(UInt8(ascii: " "))) }
        bytes += tag
      }
    }
    say(rest)
    bytes += rest
  }

  /// Leaves what is no text as it is.
  private mutating func pass(_ tag: ArraySlice<UInt8>, to end: StaticString) {
    bytes += tag + (cut(to: end) ?? cutAll()) + "\(end)".utf8
  }

  private mutating func readHeading(_ tag: ArraySlice<UInt8>) {
    let inner = cut(to: "</h2>") ?? []
    let title = inner.plainText
    let own = section ?? tag.attribute("id")
    let id = own ?? free(Self.word(title).lowercased())
    begin(Place(id: id, title: title))
    bytes += (own == nil ? "<h2 id=\"\(id)\">" : tag.text).utf8
    bytes += "<a href=\"#\(id.escaped)\">".utf8 + inner + "</a></h2>".utf8
    section = nil
  }

  private mutating func readTerm(_ tag: ArraySlice<UInt8>) {
    let inner = cut(to: "</dt>") ?? []
    let isCode = inner.starts(with: "<code>".utf8)
    let name = isCode ? inner[..<(inner.place(of: "</code>") ?? inner.endIndex)] : inner
    let title = name.plainText
    let id = free(Self.word(title))
    begin(Place(id: id, title: title, isHeading: false))
    bytes += "<dt id=\"\(id)\">".utf8
    // A link within a link is none.
    guard name.place(of: "<a ") == nil else {
      bytes += inner + "</dt>".utf8
      return
    }
    let end = isCode ? name.endIndex + "</code>".utf8.count : name.endIndex
    bytes += "<a href=\"#\(id)\">".utf8 + inner[..<end] + "</a>".utf8 + inner[end...] + "</dt>".utf8
  }

  private mutating func readCode(_ tag: ArraySlice<UInt8>) {
    let inner = cut(to: "</pre>") ?? []
    guard let kind = tag.attribute("data-run"), inner.starts(with: "<code>".utf8) else {
      bytes += tag + inner + "</pre>".utf8
      return
    }
    let code = inner.dropFirst("<code>".utf8.count).dropLast("</code>".utf8.count)
    let language = CodeLanguage(kind, code: code.text)
    codeCount += 1
    bytes += "<div class=\"block\" data-language=\"\(language.title)\">".utf8 + tag.dropLast()
    bytes += " tabindex=\"0\" role=\"group\" aria-label=\"\(language.title)\"><code id=\"code-\(codeCount)\">".utf8
    bytes += language.tinted(Array(code.text.unescaped.utf8))
    bytes += "</code></pre><button type=\"button\" data-copies=\"code-\(codeCount)\">Copy</button></div>".utf8
  }

  // MARK: Places

  private mutating func begin(_ place: Place) {
    places.append(place)
    isSaid = true
  }

  private mutating func say(_ text: some Collection<UInt8>) {
    guard isSaid, !text.isEmpty else { return }
    places[places.count - 1].text += String(decoding: text, as: UTF8.self).unescaped
  }

  /// A name for an address: its letters and digits, with hyphens between the words.
  private static func word(_ title: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    // What is one word is the name of something.
    return words.count > 1 ? words.joined(separator: "-").lowercased() : words.joined()
  }

  private mutating func free(_ word: String) -> String {
    var (id, number) = (word, 1)
    while !taken.insert(id).inserted {
      number += 1
      id = "\(word)-\(number)"
    }
    return id
  }

  // MARK: Pieces

  private mutating func cut(count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func cutAll() -> ArraySlice<UInt8> { cut(count: rest.count) }

  /// What stands before a text; both are left behind.
  private mutating func cut(to end: StaticString) -> ArraySlice<UInt8>? {
    guard let place = rest.place(of: end) else { return nil }
    defer { rest = rest[place...].dropFirst(end.utf8CodeUnitCount) }
    return rest[..<place]
  }
}

extension Collection<UInt8> {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
  /// Whether names of tags and attributes have it.
  var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first place of a text.
  fileprivate func place(of text: StaticString) -> Index? {
    let wanted = Array("\(text)".utf8)
    var start = startIndex
    while let found = self[start...].firstIndex(of: wanted[0]) {
      if self[found...].starts(with: wanted) { return found }
      start = found + 1
    }
    return nil
  }

  /// How long the tag is that it begins with; its attributes may have any character in quotation marks.
  fileprivate var tagLength: Int {
    var quote: UInt8?
    for (place, byte) in enumerated() {
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") { return place + 1 }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      }
    }
    return count
  }

  fileprivate func attribute(_ name: String) -> String? {
    let start = Array(" \(name)=\"".utf8)
    guard let place = indices.first(where: { self[$0...].starts(with: start) }) else { return nil }
    return self[(place + start.count)...].prefix { $0 != UInt8(ascii: "\"") }.text.unescaped
  }

  /// Its words without tags.
  fileprivate var plainText: String {
    var (text, isTag) = ([UInt8](), false)
    for byte in self {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag { text.append(byte) }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    return text.text.unescaped
  }
}

extension String {
  /// The text that stands in HTML as this.
  var unescaped: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"), ("&amp;", "&")].reduce(self) {
      $0.replacing($1.0, with: $1.1)
    }
  }

  /// The text for a place between tags or within quotation marks.
  var escaped: String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(self) { $0.replacing($1.0, with: $1.1) }
  }
}
