import TextBytes

@testable import Deployment
@testable import AnimationService

/// Additions to a label in a text of any language: one is taken back by another, or nothing is added.
enum FuzzedSums {
  static func run(_ choices: inout Choices) throws(Finding) {
    let service = LabelTestService()
    let locale = choices.pick(locales)
    let addend = choices.pick(addends)
    var text = ""
    while !choices.isEmpty { text += choices.text(pieces) }
    let members = locale.map { ",\"locale\":\"\($0)\"" } ?? ""
    let put = service.put("a", "{\"to\":\(JSONValue.string(text).written)\(members)}")
    try put.checked("put \(text)")
    guard put.status == 201 else { return }
    // With as many places as the addend has.
    let zero = String(addend.map { $0.isWholeNumber ? "0" : $0 }.drop { $0 == "-" })
    let first = try added(zero, to: text, in: service)
    guard let first, let second = try added(addend, to: first, in: service) else { return }
    let back = addend.hasPrefix("-") ? String(addend.dropFirst()) : "-\(addend)"
    // What may be a sign in one sum and not in another is left as it is.
    guard let third = try added(back, to: second, in: service) else { return }
    guard digits(of: third) == digits(of: first) else {
      throw Finding("\(text) plus \(addend) is \(second), and less \(addend) \(third) instead of \(first)")
    }
    service.wait(0.05)
    try service.get("/v1/labels/a").checked("\(text) plus \(addend)")
  }

  /// The label's text after an addition; `nil` where nothing was added.
  private static func added(_ addend: String, to text: String, in service: LabelTestService) throws(Finding) -> String?
  {
    let answer = service.add("a", addend)
    try answer.checked("\(text) plus \(addend)")
    guard [200, 409].contains(answer.status) else { throw Finding("\(answer.status) to \(text) plus \(addend)") }
    return answer.status == 200 ? answer["to"] : nil
  }

  /// Without the zeros in front, and those of hours behind days, which a text that is longer meanwhile does not tell.
  private static func digits(of text: String) -> Substring {
    let parts = text.split(separator: " ").map { $0.contains(":") ? $0.drop { $0.wholeNumberValue == 0 } : $0 }
    return parts.joined().filter(\.isWholeNumber).drop { $0.wholeNumberValue == 0 }
  }

  private static let locales: [String?] = [
    nil, nil, nil, nil, "en", "de", "fr", "es", "pt-BR", "it", "pl", "cs", "ru", "tr", "ar-EG", "fa", "he", "hi",
    "en-IN",
    "ja", "zh", "ko", "vi", "id", "sv", "de-CH", "nl", "el", "ro", "th", "da", "fi", "hu", "lt", "mk", "mn", "cho",
  ]

  private static let addends = [
    "1", "0.1", "-1", "25", "-0.001", "999", "0.125", "1000", "-12.50", "1000000", "5:00", "-0:30", "86400",
  ]

  private static let pieces = [
    "0.950", "1.250", "12.500", "1.001.000", "1,5", "0,125", "1 250", "999", "31", "1'250.5", "۱٬۲۵۰", "٩٫٥", "१,२५०",
    "１２", ".5",
    "€", " €", "R$ ", "Rp ", "$", "£", " kr.", " zł", " Kč", "₺", "¥", "CHF ", "円", " lei", " ₽", "/l", "%", "-", "−",
    "(", ")",
    " kg", " L", " de enero", " mars", "1er ", " mil", " Mio.", " Uhr", "h", "時", "月", "日", " Stück", " день", " дней",
    " أيام",
    " zile", " items", " raised", "v", "№ ", "KW ", "Q4 ", "오전 ", " PM", ". ", "º", "ª", ".", ",", "\u{a0}", "\u{202f}",
    "\u{200f}",
    // Days and a clock, and dates and times as CLDR has them.
    "1 d 03:12:09", "2 days, 3:12:09.5", "1 jour ", "23:59:58", "23.58", "11:58 PM", "午後11:58", "1h 59m", "9h58",
    "5'10\"",
    "12/30/24", "30/12/24", "30.12.24", "1/3/25", "2024-12-30", "30.12.2024", "Dec 31, 2024", "31 décembre 2024",
    "2024年12月30日 月曜日", "2024. december 30.", "30 Aralık 2024 Pazartesi", "2024 оны 12-р сарын 30", "M12 30, 2024",
    "30 thg 12, 2024", "12/2024", "T", ", ", " à ", " kl. ", " at ",
  ]
}
