/// What a block of the documentation is written in, as far as its parts have colours.
enum CodeLanguage {
  case html, shell, script, python, markdown, plain

  /// Takes how a block is run, as its `data-run` says, and what stands in it.
  init(_ kind: String, code: String) {
    switch kind {
    case "html", "vue": self = .html
    case "node", "react": self = .script
    case "python": self = .python
    case "none" where code.hasPrefix("&lt;"): self = .html
    case "none" where code.hasPrefix("!["): self = .markdown
    case "none" where code.hasPrefix("http"): self = .plain
    default: self = .shell
    }
  }

  var title: String {
    switch self {
    case .html: "HTML"
    case .shell: "Terminal"
    case .script: "JavaScript"
    case .python: "Python"
    case .markdown: "Markdown"
    case .plain: "Text"
    }
  }

  /// The code as HTML, whose parts have a class: `c` comments, `k` names and keywords, `a` attributes and options, `s`
  /// texts in quotation marks.
  func tinted(_ code: [UInt8]) -> [UInt8] {
    var tinter = Tinter(code: code)
    switch self {
    case .html: tinter.readHTML()
    case .shell: tinter.readShell()
    case .script: tinter.readScript(to: code.count, comment: "//", keywords: Self.scriptKeywords)
    case .python: tinter.readScript(to: code.count, comment: "#", keywords: Self.pythonKeywords)
    case .markdown, .plain: tinter.take(code.count)
    }
    return tinter.html
  }

  fileprivate static let scriptKeywords: Set = [
    "async", "await", "const", "export", "for", "from", "function", "if", "import", "let", "new", "of", "return",
  ]
  private static let pythonKeywords: Set = ["as", "for", "from", "if", "import", "in", "while", "with"]
}

private struct Tinter {
  let code: [UInt8]
  var html: [UInt8] = []
  private var place = 0

  init(code: [UInt8]) { self.code = code }

  // MARK: Languages

  mutating func readHTML() {
    while place < code.count {
      if starts(with: "<!--") {
        take(length(to: "-->"), "c")
      } else if code[place] == UInt8(ascii: "<"), next.isNameByte || next == UInt8(ascii: "/") {
        readTag()
      } else {
        take(1)
      }
    }
  }

  private mutating func readTag() {
    let isScript = starts(with: "<script")
    take(1 + code[(place + 1)...].prefix { $0.isNameByte || $0 == UInt8(ascii: "/") }.count, "k")
    while place < code.count, code[place] != UInt8(ascii: ">") {
      if code[place].isNameByte {
        take(nameLength, "a")
      } else if let length = quotedLength {
        take(length, "s")
      } else {
        take(1)
      }
    }
    if place < code.count { take(1, "k") }
    guard isScript else { return }
    var end = place
    while end < code.count, !code[end...].starts(with: "</script".utf8) { end += 1 }
    readScript(to: end, comment: "//", keywords: CodeLanguage.scriptKeywords)
  }

  mutating func readScript(to end: Int, comment: String, keywords: Set<String>) {
    while place < end {
      if starts(with: comment) {
        take(length(to: "\n") - 1, "c")
      } else if let length = quotedLength {
        take(length, "s")
      } else if code[place].isNameByte {
        let word = code[place...].prefix { $0.isNameByte && $0 != UInt8(ascii: ".") }
        take(max(word.count, 1), keywords.contains(String(decoding: word, as: UTF8.self)) ? "k" : nil)
      } else {
        take(1)
      }
    }
  }

  mutating func readShell() {
    var isCommand = true
    while place < code.count {
      let byte = code[place]
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "\n") {
        take(2)
      } else if "\n|;(".utf8.contains(byte) {
        take(1)
        isCommand = true
      } else if byte == UInt8(ascii: " ") {
        take(1)
      } else if byte == UInt8(ascii: "#"), isCommand {
        take(length(to: "\n") - 1, "c")
      } else if let length = quotedLength {
        take(length, "s")
        isCommand = false
      } else {
        let word = code[place...].prefix { !" \n|;()'\"\\".utf8.contains($0) }
        let isSetting = word.contains(UInt8(ascii: "=")) || word.last == UInt8(ascii: "$")
        let isOption = byte == UInt8(ascii: "-")
        take(max(word.count, 1), isOption ? "a" : isCommand && !isSetting && byte.isNameByte ? "k" : nil)
        if !isSetting { isCommand = false }
      }
    }
  }

  // MARK: Pieces

  private var next: UInt8 { place + 1 < code.count ? code[place + 1] : 0 }

  private var nameLength: Int { code[place...].prefix(while: \.isNameByte).count }

  private func starts(with text: String) -> Bool { code[place...].starts(with: text.utf8) }

  /// How far it is to the end of a text, or to that of the code.
  private func length(to text: String) -> Int {
    var end = place
    while end < code.count, !code[end...].starts(with: text.utf8) { end += 1 }
    return end - place + text.utf8.count
  }

  /// How long the text in quotation marks is that begins here; `nil` where none does.
  private var quotedLength: Int? {
    let quote = code[place]
    guard "'\"`".utf8.contains(quote), let end = code[(place + 1)...].firstIndex(of: quote) else { return nil }
    return end - place + 1
  }

  mutating func take(_ count: Int, _ kind: String? = nil) {
    let end = min(place + max(count, 0), code.count)
    let text = String(decoding: code[place..<end], as: UTF8.self).escaped
    html += (kind.map { "<span class=\"\($0)\">\(text)</span>" } ?? text).utf8
    place = end
  }
}
