/// What plays when somebody points at it: a name with the text that its animation ends with.
struct ShownCard {
  let name: String
  let summary: String
  /// The query of `/v1/frames` that it is played with.
  let query: String
  /// A drawing between its text and its name, in HTML.
  var drawing = ""

  /// The card as an item of a list.
  var html: String {
    """
    <li><button type="button" class="card" data-card="\(query.escapedHTML)"><span class="unseen">Play </span>\
    <span class="stage" aria-hidden="true">\(text.escapedHTML)</span>\(drawing)<code>\(name.breakableHTML)</code>\
    <span class="said">\(summary.markedHTML)</span></button></li>
    """
  }

  /// What it shows at rest: the text that the animation leads to, or from which a decay sets out.
  private var text: String {
    let parameters = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    let texts = ["to", "from"].compactMap { name in parameters.first { $0[0] == name }?.last }
    return String(texts.first ?? "").replacing("+", with: " ").replacing("%23", with: "#").replacing("%25", with: "%")
  }
}

extension String {
  /// A name that lines may end within where a new word begins.
  var breakableHTML: String { map { $0.isUppercase ? "<wbr>\($0)" : String($0).escapedHTML }.joined() }
}
